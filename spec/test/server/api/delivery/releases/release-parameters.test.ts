import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Link {
  readonly id: number
  readonly name: string
}

const RELEASES = '/projects/1/releases'

describe('what releases are given', () => {
  let world: TestInstance
  const ask = async (method: string, path: string, json?: unknown, query = ''): Promise<unknown> => {
    const answer = await world.ask(method, `/api/v4${path}`, { as: world.root, json, query })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }
  beforeAll(async () => {
    world = await openTestInstance()
    await ask('POST', '/projects', { name: 'app', initialize_with_readme: true })
    await ask('POST', RELEASES, {
      tag_name: 'v1',
      ref: 'main',
      description: 'with **words**',
      assets: { links: [{ name: 'zip', url: 'https://f.test/a.zip', direct_asset_path: '/a.zip' }] },
    })
  })
  afterAll(() => world.close())

  const downloads = (path: string) => `http://forge.test/root/app/-/releases/v1/downloads${path}`

  it('is answered as HTML only where that is asked for', async () => {
    const [plain] = (await ask('GET', RELEASES)) as ReadonlyArray<object>
    expect(plain).not.toHaveProperty('description_html')
    const [html] = (await ask('GET', RELEASES, undefined, 'include_html_description=true')) as ReadonlyArray<object>
    expect(html).toMatchObject({ description_html: expect.stringContaining('<strong>words</strong>') })
  })

  it('changes by itself', async () => {
    expect(await ask('PUT', `${RELEASES}/v1`, { description: 'others' })).toMatchObject({ description: 'others' })
  })

  it('has links with a path of their own and a kind, in pages, and they change', async () => {
    expect(await ask('GET', `${RELEASES}/v1`)).toMatchObject({
      assets: { links: [{ direct_asset_url: downloads('/a.zip') }] },
    })
    const links = `${RELEASES}/v1/assets/links`
    const made = (await ask('POST', links, {
      name: 'book',
      url: 'https://f.test/book',
      direct_asset_path: '/book',
      link_type: 'runbook',
    })) as Link
    expect(made).toMatchObject({ link_type: 'runbook', direct_asset_url: downloads('/book') })
    const page = async (number: number) =>
      ((await ask('GET', links, undefined, `page=${number}&per_page=1`)) as ReadonlyArray<Link>).map(({ name }) => name)
    expect([...(await page(1)), ...(await page(2))].toSorted()).toEqual(['book', 'zip'])
    const changed = { name: 'manual', url: 'https://f.test/manual', direct_asset_path: '/manual' }
    expect(await ask('PUT', `${links}/${made.id}`, changed)).toMatchObject({
      name: 'manual',
      url: 'https://f.test/manual',
      direct_asset_url: downloads('/manual'),
    })
  })

  it('and environments have a tier', async () => {
    expect(await ask('POST', '/projects/1/environments', { name: 'here', tier: 'staging' })).toMatchObject({
      tier: 'staging',
    })
  })
})
