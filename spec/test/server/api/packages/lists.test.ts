import {
  authorizePublication,
  type PackageType,
  packageAggregate,
  publishFile,
} from '@forgefold/core/domains/packages/package'
import { userActor } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, openPackageWorld, type World } from './world.js'

interface Listed {
  readonly id: number
  readonly name: string
  readonly version: string | null
  readonly package_type: string
  readonly status: string
  readonly _links: { readonly web_path: string; readonly delete_api_path?: string }
}

let world: World

const put = async (project: number, type: string, name: string, version: string, query = ''): Promise<void> => {
  const path = `${API}/projects/${project}/packages/${type}/${encodeURIComponent(name)}/${version}/a.bin`
  const answered = await world.ask('PUT', path, { as: world.instance.root, bytes: Buffer.from(name), query })
  expect(answered.status, answered.text).toBe(201)
}

const npm = (name: string, version: string, tags: Record<string, string>) => ({
  name,
  'dist-tags': tags,
  versions: { [version]: { name, version, dist: {} } },
  _attachments: { 'x.tgz': { data: Buffer.from(version).toString('base64'), length: version.length } },
})

const list = (query = '', path = `/projects/${world.projects.private}/packages`, as?: string): Promise<Array<Listed>> =>
  world.json('GET', path, { query, ...(as === undefined ? {} : { as }) })

const namesOf = async (query: string, path?: string, as?: string) =>
  (await list(query, path, as)).map(({ name, version }) => `${name} ${version}`)

beforeAll(async () => {
  world = await openPackageWorld()
  const { projects, instance } = world
  await put(projects.private, 'generic', 'Blue.Whale', '2.0')
  await put(projects.private, 'generic', 'blue-crab', '10.0')
  await put(projects.private, 'helm', 'red-crab', '1.0.0')
  await put(projects.private, 'terraform_module', 'vpc/aws', '1.0.0')
  await put(projects.private, 'conan', 'zlib', '1.2.11')
  await put(projects.private, 'generic', 'secret', '1.0', 'status=hidden')
  await world.ask('PUT', `${API}/projects/${projects.private}/packages/maven/com/ex/demo/maven-metadata.xml`, {
    as: instance.root,
    bytes: Buffer.from('<metadata/>'),
  })
  for (const version of ['1.0.0', '1.0.1'])
    await world.ask('PUT', `${API}/projects/${projects.private}/packages/npm/@acme%2fw`, {
      as: instance.root,
      json: npm('@acme/w', version, { latest: version }),
    })
  await put(projects.public, 'generic', 'open', '1.0')
  await put(projects.internal, 'generic', 'inner', '1.0')
})
afterAll(() => world.instance.close())

describe('the list of a project', () => {
  const ALL = [
    'Blue.Whale 2.0',
    'blue-crab 10.0',
    'red-crab 1.0.0',
    'zlib/1.2.11@acme+private/stable 1.2.11',
    '@acme/w 1.0.0',
    '@acme/w 1.0.1',
  ]

  test.each([
    ['', ALL],
    ['sort=desc', [...ALL].reverse()],
    [
      'order_by=name',
      [
        '@acme/w 1.0.0',
        '@acme/w 1.0.1',
        'Blue.Whale 2.0',
        'blue-crab 10.0',
        'red-crab 1.0.0',
        'zlib/1.2.11@acme+private/stable 1.2.11',
      ],
    ],
    [
      'order_by=type',
      [
        '@acme/w 1.0.0',
        '@acme/w 1.0.1',
        'zlib/1.2.11@acme+private/stable 1.2.11',
        'Blue.Whale 2.0',
        'blue-crab 10.0',
        'red-crab 1.0.0',
      ],
    ],
    ['package_type=helm', ['red-crab 1.0.0']],
    ['package_type=terraform_module', ['vpc/aws 1.0.0']],
    ['package_type=maven', []],
    ['package_type=maven&include_versionless=true', ['com/ex/demo null']],
    ['include_versionless=false', ALL],
    ['status=hidden', ['secret 1.0']],
    ['status=processing', []],
    ['package_name=crab', ['blue-crab 10.0', 'red-crab 1.0.0']],
    ['package_name=CRAB%20blue', ['blue-crab 10.0']],
    ['package_name=e-c', ['blue-crab 10.0']],
    [
      'package_name=b',
      ['Blue.Whale 2.0', 'blue-crab 10.0', 'red-crab 1.0.0', 'zlib/1.2.11@acme+private/stable 1.2.11'],
    ],
    ['package_name=%22blue%20crab%22', []],
    ['package_name=%22blue-%22', ['blue-crab 10.0']],
    ['package_name=%25', []],
    ['package_name=', ALL],
  ])('?%s', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected)
  })

  test('versions are sorted as text', async () => {
    const versions = (await list('order_by=version')).map(({ version }) => version)
    expect(versions).toEqual(['1.0.0', '1.0.0', '1.0.1', '1.2.11', '10.0', '2.0'])
  })

  test.each([
    'order_by=project_path',
    'order_by=size',
    'sort=up',
    'package_type=rubygems',
    'status=gone',
    'per_page=0',
    'page=x',
    'include_versionless=maybe',
  ])('?%s is refused', async (query) => {
    const path = `${API}/projects/${world.projects.private}/packages`
    expect((await world.ask('GET', path, { as: world.instance.root, query })).status).toBe(400)
  })

  test('pages carry totals and links', async () => {
    const path = `${API}/projects/${world.projects.private}/packages`
    const { headers, json } = await world.ask('GET', path, { as: world.instance.root, query: 'per_page=2&page=2' })
    expect(json).toHaveLength(2)
    expect([headers.get('x-total'), headers.get('x-total-pages'), headers.get('x-next-page')]).toEqual(['6', '3', '3'])
    expect(headers.get('link')).toContain('rel="next"')
  })
})

