import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PATH = '/api/v4/projects/1/releases'

describe.runIf(programs.need('git'))('releases', () => {
  let world: TestInstance
  beforeAll(async () => {
    world = await openTestInstance({ startsAt: '2022-05-01T10:00:00Z' })
    const project = { name: 'app', visibility: 'public', initialize_with_readme: true, default_branch: 'main' }
    expect((await ask('POST', '/api/v4/projects', project)).status).toBe(201)
    expect((await ask('POST', '/api/v4/projects/1/milestones', { title: 'M1' })).status).toBe(201)
  })
  afterAll(() => world.close())

  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
    world.ask(method, path, { as, json })

  it('are made with their tag, read, listed, changed and deleted', async () => {
    const made = await ask('POST', PATH, {
      tag_name: 'v1.0',
      tag_message: 'the first',
      ref: 'main',
      name: 'One',
      description: 'first **notes**',
      milestones: ['M1'],
      assets: {
        links: [{ name: 'binary', url: 'https://example.com/app.zip', filepath: '/bin/app.zip', link_type: 'package' }],
      },
    })
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({
        tag_name: 'v1.0',
        name: 'One',
        description: 'first **notes**',
        created_at: '2022-05-01T10:00:00.000Z',
        released_at: '2022-05-01T10:00:00.000Z',
        upcoming_release: false,
        author: expect.objectContaining({ username: 'root' }),
        commit: expect.objectContaining({ id: expect.stringMatching(/^[0-9a-f]{40}$/) }),
        tag_path: '/root/app/-/tags/v1.0',
        milestones: [expect.objectContaining({ title: 'M1', issue_stats: { total: 0, closed: 0 } })],
        assets: {
          count: 5,
          sources: expect.arrayContaining([
            { format: 'zip', url: expect.stringMatching(/\/root\/app\/-\/archive\/v1\.0\/app-v1\.0\.zip$/) },
          ]),
          links: [
            {
              id: 1,
              name: 'binary',
              url: 'https://example.com/app.zip',
              direct_asset_url: expect.stringMatching(/\/root\/app\/-\/releases\/v1\.0\/downloads\/bin\/app\.zip$/),
              external: true,
              link_type: 'package',
            },
          ],
        },
        _links: expect.objectContaining({ self: expect.stringMatching(/\/root\/app\/-\/releases\/v1\.0$/) }),
      }),
    ])
    expect((await ask('GET', '/api/v4/projects/1/repository/tags/v1.0')).json).toMatchObject({ message: 'the first' })
    expect((await ask('GET', `${PATH}/v1.0`)).json).toEqual(made.json)
    const shown = await world.ask('GET', `${PATH}/v1.0`, { as: world.root, query: 'include_html_description=true' })
    expect(shown.json).toMatchObject({ description_html: expect.stringContaining('<strong>notes</strong>') })

    const changed = await ask('PUT', `${PATH}/v1.0`, {
      name: 'Uno',
      released_at: '2022-06-01T00:00:00Z',
      milestones: [],
    })
    expect([changed.status, changed.json]).toEqual([
      200,
      expect.objectContaining({ name: 'Uno', upcoming_release: true, released_at: '2022-06-01T00:00:00.000Z' }),
    ])
    expect(changed.json).not.toHaveProperty('milestones')

    await ask('POST', PATH, { tag_name: 'v0.9', ref: 'main' })
    expect((await ask('GET', PATH)).json).toMatchObject([{ tag_name: 'v1.0' }, { tag_name: 'v0.9', name: 'v0.9' }])
    const ascending = await world.ask('GET', PATH, {
      as: world.root,
      query: 'sort=asc&order_by=released_at&per_page=1',
    })
    expect(ascending.json).toMatchObject([{ tag_name: 'v0.9' }])
    expect(ascending.headers.get('x-total')).toBe('2')
    const latest = await ask('GET', `${PATH}/permalink/latest`)
    expect([latest.status, latest.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/\/projects\/1\/releases\/v0\.9$/),
    ])
    const suffixed = await ask('GET', `${PATH}/permalink/latest/assets/links`)
    expect(suffixed.headers.get('location')).toMatch(/\/releases\/v0\.9\/assets\/links$/)

    const gone = await ask('DELETE', `${PATH}/v0.9`)
    expect([gone.status, gone.json]).toEqual([200, expect.objectContaining({ tag_name: 'v0.9' })])
    expect((await ask('GET', `${PATH}/v0.9`)).status).toBe(404)
    expect((await ask('GET', '/api/v4/projects/1/repository/tags/v0.9')).status).toBe(200)
    expect((await ask('POST', PATH, { tag_name: 'v0.9', name: 'again' })).status).toBe(201)
  })

  it('have links that are listed, added, changed and taken off', async () => {
    await ask('POST', PATH, { tag_name: 'v2', ref: 'main' })
    const links = `${PATH}/v2/assets/links`
    const made = await ask('POST', links, { name: 'notes', url: 'https://example.com/notes' })
    expect([made.status, made.json]).toEqual([201, expect.objectContaining({ name: 'notes', link_type: 'other' })])
    const { id } = made.json as { readonly id: number }
    expect((await ask('POST', links, { name: 'notes', url: 'https://example.com/2' })).json).toEqual({
      message: { name: ['has already been taken'] },
    })
    expect((await ask('POST', links, { name: 'x', url: 'javascript:1' })).json).toEqual({
      message: { url: ['is blocked: Only allowed schemes are http, https, ftp'] },
    })
    expect((await ask('GET', `${links}/${id}`)).json).toEqual(made.json)
    expect((await ask('GET', links)).json).toEqual([made.json])
    expect((await ask('PUT', `${links}/${id}`, { link_type: 'runbook', filepath: '/n' })).json).toMatchObject({
      link_type: 'runbook',
      direct_asset_url: expect.stringMatching(/\/v2\/downloads\/n$/),
    })
    expect((await ask('PUT', `${links}/${id}`, {})).status).toBe(400)
    expect((await ask('DELETE', `${links}/${id}`)).json).toMatchObject({ id, link_type: 'runbook' })
    expect((await ask('DELETE', `${links}/${id}`)).status).toBe(404)
  })

  it.each([
    [{ tag_name: 'v1.0' }, 409, { message: 'Release already exists' }],
    [{ tag_name: 'nothing' }, 422, { message: 'Ref is not specified' }],
    [{ tag_name: 'nothing', ref: 'nowhere' }, 400, { message: 'Target nowhere is invalid' }],
    [{ tag_name: 'bad..name', ref: 'main' }, 400, { message: 'Tag name invalid' }],
    [{ tag_name: 'v3', ref: 'main', milestones: ['M1', 'M9'] }, 400, { message: 'Milestone(s) not found: M9' }],
    [{ ref: 'main' }, 400, { error: 'tag_name is missing' }],
    [{ tag_name: 'v3', ref: 'main', released_at: 'soon' }, 400, { error: 'released_at is invalid' }],
    [
      { tag_name: 'v3', ref: 'main', assets: { links: [{ name: 'x' }] } },
      400,
      { error: 'assets[links][0][url] is missing' },
    ],
  ])('refuse %j with %i', async (json, status, body) => {
    const refused = await ask('POST', PATH, json)
    expect([refused.status, refused.json]).toEqual([status, body])
    expect((await ask('GET', '/api/v4/projects/1/repository/tags/v3')).status).toBe(404)
  })

  it('are written by developers, and of protected tags by those who may make these', async () => {
    const dev = await world.person('dev')
    const guest = await world.person('guest')
    expect((await ask('POST', PATH, { tag_name: 'v4', ref: 'main' }, guest.token)).status).toBe(403)
    expect((await world.ask('POST', PATH, { json: { tag_name: 'v4', ref: 'main' } })).status).toBe(401)
    await ask('POST', '/api/v4/projects/1/members', { user_id: dev.id, access_level: 30 })
    expect((await ask('POST', PATH, { tag_name: 'v4', ref: 'main' }, dev.token)).status).toBe(201)
    await ask('POST', '/api/v4/projects/1/protected_tags', { name: 'v*', create_access_level: 40 })
    expect((await ask('PUT', `${PATH}/v4`, { name: 'x' }, dev.token)).status).toBe(403)
    expect((await ask('DELETE', `${PATH}/v4`, undefined, dev.token)).status).toBe(403)
    expect((await ask('DELETE', `${PATH}/v4`)).status).toBe(200)
  })

  it('show guests of a private project no code', async () => {
    const guest = await world.person('visitor')
    const project = { name: 'secret', visibility: 'private', initialize_with_readme: true, default_branch: 'main' }
    const { id } = (await ask('POST', '/api/v4/projects', project)).json as { readonly id: number }
    const path = `/api/v4/projects/${id}/releases`
    await ask('POST', path, { tag_name: 'v1', ref: 'main' })
    expect((await world.ask('GET', path)).status).toBe(404)
    expect((await ask('GET', path, undefined, guest.token)).status).toBe(404)
    await ask('POST', `/api/v4/projects/${id}/members`, { user_id: guest.id, access_level: 10 })
    const seen = (await ask('GET', `${path}/v1`, undefined, guest.token)).json
    expect(seen).toMatchObject({ tag_name: 'v1', assets: { count: 0, links: [] } })
    expect(seen).not.toHaveProperty('commit')
    expect(seen).not.toHaveProperty('tag_path')
  })

  it('of all projects below a group stand together', async () => {
    const top = (await ask('POST', '/api/v4/groups', { name: 'top', path: 'top' })).json as { readonly id: number }
    const low = { name: 'low', path: 'low', parent_id: top.id }
    const below = (await ask('POST', '/api/v4/groups', low)).json as { readonly id: number }
    for (const [index, namespace_id] of [top.id, below.id].entries()) {
      const project = { name: 'one', path: 'one', namespace_id, initialize_with_readme: true, default_branch: 'main' }
      const { id } = (await ask('POST', '/api/v4/projects', project)).json as { readonly id: number }
      const wanted = { tag_name: `g${index}`, ref: 'main', released_at: `2021-01-0${index + 1}T00:00:00Z` }
      expect((await ask('POST', `/api/v4/projects/${id}/releases`, wanted)).status).toBe(201)
    }
    const path = '/api/v4/groups/top/releases'
    const tags = async (query: string) =>
      ((await world.ask('GET', path, { as: world.root, query })).json as ReadonlyArray<{ tag_name: string }>).map(
        (one) => one.tag_name,
      )
    expect([await tags(''), await tags('sort=asc'), await tags('per_page=1&page=2')]).toEqual([
      ['g1', 'g0'],
      ['g0', 'g1'],
      ['g0'],
    ])
    const simple = (await world.ask('GET', path, { as: world.root, query: 'simple=true' }))
      .json as ReadonlyArray<object>
    expect(Object.keys(simple[0] ?? {})).toEqual([
      'name',
      'tag_name',
      'description',
      'created_at',
      'released_at',
      'upcoming_release',
    ])
    expect((await world.ask('GET', path)).status).toBe(404)
  })

  it('lead to their files, and tags show them', async () => {
    const link = { name: 'app', url: 'https://example.com/files/app', filepath: '/bin/app' }
    await ask('POST', PATH, { tag_name: 'w1', ref: 'main', description: 'words', assets: { links: [link] } })
    const tag = await ask('GET', '/api/v4/projects/1/repository/tags/w1')
    expect(tag.json).toMatchObject({ release: { tag_name: 'w1', description: 'words' } })
    for (const name of ['w1', 'permalink/latest']) {
      const led = await world.ask('GET', `/root/app/-/releases/${name}/downloads/bin/app`)
      expect([led.status, led.headers.get('location')]).toEqual([302, link.url])
    }
    expect((await world.ask('GET', '/root/app/-/releases/w1/downloads/bin/other')).status).toBe(404)
    expect((await world.ask('GET', '/root/app/-/releases/w9/downloads/bin/app')).status).toBe(404)
    expect((await world.ask('POST', '/root/app/-/releases/w1/downloads/bin/app')).status).toBe(405)
    expect((await world.ask('GET', '/root/secret/-/releases/v1/downloads/bin/app')).status).toBe(404)
  })

  it.each([
    ['line breaks', 'https://files.example/a\r\nSet-Cookie: stolen=1'],
    ['blanks', 'https://files.example/a b'],
    ['control characters', 'https://files.example/a\u0001b'],
  ])('refuse links with %s', async (_what, url) => {
    const made = await ask('POST', '/api/v4/projects/1/releases/w1/assets/links', { name: url, url })
    expect([made.status, JSON.stringify(made.json)]).toEqual([400, expect.stringContaining('url')])
  })

  it('lead to links with letters of any script as an address that a header may hold', async () => {
    const url = 'https://files.example/größe/日本?ä=ö'
    const link = { name: 'scripts', url, filepath: '/bin/scripts' }
    expect((await ask('POST', '/api/v4/projects/1/releases/w1/assets/links', link)).status).toBe(201)
    const led = await world.ask('GET', '/root/app/-/releases/w1/downloads/bin/scripts')
    expect([led.status, led.headers.get('location')]).toEqual([302, encodeURI(url)])
  })

  it('lead to the latest by one line, whatever follows in the path', async () => {
    const led = await world.ask('GET', '/api/v4/projects/1/releases/permalink/latest/a%0D%0ASet-Cookie:b=1%20%C3%A9')
    expect(led.status).toBe(302)
    expect(led.headers.get('location')).toMatch(/\/a%0D%0ASet-Cookie:b=1%20%C3%A9$/)
  })

  it('name archives of branches in any script', async () => {
    await ask('POST', '/api/v4/projects/1/repository/branches', { branch: 'größe-日本', ref: 'main' })
    const got = await world.ask('GET', `/root/app/-/archive/${encodeURIComponent('größe-日本')}/x.zip`)
    expect([got.status, got.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="app-gr__e-__.zip"; filename*=UTF-8''app-${encodeURIComponent('größe-日本')}.zip`,
    ])
  })

  it.each([
    ['/root/app/-/archive/w1/app-w1.tar.gz', 'app-w1.tar.gz', 'application/gzip'],
    ['/root/app/-/archive/w1.zip', 'app-w1.zip', 'application/zip'],
    ['/root/app/-/archive/main/anything.tar', 'app-main.tar', 'application/x-tar'],
    ['/root/app/-/archive/feature/x/app-feature-x.tgz', 'app-feature-x.tar.gz', 'application/gzip'],
    ['/root/app/repository/archive.zip?ref=w1', 'app-w1.zip', 'application/zip'],
  ])('have the files of their tag as archives: %s', async (address, name, type) => {
    await ask('POST', '/api/v4/projects/1/repository/branches', { branch: 'feature/x', ref: 'main' })
    const [path = '', query = ''] = address.split('?')
    const got = await world.ask('GET', path, { query })
    expect(got.status).toBe(200)
    expect(got.headers.get('content-type')).toBe(type)
    expect(got.headers.get('content-disposition')).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`)
    if (name.endsWith('.tar')) expect(got.text).toContain('app-main/README.md')
  })

  it.each([
    '/root/app/-/archive/nowhere.zip',
    '/root/app/-/archive/main',
    '/root/app/-/archive/main.exe',
    '/root/nothing/-/archive/main.zip',
  ])('have no %s', async (path) => {
    expect((await ask('GET', path)).status).toBe(404)
  })

  it('keep the archives of private projects to those who may read their code', async () => {
    const led = await world.ask('GET', '/root/secret/-/archive/main.zip')
    expect([led.status, led.headers.get('location')]).toEqual([302, expect.stringContaining('/users/sign_in')])
    expect((await ask('GET', '/root/secret/-/archive/main.zip')).status).toBe(200)
  })
})
