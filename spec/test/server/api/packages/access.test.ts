import { VISIBILITIES, type Visibility } from '@forgefold/core/access'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, basic, openPackageWorld, type World } from './world.js'

type Who = 'anonymous' | 'outsider' | 'guest' | 'reporter' | 'developer' | 'maintainer'
type Verb = 'list' | 'read' | 'files' | 'delete file' | 'delete' | 'download' | 'upload'

const WHO: ReadonlyArray<Who> = ['anonymous', 'outsider', 'guest', 'reporter', 'developer', 'maintainer']

/** Statuses in the order of `WHO` (docs/reference/behaviour/packages.md#package-endpoints). */
const EXPECTED: Readonly<Record<Visibility, Readonly<Record<Verb, ReadonlyArray<number>>>>> = {
  public: {
    list: [200, 200, 200, 200, 200, 200],
    read: [200, 200, 200, 200, 200, 200],
    files: [200, 200, 200, 200, 200, 200],
    'delete file': [403, 403, 403, 403, 403, 204],
    delete: [403, 403, 403, 403, 403, 204],
    download: [200, 200, 200, 200, 200, 200],
    upload: [401, 403, 403, 403, 201, 201],
  },
  internal: {
    list: [404, 200, 200, 200, 200, 200],
    read: [404, 200, 200, 200, 200, 200],
    files: [404, 200, 200, 200, 200, 200],
    'delete file': [404, 403, 403, 403, 403, 204],
    delete: [404, 403, 403, 403, 403, 204],
    download: [401, 200, 200, 200, 200, 200],
    upload: [401, 403, 403, 403, 201, 201],
  },
  private: {
    list: [404, 404, 403, 200, 200, 200],
    read: [404, 404, 403, 200, 200, 200],
    files: [404, 404, 403, 200, 200, 200],
    'delete file': [404, 404, 403, 403, 403, 204],
    delete: [404, 404, 403, 403, 403, 204],
    download: [401, 404, 403, 200, 200, 200],
    upload: [401, 404, 403, 403, 201, 201],
  },
}

let world: World
let counter = 0

interface Target {
  readonly base: string
  readonly path: string
  readonly id: number
  readonly fileId: number
}

/** A package of its own for each question. */
const target = async (visibility: Visibility): Promise<Target> => {
  const project = world.projects[visibility]
  const name = `thing-${++counter}`
  const made = await world.upload(project, `${name}/1.0/a.bin`, { query: 'select=package_file' })
  const file = made.json as { id: number; package_id: number }
  const base = `${API}/projects/${project}/packages`
  return { base, path: `${base}/generic/${name}/1.0`, id: file.package_id, fileId: file.id }
}

const perform = async (verb: Verb, visibility: Visibility, headers: Readonly<Record<string, string>>) => {
  const { base, path, id, fileId } = await target(visibility)
  switch (verb) {
    case 'list':
      return world.ask('GET', base, { headers })
    case 'read':
      return world.ask('GET', `${base}/${id}`, { headers })
    case 'files':
      return world.ask('GET', `${base}/${id}/package_files`, { headers })
    case 'delete file':
      return world.ask('DELETE', `${base}/${id}/package_files/${fileId}`, { headers })
    case 'delete':
      return world.ask('DELETE', `${base}/${id}`, { headers })
    case 'download':
      return world.ask('GET', `${path}/a.bin`, { headers })
    case 'upload':
      return world.ask('PUT', `${path}/b.bin`, { headers, bytes: Buffer.from('b') })
  }
}

const VERBS = Object.keys(EXPECTED.public) as ReadonlyArray<Verb>

beforeAll(async () => {
  world = await openPackageWorld()
})
afterAll(() => world.instance.close())