describe('the shape of a package', () => {
  test('links depend on what the caller may', async () => {
    const [mine] = await list('package_name=whale')
    expect(mine?._links).toEqual({
      web_path: `/acme/private/-/packages/${mine?.id}`,
      delete_api_path: `http://forge.test/api/v4/projects/${world.projects.private}/packages/${mine?.id}`,
    })
    const [theirs] = await list('package_name=whale', undefined, world.tokens.developer)
    expect(theirs?._links).toEqual({ web_path: mine?._links.web_path })
    const [terraform] = await list('package_type=terraform_module')
    expect(terraform?._links.web_path).toContain('/-/infrastructure_registry/')
  })

  test('a Conan package shows its bare name besides', async () => {
    expect((await list('package_type=conan'))[0]).toMatchObject({ conan_package_name: 'zlib', tags: [] })
  })

  test('the single package has its other versions, and tags where there are some', async () => {
    const [old, young] = await list('package_type=npm')
    const one = await world.json<Record<string, unknown>>(
      'GET',
      `/projects/${world.projects.private}/packages/${old?.id}`,
    )
    expect(one).toMatchObject({ name: '@acme/w', version: '1.0.0', status: 'default', tags: [], pipelines: [] })
    expect(one).not.toHaveProperty('pipeline')
    const tagged = { id: young?.id, version: '1.0.1', tags: [{ name: 'latest' }], pipelines: [] }
    expect(one['versions']).toMatchObject([tagged])
    expect(one).not.toHaveProperty('last_downloaded_at')
  })

  test('hidden packages are found by nobody who does not know their files', async () => {
    const [hidden] = await list('status=hidden')
    const base = `${API}/projects/${world.projects.private}/packages`
    const { root } = world.instance
    expect((await world.ask('GET', `${base}/${hidden?.id}`, { as: root })).status).toBe(404)
    expect((await world.ask('GET', `${base}/${hidden?.id}/package_files`, { as: root })).status).toBe(404)
    expect((await world.ask('DELETE', `${base}/${hidden?.id}`, { as: root })).status).toBe(404)
    expect((await world.ask('GET', `${base}/generic/secret/1.0/a.bin`, { as: root })).text).toBe('secret')
  })

  test('a broken package is listed and deleted, but not shown', async () => {
    const { forge, context } = world.instance
    await put(world.projects.public, 'generic', 'broken', '1.0')
    const [broken] = await list('package_name=broken', `/projects/${world.projects.public}/packages`)
    const command = { type: 'ChangeStatus', status: 'error' } as const
    expect(E.isRight(await forge.aggregates.execute(packageAggregate, broken?.id ?? 0, command, context()))).toBe(true)
    const one = `${API}/projects/${world.projects.public}/packages/${broken?.id}`
    expect((await world.ask('GET', one)).json).toEqual({ message: 'Package not found' })
    expect((await world.ask('GET', `${one}/package_files`)).status).toBe(200)
    expect((await list('', `/projects/${world.projects.public}/packages`)).map(({ status }) => status)).toContain(
      'error',
    )
    expect((await world.ask('DELETE', one, { as: world.instance.root })).status).toBe(204)
    expect(
      (await list('status=pending_destruction', `/projects/${world.projects.public}/packages`)).map(({ id }) => id),
    ).toEqual([broken?.id])
  })
})

