import type { Asked } from '@forgefold/spec/instance'
import { formFile, nugetPackage, nugetPackageOf, nugetSymbols, zipOf } from '@forgefold/spec/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API, basic, openPackageWorld, type World } from './world.js'

let world: World
beforeAll(async () => {
  world = await openPackageWorld()
})
afterAll(() => world.instance.close())

const at = (): string => `${API}/projects/${world.projects.private}/packages`

const push = async (bytes: Uint8Array, asked: Asked = { as: world.tokens.developer }, path = '', field = 'package') => {
  const form = await formFile(field, bytes, 'package.nupkg')
  return world.ask('PUT', `${at()}/nuget${path}`, { ...form, ...asked, headers: { ...form.headers, ...asked.headers } })
}
const read = (path: string, query = '', base = at()) =>
  world.ask('GET', `${base}/nuget${path}`, { as: world.tokens.reporter, query })

it('publishes a version, tells it in every document, and gives it back', async () => {
  const dependencies =
    '<dependencies><group targetFramework="net6.0"><dependency id="Json" version="[1.0,2.0)"/></group></dependencies>'
  const archive = nugetPackage('Acme.Core', '1.2.0', `<tags>a &amp; b</tags>${dependencies}`)
  const made = await push(archive)
  expect([made.status, made.json]).toEqual([201, { message: '201 Created' }])
  const index = (await read('/index.json')).json as { readonly resources: ReadonlyArray<Record<string, string>> }
  const resource = (type: string): string => index.resources.find((one) => one['@type'] === type)?.['@id'] ?? ''
  const pathOf = (address: string): string => new URL(address).pathname
  const versions = await world.ask('GET', `${pathOf(resource('PackageBaseAddress/3.0.0'))}/acme.core/index.json`, {
    as: world.tokens.reporter,
  })
  expect(versions.json).toEqual({ versions: ['1.2.0'] })
  const fetched = await read('/download/acme.core/1.2.0/acme.core.1.2.0.nupkg')
  expect([fetched.status, fetched.text]).toEqual([200, archive.toString()])
  const registration = await read('/metadata/acme.core/index.json')
  expect(registration.json).toMatchObject({
    count: 1,
    items: [
      {
        lower: '1.2.0',
        upper: '1.2.0',
        items: [
          {
            '@id': `${resource('RegistrationsBaseUrl')}/Acme.Core/1.2.0.json`,
            packageContent: `${resource('PackageBaseAddress/3.0.0')}/Acme.Core/1.2.0/acme.core.1.2.0.nupkg`,
            catalogEntry: {
              id: 'Acme.Core',
              version: '1.2.0',
              authors: 'Ann',
              description: 'Says Acme.Core',
              tags: 'a & b',
              dependencyGroups: [{ targetFramework: 'net6.0', dependencies: [{ id: 'Json', range: '[1.0,2.0)' }] }],
            },
          },
        ],
      },
    ],
  })
  expect((await read('/metadata/Acme.Core/1.2.json')).json).toMatchObject({ catalogEntry: { version: '1.2.0' } })
  const listed = await world.ask('GET', at(), { as: world.tokens.reporter, query: 'package_type=nuget' })
  expect(listed.json).toMatchObject([{ name: 'Acme.Core', version: '1.2.0', package_type: 'nuget', status: 'default' }])
})

it('tells neither capital letters nor trailing zeros apart, and gives the newest of several archives', async () => {
  expect((await push(nugetPackage('Twice', '1.0.0'))).status).toBe(201)
  const second = nugetPackage('twice', '1.0', '<title>Second</title>')
  expect((await push(second)).status).toBe(201)
  expect((await push(nugetPackage('TWICE', '1.0.0.0+build'))).status).toBe(201)
  const last = nugetPackage('Twice', '1.0.0', '<title>Last</title>')
  expect((await push(last)).status).toBe(201)
  expect((await read('/download/Twice/index')).json).toEqual({ versions: ['1.0.0'] })
  expect((await read('/download/twice/1.0/TWICE.1.0.0.nupkg')).text).toBe(last.toString())
  expect((await read('/query', 'q=twice')).json).toMatchObject({
    totalHits: 1,
    data: [{ id: 'Twice', title: 'Last', versions: [{ version: '1.0.0' }] }],
  })
})

