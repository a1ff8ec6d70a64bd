import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askerOf, openForgefold, openTestInstance } from '@forgefold/spec/instance'
import { afterEach, describe, expect, it } from 'vitest'

const ends: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const SETTINGS = '/api/v4/application/settings'
const PICTURE = 'http://example.com/test.png'
const AT_PROXY =
  'https://assets.example.com/08df250eeeef1a8cf2c761475ac74c5065105612/687474703a2f2f6578616d706c652e636f6d2f746573742e706e67'
const KEY = 'shared-secret'

type Ask = ReturnType<typeof askerOf>

const labelsWith = (ask: Ask, as: string, names: string) => {
  let count = 0
  /** A label with this description, as HTML. */
  return async (description: string): Promise<string> => {
    const project = await ask('GET', '/api/v4/projects/1', { as })
    if (project.status === 404) await ask('POST', '/api/v4/projects', { as, json: { name: 'p' } })
    const json = { name: `${names} ${++count}`, color: '#ff0000', description }
    const made = await ask('POST', '/api/v4/projects/1/labels', { as, json })
    return (made.json as { readonly description_html: string }).description_html
  }
}

describe('the asset proxy', () => {
  it('takes pictures of other hosts from the next start on, and never shows its key', async () => {
    const data = await mkdtemp(join(tmpdir(), 'forgefold-pictures-'))
    ends.push(() => rm(data, { recursive: true, force: true }))
    const first = await openTestInstance({ more: { data } })
    const put = (json: object) => first.ask('PUT', SETTINGS, { as: first.root, json })
    expect(await put({ asset_proxy_enabled: true })).toMatchObject({
      status: 400,
      json: { message: { asset_proxy_url: ["can't be blank"] } },
    })
    const set = await put({
      asset_proxy_enabled: true,
      asset_proxy_url: 'https://assets.example.com/',
      asset_proxy_secret_key: KEY,
      asset_proxy_allowlist: 'pictures.example, *.mine.example',
    })
    expect(set).toMatchObject({ status: 200, json: { asset_proxy_enabled: true } })
    expect(set.text).not.toContain(KEY)
    const before = labelsWith(first.ask, first.root, 'before')
    expect(await before(`![a](${PICTURE})`)).toBe(`<img src="${PICTURE}" alt="a" />`)
    await first.close()

    const instance = { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' } as const
    const again = await openForgefold({ instance, data, clock: first.clock })
    ends.push(again.close)
    const rendered = labelsWith(askerOf(again), first.root, 'after')
    expect(await rendered(`![a](${PICTURE})`)).toBe(`<img src="${AT_PROXY}" alt="a" data-canonical-src="${PICTURE}" />`)
    for (const own of ['http://forge.test/x.png', 'https://pictures.example/x.png', 'https://a.mine.example/x.png'])
      expect(await rendered(`![a](${own})`)).toBe(`<img src="${own}" alt="a" />`)
    expect(await rendered('![a](https://mine.example/x.png)')).toContain('https://assets.example.com/')
    const history = await again.forge.events.readAll({ limit: 100_000 })
    expect(history.kind === 'Read' && JSON.stringify(history.events)).not.toContain(KEY)
  })
})

describe('diagrams', () => {
  it('are drawn as soon as there is a renderer', async () => {
    const instance = await openTestInstance()
    ends.push(instance.close)
    const { ask, root } = instance
    const project = (
      await ask('POST', '/api/v4/projects', { as: root, json: { name: 'p', initialize_with_readme: true } })
    ).json as { readonly id: number }
    const branch = await ask('POST', `/api/v4/projects/${project.id}/repository/branches`, {
      as: root,
      query: 'branch=b&ref=main',
    })
    expect(branch.status).toBe(201)
    const description = '```plantuml\nBob -> Alice : hello\n```'
    const json = { source_branch: 'b', target_branch: 'main', title: 't', description }
    const path = `/api/v4/projects/${project.id}/merge_requests`
    expect((await ask('POST', path, { as: root, json })).status).toBe(201)
    const shown = async (): Promise<string> => {
      const answered = await ask('GET', `${path}/1`, { as: root, query: 'render_html=true' })
      return (answered.json as { readonly description_html: string }).description_html
    }
    expect(await shown()).toContain('<code class="language-plantuml">')
    expect(await ask('PUT', SETTINGS, { as: root, json: { diagrams_enabled: true } })).toMatchObject({
      status: 400,
      json: { error: 'diagrams_url is missing' },
    })
    const drawing = { diagrams_enabled: true, diagrams_url: 'https://draw.example/plant/' }
    expect((await ask('PUT', SETTINGS, { as: root, json: drawing })).status).toBe(200)
    expect(await shown()).toMatch(
      /^<img class="plantuml" src="https:\/\/draw\.example\/plant\/png\/[0-9A-Za-z_-]+" data-diagram="plantuml" \/>$/,
    )
    expect((await ask('PUT', SETTINGS, { as: root, json: { diagrams_enabled: false } })).status).toBe(200)
    expect(await shown()).toContain('<code class="language-plantuml">')
  })
})