describe('the list of a group', () => {
  const path = '/groups/acme/packages'
  const distinct = async (query: string, as?: string) => [
    ...new Set((await namesOf(query, path, as)).map((one) => one.split(' ')[0])),
  ]

  test('holds what the caller may see', async () => {
    expect(await distinct('package_type=generic')).toEqual(['Blue.Whale', 'blue-crab', 'open', 'inner'])
    expect(await distinct('package_type=generic', world.tokens.outsider)).toEqual(['open', 'inner'])
    expect(await distinct('package_type=generic', world.tokens.guest)).toEqual(['open', 'inner'])
    expect(await distinct('package_type=generic', world.tokens.reporter)).toEqual([
      'Blue.Whale',
      'blue-crab',
      'open',
      'inner',
    ])
    const anonymous = (await world.ask('GET', API + path)).json as Array<Listed>
    expect(anonymous.map(({ name }) => name)).toEqual(['open'])
    expect(anonymous[0]).toMatchObject({ project_id: world.projects.public, project_path: 'acme/public' })
  })

  test('reaches into subgroups unless it is told not to, and sorts by project', async () => {
    const sub = await world.json<{ id: number }>('POST', '/groups', {
      json: { name: 'sub', path: 'sub', parent_id: world.groupId, visibility: 'public' },
    })
    const body = { name: 'a', path: 'a', namespace_id: sub.id, visibility: 'public' }
    const { id } = await world.json<{ id: number }>('POST', '/projects', { json: body })
    await put(id, 'generic', 'deep', '1.0')
    expect(await distinct('package_type=generic&order_by=project_path')).toEqual([
      'deep',
      'inner',
      'Blue.Whale',
      'blue-crab',
      'open',
    ])
    expect(await distinct('package_type=generic&exclude_subgroups=true')).not.toContain('deep')
  })

  test('knows no Terraform modules', async () => {
    const asked = { as: world.instance.root, query: 'package_type=terraform_module' }
    const answered = await world.ask('GET', API + path, asked)
    expect([answered.status, answered.json]).toEqual([400, { error: 'package_type does not have a valid value' }])
    expect(await distinct('')).not.toContain('vpc/aws')
  })

  test('closed to those who have nothing to see in a private group', async () => {
    const group = await world.json<{ id: number }>('POST', '/groups', {
      json: { name: 'shut', path: 'shut', visibility: 'private' },
    })
    expect((await world.ask('GET', `${API}/groups/shut/packages`)).json).toEqual({ message: '404 Group Not Found' })
    const guest = await world.instance.person('shut-guest')
    await world.json('POST', `/groups/${group.id}/members`, { json: { user_id: guest.id, access_level: 10 } })
    expect((await world.ask('GET', `${API}/groups/shut/packages`, { as: guest.token })).status).toBe(403)
    const project = await world.json<{ id: number }>('POST', '/projects', {
      json: { name: 'p', path: 'p', namespace_id: group.id },
    })
    const dev = await world.instance.person('shut-dev')
    await world.json('POST', `/projects/${project.id}/members`, { json: { user_id: dev.id, access_level: 30 } })
    await put(project.id, 'generic', 'mine', '1.0')
    expect(await namesOf('', '/groups/shut/packages', dev.token)).toEqual(['mine 1.0'])
  })
})

describe('the dial', () => {
  const shapeIn = async (release: string): Promise<Record<string, unknown>> => {
    const other = await openPackageWorld({ release })
    try {
      await other.upload(other.projects.public, 'thing/1.0/a.bin')
      return (
        (await other.json<Array<Record<string, unknown>>>('GET', `/projects/${other.projects.public}/packages`))[0] ??
        {}
      )
    } finally {
      await other.instance.close()
    }
  }

  test('downloads are told from some release on', async () => {
    expect(await shapeIn('15.3')).not.toHaveProperty('last_downloaded_at')
    expect(await shapeIn('16.0')).toMatchObject({ last_downloaded_at: null })
  })

  test('Composer archives are fetched by anybody through 14.10, and by the known from 15.0 on', async () => {
    const fetchedIn = async (release: string): Promise<ReadonlyArray<number>> => {
      const other = await openPackageWorld({ release })
      try {
        const path = `${API}/projects/${other.projects.public}/packages/composer/acme/1.0/a.zip`
        const { root } = other.instance
        const put = await other.ask('PUT', path, { as: root, bytes: Buffer.from('zip') })
        expect(put.status, put.text).toBe(201)
        return [(await other.ask('GET', path)).status, (await other.ask('GET', path, { as: root })).status]
      } finally {
        await other.instance.close()
      }
    }
    expect(await fetchedIn('14.10')).toEqual([200, 200])
    expect(await fetchedIn('15.0')).toEqual([401, 200])
  })
})

test('a package that a job published is linked to its pipeline', async () => {
  const { forge, context } = world.instance
  const project = world.projects.public
  const admin = forge.read.users.byUsername('root')?.id ?? 0
  const credential = { kind: 'job', id: '1', scopes: [], jobId: 1, pipelineId: 77, projectId: project } as const
  const principal = { kind: 'user', userId: admin, admin: true, external: false, credential } as const
  const caller = { principal, context: { ...context(), actor: userActor(admin) } }
  const publication = {
    project,
    type: 'generic' as PackageType,
    name: 'built',
    version: '1.0',
    fileName: 'a',
  } as const
  const authorized = authorizePublication(forge, caller, publication)
  if (E.isLeft(authorized)) throw new Error(authorized.left.kind)
  const digest = { sha256: 'a', sha1: 'b', md5: 'c', size: 1 }
  const made = await publishFile(forge, caller, { authorized: authorized.right, file: { name: 'a', digest } })
  if (E.isLeft(made)) throw new Error(made.left.kind)
  expect(made.right.pipelineId).toBe(77)
  expect(forge.read.packages.pipelinesOf([made.right.packageId]).get(made.right.packageId)).toEqual([77])
})