it('orders versions as NuGet does, and searches by name, finished ones only where asked', async () => {
  for (const version of ['1.10.0', '1.2.0-beta', '1.2.0', '1.2.0.5', '2.0.0-rc.1'])
    expect((await push(nugetPackage('Ordered.Lib', version))).status, version).toBe(201)
  expect((await push(nugetPackage('Ordered.Next', '0.1.0-dev'))).status).toBe(201)
  expect((await read('/download/ordered.lib/index.json')).json).toEqual({
    versions: ['1.2.0-beta', '1.2.0', '1.2.0.5', '1.10.0', '2.0.0-rc.1'],
  })
  const found = async (query: string) => {
    const { totalHits, data } = (await read('/query', query)).json as {
      readonly totalHits: number
      readonly data: ReadonlyArray<{ readonly id: string; readonly version: string }>
    }
    return [totalHits, ...data.map(({ id, version }) => `${id} ${version}`)]
  }
  expect(await found('q=ordered')).toEqual([2, 'Ordered.Lib 2.0.0-rc.1', 'Ordered.Next 0.1.0-dev'])
  expect(await found('q=ORDERED&prerelease=false')).toEqual([1, 'Ordered.Lib 1.10.0'])
  expect(await found('q=ordered&skip=1&take=1')).toEqual([2, 'Ordered.Next 0.1.0-dev'])
  expect(await found('q=ordered&take=0')).toEqual([2])
  expect(await found('q=%25')).toEqual([0])
  expect((await read('/query', 'skip=-1')).status).toBe(400)
})

it('answers for a group, whose versions lie in its projects', async () => {
  const base = `${API}/groups/${world.groupId}/-/packages`
  expect((await push(nugetPackage('Grouped', '1.0.0'))).status).toBe(201)
  const index = (await read('/index.json', '', base)).json as { readonly resources: ReadonlyArray<object> }
  expect(index.resources).toHaveLength(6)
  const registration = (await read('/metadata/grouped/index.json', '', base)).json as {
    readonly items: ReadonlyArray<{ readonly items: ReadonlyArray<{ readonly packageContent: string }> }>
  }
  const content = registration.items[0]?.items[0]?.packageContent ?? ''
  expect(new URL(content).pathname).toBe(`${at()}/nuget/download/Grouped/1.0.0/grouped.1.0.0.nupkg`)
  expect((await world.ask('GET', new URL(content).pathname, { as: world.tokens.reporter })).status).toBe(200)
  expect((await read('/query', 'q=grouped', base)).json).toMatchObject({ totalHits: 1 })
  expect((await push(nugetPackage('Grouped', '2.0.0-rc.1'))).status).toBe(201)
  const found = async (query: string) =>
    ((await read('/query', query, base)).json as { readonly data: ReadonlyArray<{ readonly version: string }> }).data
  expect(await found('q=grouped')).toMatchObject([{ version: '2.0.0-rc.1' }])
  expect(await found('q=grouped&prerelease=false')).toMatchObject([{ version: '1.0.0' }])
  expect(await found('q=grouped&skip=1')).toEqual([])
  expect(await found('q=grouped&take=0')).toEqual([])
  expect((await read('/metadata/grouped/1.0.0.json', '', base)).status).toBe(200)
  const asked = await world.ask('GET', `${base}/nuget/metadata/grouped/index.json`, {})
  expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')])
})

it('gives its documents by their names without an ending as well', async () => {
  expect((await push(nugetPackage('Endless', '1.0.0'))).status).toBe(201)
  for (const base of [at(), `${API}/groups/${world.groupId}/-/packages`])
    for (const document of ['/index', '/metadata/endless/index']) {
      const [bare, ended] = [await read(document, '', base), await read(`${document}.json`, '', base)]
      expect([bare.status, bare.json]).toEqual([200, ended.json])
    }
})

it('keeps symbols beside the version that they belong to', async () => {
  expect((await push(nugetSymbols('Symbolic', '1.0.0'), undefined, '/symbolpackage')).status).toBe(404)
  expect((await push(nugetPackage('Symbolic', '1.0.0', '<title>Kept</title>'))).status).toBe(201)
  const symbols = nugetSymbols('Symbolic', '1.0.0')
  expect((await push(symbols)).status).toBe(400)
  expect((await push(nugetPackage('Symbolic', '1.0.0'), undefined, '/symbolpackage')).status).toBe(400)
  expect((await push(symbols, undefined, '/symbolpackage')).status).toBe(201)
  expect((await read('/download/symbolic/1.0.0/symbolic.1.0.0.snupkg')).text).toBe(symbols.toString())
  expect((await read('/metadata/symbolic/1.0.0')).json).toMatchObject({
    packageContent: expect.stringMatching(/symbolic\.1\.0\.0\.nupkg$/),
    catalogEntry: { title: 'Kept' },
  })
})

