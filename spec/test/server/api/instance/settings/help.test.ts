import { afterEach, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../oauth/world.js'

const open: Array<World> = []
afterEach(async () => {
  for (const world of open.splice(0)) await world.instance.close()
})

const begin = async (options: Parameters<typeof openWorld>[0] = {}) => {
  const world = await openWorld(options)
  open.push(world)
  const { ask, root } = world.instance
  const set = (json: object) => ask('PUT', '/api/v4/application/settings', { as: root, json })
  return { ...world, set }
}

describe('the page of help', () => {
  it('says what the administrator has to say, to anybody', async () => {
    const { browser, set } = await begin()
    const stranger = await browser().open('/help')
    expect([stranger.status, stranger.text()]).toEqual([200, expect.stringContaining('The API')])
    expect(stranger.html).not.toContain('Support')
    const texts = { help_page_text: '# Ask **Ann**\n\n<script>1</script>', help_text: 'Room *7*' }
    expect((await set({ ...texts, help_page_support_url: 'https://support.example/?a=1&b=2' })).status).toBe(200)
    const ann = await (await browser().signIn('ann')).open('/help')
    expect(ann.html).toContain('Ask <strong>Ann</strong>')
    expect(ann.html).toContain('Room <em>7</em>')
    expect(ann.html).toContain('<a href="https://support.example/?a=1&amp;b=2">Support</a>')
    expect(ann.html).not.toContain('<script')
    expect((await browser().open('/')).html).toContain('<a href="/help">')
  })

  it('takes no address of support that is none of the web', async () => {
    const { set } = await begin()
    expect(await set({ help_page_support_url: 'javascript:alert(1)' })).toMatchObject({
      status: 400,
      json: { message: { help_page_support_url: [expect.any(String)] } },
    })
  })
})

describe('dashboards', () => {
  it('are shown to administrators where they are switched on', async () => {
    const { browser, set } = await begin()
    const link = '>Dashboards</a>'
    const front = async (name: string, password?: string) =>
      (await (await browser().signIn(name, password)).open('/')).html
    expect(await front('root', 'correct horse')).not.toContain(link)
    expect((await set({ dashboards_enabled: true, dashboards_url: '/-/dashboards?a' })).status).toBe(200)
    expect(await front('root', 'correct horse')).toContain(`<a href="/-/dashboards?a"${link}`)
    expect(await front('ann')).not.toContain(link)
    expect((await browser().open('/')).html).not.toContain(link)
  })
})