describe.each(VISIBILITIES)('packages of a %s project', (visibility) => {
  describe.each(VERBS)('%s', (verb) => {
    test.each(WHO.map((who, index) => [who, EXPECTED[visibility][verb][index]] as const))(
      '%s → %i',
      async (who, status) => {
        const headers = who === 'anonymous' ? {} : { 'private-token': world.tokens[who] }
        const answered = await perform(verb, visibility, headers)
        expect(answered.status, answered.text).toBe(status)
        if (status === 401 && (verb === 'download' || verb === 'upload'))
          expect(answered.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
      },
    )
  })
})

describe('kinds of tokens at the registry', () => {
  const statuses = async (headers: Readonly<Record<string, string>>) => ({
    download: (await perform('download', 'private', headers)).status,
    upload: (await perform('upload', 'private', headers)).status,
    list: (await perform('list', 'private', headers)).status,
  })

  test('a personal token in each place', async () => {
    const token = world.tokens.developer
    const fine = { download: 200, upload: 201, list: 200 }
    expect(await statuses({ 'private-token': token })).toEqual(fine)
    expect(await statuses({ authorization: `Bearer ${token}` })).toEqual(fine)
    expect(await statuses(basic('whoever', token))).toEqual({ ...fine, list: 404 })
  })

  test('a token that may only read', async () => {
    const { token, id } = await world.instance.person('reader', ['read_api'])
    await world.json('POST', `/projects/${world.projects.private}/members`, { json: { user_id: id, access_level: 40 } })
    expect(await statuses({ 'private-token': token })).toEqual({ download: 200, upload: 403, list: 200 })
    expect(await statuses(basic('x', token))).toEqual({ download: 200, upload: 403, list: 404 })
  })

  test('no token, a bad one, a password', async () => {
    expect(await statuses({ 'private-token': 'nonsense' })).toEqual({ download: 401, upload: 401, list: 401 })
    expect(await statuses(basic('root', 'correct horse'))).toEqual({ download: 401, upload: 401, list: 404 })
  })

  test('deploy tokens: by their scopes, in their own project only, by header or with their own user name', async () => {
    const { projects, deployToken } = world
    const writer = await deployToken(projects.private, ['read_package_registry', 'write_package_registry'])
    const reader = await deployToken(projects.private, ['read_package_registry'])
    const git = await deployToken(projects.private, ['read_repository'])
    const foreign = await deployToken(projects.public, ['read_package_registry', 'write_package_registry'])
    expect(await statuses({ 'deploy-token': writer.token })).toMatchObject({ download: 200, upload: 201 })
    expect(await statuses(basic(writer.username, writer.token))).toMatchObject({ download: 200, upload: 201 })
    expect(await statuses(basic('other', writer.token))).toMatchObject({ download: 401, upload: 401 })
    expect(await statuses({ 'deploy-token': reader.token })).toMatchObject({ download: 200, upload: 403 })
    expect(await statuses({ 'deploy-token': git.token })).toMatchObject({ download: 404, upload: 404 })
    expect(await statuses({ 'deploy-token': foreign.token })).toMatchObject({ download: 404, upload: 404 })
    // The documented endpoints take none: there it is as if nobody asked.
    expect((await statuses({ 'deploy-token': writer.token })).list).toBe(404)
  })

  test('a deploy token of a group opens the projects below, until it is revoked', async () => {
    const made = await world.json<{ id: number; token: string }>('POST', `/groups/${world.groupId}/deploy_tokens`, {
      json: { name: 'all', scopes: ['write_package_registry'] },
    })
    expect(await statuses({ 'deploy-token': made.token })).toMatchObject({ download: 200, upload: 201 })
    const gone = await world.ask('DELETE', `${API}/groups/${world.groupId}/deploy_tokens/${made.id}`, {
      as: world.instance.root,
    })
    expect(gone.status).toBe(204)
    expect(await statuses({ 'deploy-token': made.token })).toMatchObject({ download: 401, upload: 401 })
  })

  test('an OAuth token lists and deletes, but neither publishes nor installs', async () => {
    const answered = await world.ask('POST', '/oauth/token', {
      form: 'grant_type=password&username=root&password=correct%20horse',
    })
    const { access_token: token } = answered.json as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    expect(await statuses(headers)).toEqual({ download: 401, upload: 401, list: 200 })
    expect(await statuses(basic('oauth2', token))).toMatchObject({ download: 401, upload: 401 })
    expect((await perform('delete', 'private', headers)).status).toBe(204)
  })
})

describe('the order of checks', () => {
  test('permission before the package, the project before the parameters', async () => {
    const base = `${API}/projects/${world.projects.private}/packages`
    const { developer, maintainer, outsider, reporter } = world.tokens
    const asked = async (method: string, path: string, as: string, query = '') => {
      const { status, json } = await world.ask(method, base + path, { as, query })
      return [status, json]
    }
    expect(await asked('DELETE', '/999999', developer)).toEqual([403, { message: '403 Forbidden' }])
    expect(await asked('DELETE', '/999999', maintainer)).toEqual([404, { message: '404 Not found' }])
    expect(await asked('GET', '', reporter, 'order_by=size')).toEqual([
      400,
      { error: 'order_by does not have a valid value' },
    ])
    expect(await asked('GET', '', outsider, 'order_by=size')).toEqual([404, { message: '404 Project Not Found' }])
    const { id } = await target('private')
    expect(await asked('DELETE', `/${id}/package_files/999999`, maintainer)).toEqual([
      404,
      { message: '404 Not Found' },
    ])
    expect(await asked('DELETE', `/${id}/package_files/999999`, developer)).toEqual([403, { message: '403 Forbidden' }])
    expect(await asked('GET', '/999999', reporter)).toEqual([404, { message: '404 Not found' }])
  })

  test('a package changed since the caller looked stays', async () => {
    const { base, id } = await target('public')
    const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    expect((await world.ask('DELETE', `${base}/${id}`, { as: world.instance.root, headers })).status).toBe(412)
    expect((await world.ask('DELETE', `${base}/${id}`, { as: world.instance.root })).status).toBe(204)
    expect((await world.ask('DELETE', `${base}/${id}`, { as: world.instance.root })).status).toBe(404)
  })
})