it('takes the tokens that clients send by Basic', async () => {
  const { username, token } = await world.deployToken(world.projects.private, ['write_package_registry'])
  const as = (password: string, user = username) => ({ headers: basic(user, password) })
  expect((await push(nugetPackage('By.Token', '1.0.0'), as(token))).status).toBe(201)
  expect((await push(nugetPackage('By.Token', '1.0.1'), as(token, 'another'))).status).toBe(401)
  expect((await push(nugetPackage('By.Token', '1.0.1'), as(world.tokens.developer, 'developer'))).status).toBe(201)
  const refused = await push(nugetPackage('By.Token', '1.0.2'), {})
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')])
  expect((await push(nugetPackage('By.Token', '1.0.2'), { as: world.tokens.reporter })).status).toBe(403)
  expect((await push(nugetPackage('By.Token', '1.0.2'), { as: world.tokens.outsider })).status).toBe(404)
})

it('refuses what is no package, and makes none of it', async () => {
  const before = (await world.ask('GET', at(), { as: world.tokens.reporter })).headers.get('x-total')
  const declared =
    '<!DOCTYPE package [<!ENTITY e "e">]><package><metadata><id>a</id><version>1.0.0</version></metadata></package>'
  const nested = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`
  const archives: Readonly<Record<string, Uint8Array>> = {
    'no archive': Buffer.from('no archive'),
    'no manifest': zipOf([{ name: 'lib/a.dll', bytes: Buffer.from('a'), deflated: true }]),
    'a manifest in a folder': zipOf([{ name: 'a/a.nuspec', bytes: Buffer.from(declared), deflated: true }]),
    'no XML': nugetPackageOf('<package><metadata>'),
    'a document type': nugetPackageOf(declared),
    'nested deeply': nugetPackageOf(nested),
    'a long tag': nugetPackageOf(`<package ${'a'.repeat(1_000_000)}><metadata/></package>`),
    'no version': nugetPackageOf('<package><metadata><id>a</id></metadata></package>'),
    'a path for a name': nugetPackage('../../a', '1.0.0'),
    'no version of NuGet': nugetPackage('a', 'latest'),
    'too long a name': nugetPackage('a'.repeat(256), '1.0.0'),
    'a manifest too large': nugetPackageOf(`<package>${' '.repeat(1024 * 1024)}</package>`),
    'a cut archive': nugetPackage('a', '1.0.0').subarray(30),
  }
  for (const [what, bytes] of Object.entries(archives)) expect((await push(bytes)).status, what).toBe(400)
  expect((await push(nugetPackage('a', '1.0.0'), undefined, '', 'file')).status).toBe(400)
  expect(
    (await world.ask('PUT', `${at()}/nuget`, { as: world.tokens.developer, bytes: Buffer.from('a') })).status,
  ).toBe(400)
  expect((await world.ask('GET', at(), { as: world.tokens.reporter })).headers.get('x-total')).toBe(before)
  for (const path of [
    '/metadata/none/index.json',
    '/metadata/none/1.0.0',
    '/download/none/index',
    '/download/none/1.0/a',
  ])
    expect((await read(path)).status, path).toBe(404)
})

it('does not find what was deleted', async () => {
  expect((await push(nugetPackage('Leaving', '1.0.0'))).status).toBe(201)
  const [listed] = await world.json<ReadonlyArray<{ readonly id: number }>>(
    'GET',
    `/projects/${world.projects.private}/packages`,
    { query: 'package_name=leaving' },
  )
  const gone = await world.ask('DELETE', `${at()}/${listed?.id}`, { as: world.tokens.maintainer })
  expect(gone.status).toBe(204)
  expect((await read('/download/leaving/index.json')).status).toBe(404)
  expect((await push(nugetPackage('LEAVING', '1.0'))).status).toBe(201)
})
