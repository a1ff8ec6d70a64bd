import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from '../review/merge-requests/world.js'

type Json = Readonly<Record<string, unknown>>

let world: World
let groupId: number

const search = async (path: string, query: string, who: Person = world.dev): Promise<ReadonlyArray<Json>> => {
  const answered = await world.ask(who, 'GET', path, undefined, query)
  expect([query, answered.status]).toEqual([query, 200])
  if (path !== '/search') {
    const older = await world.ask(who, 'GET', path.replace(/search$/, '-/search'), undefined, query)
    expect([query, older.json]).toEqual([query, answered.json])
  }
  return answered.json as ReadonlyArray<Json>
}

const here = (query: string, who?: Person) => search(`/projects/${world.projectId}/search`, query, who)

const titles = (rows: ReadonlyArray<Json>) => rows.map(({ title, name, body, path }) => title ?? name ?? body ?? path)

beforeAll(async () => {
  world = await openMergeWorld()
  await world.instance.ask('PUT', '/api/v4/application/settings', {
    as: world.instance.root,
    json: { search_rate_limit: 1000 },
  })
  const { at, maint, dev, projectId } = world
  const project = (await world.ask(maint, 'GET', `/projects/${projectId}`)).json as { namespace: { id: number } }
  groupId = project.namespace.id
  await world.commit('main', { 'src/lamp.txt': 'one\ntwo\nthe Lantern glows\nfour\nfive\nsix\n' })
  await world.commit('fix', { 'b.txt': 'lantern on a branch\n' }, 'main')
  await at(maint, 'POST', '/milestones', { title: 'Lantern festival' })
  await at(dev, 'POST', '/issues', { title: 'Lantern flickers' })
  await at(maint, 'POST', '/issues', { title: 'Secret lantern', confidential: true })
  await at(dev, 'PUT', '/issues/1', { state_event: 'close' })
  await at(dev, 'POST', '/issues/1/notes', { body: 'a lantern note' })
  await at(maint, 'POST', '/issues/1/notes', { body: 'an inner lantern note', internal: true })
  await world.open('fix', { title: 'Brighter lantern' })
})
afterAll(() => world.close())

describe('search', () => {
  it.each<[string, () => Person, ReadonlyArray<string>]>([
    ['scope=issues&search=lantern', () => world.dev, ['Secret lantern', 'Lantern flickers']],
    [
      'scope=issues&search=lantern&sort=asc&order_by=created_at',
      () => world.dev,
      ['Lantern flickers', 'Secret lantern'],
    ],
    ['scope=issues&search=lantern', () => world.guest, ['Lantern flickers']],
    ['scope=issues&search=lantern&state=closed', () => world.dev, ['Lantern flickers']],
    ['scope=issues&search=lantern&state=merged', () => world.dev, []],
    ['scope=issues&search=lantern&confidential=true', () => world.dev, ['Secret lantern']],
    ['scope=issues&search=%231', () => world.dev, ['Lantern flickers']],
    ['scope=merge_requests&search=lantern&state=all', () => world.dev, ['Brighter lantern']],
    ['scope=merge_requests&search=!1', () => world.dev, ['Brighter lantern']],
    ['scope=merge_requests&search=lantern', () => world.guest, []],
    ['scope=milestones&search=FESTIVAL', () => world.guest, ['Lantern festival']],
    ['scope=users&search=uest', () => world.dev, ['guest']],
    ['scope=users&search=out', () => world.dev, []],
    ['scope=notes&search=lantern', () => world.dev, ['an inner lantern note', 'a lantern note']],
    ['scope=notes&search=lantern', () => world.guest, ['a lantern note']],
    ['scope=wiki_blobs&search=lantern', () => world.dev, []],
    ['scope=commits&search=LAMP', () => world.dev, ['change src/lamp.txt']],
    ['scope=commits&search=b.txt&ref=fix', () => world.dev, ['change b.txt']],
    ['scope=commits&search=b.txt', () => world.dev, []],
    ['scope=commits&search=lamp', () => world.guest, []],
    ['scope=blobs&search=lantern', () => world.guest, []],
    ['scope=blobs&search=lantern&ref=gone', () => world.dev, []],
    ['scope=blobs&search=%20', () => world.dev, []],
    ['scope=blobs&search=lantern&ref=fix&per_page=1', () => world.dev, ['b.txt']],
    ['scope=blobs&search=lantern&ref=fix&per_page=1&page=2', () => world.dev, ['src/lamp.txt']],
    ['scope=blobs&search=lantern&ref=fix&per_page=1&page=3', () => world.dev, []],
  ])('in a project: %s', async (query, who, expected) => {
    expect(titles(await here(query, who()))).toEqual(expected)
  })

  it('shows the lines around what it found in files', async () => {
    expect(await here('scope=blobs&search=lantern%20GLOWS')).toEqual([
      {
        basename: 'src/lamp',
        data: 'one\ntwo\nthe Lantern glows\nfour\nfive\n',
        path: 'src/lamp.txt',
        filename: 'src/lamp.txt',
        id: null,
        ref: 'main',
        startline: 1,
        project_id: world.projectId,
      },
    ])
  })

  it.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ['projects&search=app', ['App'], ['App']],
    ['issues&search=lantern', ['Secret lantern', 'Lantern flickers'], ['Secret lantern', 'Lantern flickers']],
    ['merge_requests&search=lantern', ['Brighter lantern'], ['Brighter lantern']],
    ['milestones&search=lantern', ['Lantern festival'], ['Lantern festival']],
    ['users&search=gues', ['guest'], ['guest']],
    ['users&search=out', ['out'], []],
  ])('everywhere and in a group: scope=%s', async (query, everywhere, inGroup) => {
    expect(titles(await search('/search', `scope=${query}`))).toEqual(everywhere)
    expect(titles(await search(`/groups/${groupId}/search`, `scope=${query}`))).toEqual(inGroup)
  })

  it('takes all filters at once', async () => {
    const query = 'scope=issues&search=lantern&state=opened&confidential=true&order_by=created_at&sort=asc'
    for (const path of ['/search', `/groups/${groupId}/search`, `/projects/${world.projectId}/search`]) {
      expect(titles(await search(path, `${query}&page=1&per_page=1`))).toEqual(['Secret lantern'])
      expect(titles(await search(path, `${query}&page=2&per_page=1`))).toEqual([])
    }
  })

  it('finds nothing of what somebody may not see', async () => {
    const { out, guest } = world
    for (const scope of ['projects', 'issues', 'merge_requests', 'milestones', 'snippet_titles'])
      expect(await search('/search', `scope=${scope}&search=a`, out)).toEqual([])
    expect(titles(await search(`/groups/${groupId}/search`, 'scope=issues&search=lantern', guest))).toEqual([
      'Lantern flickers',
    ])
    expect((await world.at(out, 'GET', '/search', undefined, 'scope=issues&search=a')).status).toBe(404)
    expect((await world.ask(out, 'GET', `/groups/${groupId}/search`, undefined, 'scope=users&search=a')).status).toBe(
      404,
    )
  })

  it.each<[string, string, number]>([
    ['/search', 'scope=blobs&search=x', 400],
    ['/search', 'scope=issues', 400],
    ['/search', 'search=x', 400],
  ])('refuses %s?%s', async (path, query, status) => {
    expect((await world.ask(world.dev, 'GET', path, undefined, query)).status).toBe(status)
    expect((await world.ask(undefined, 'GET', path, undefined, query)).status).toBe(401)
  })
})

describe('rendering a text', () => {
  const render = (json: object, who: Person | undefined = world.dev) => world.ask(who, 'POST', '/markdown', json)

  it('gives sanitised HTML, with links where they are asked for', async () => {
    const plain = await render({ text: '*now* <script>x</script> #1' })
    expect(plain.status).toBe(201)
    expect((plain.json as Json)['html']).toMatch(/^<p[^>]*><em>now<\/em>[^<]*#1<\/p>/)
    const text = 'see #1'
    const linked = (await render({ text, gfm: true, project: 'top/app' })).json as Json
    expect(linked['html']).toContain('/top/app/-/issues/1')
    expect(((await render({ text, project: 'top/app' })).json as Json)['html']).not.toContain('/issues/1')
    expect((await render({ text, project: 'top/app' }, world.out)).status).toBe(404)
    expect((await world.ask(undefined, 'POST', '/markdown', { text })).status).toBe(401)
    expect((await render({})).status).toBe(400)
  })
})
