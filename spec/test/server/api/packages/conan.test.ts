import { createHash } from 'node:crypto'
import type { Answered, Asked } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, basic, openPackageWorld, type World } from './world.js'

let world: World
beforeAll(async () => {
  world = await openPackageWorld()
})
afterAll(() => world.instance.close())

const HASH = '5ab84d6acfe1f23c4fae0ab88f26e3a396351ac9'
const INSTANCE = `${API}/packages/conan/v1`
const ofProject = (id = world.projects.private): string => `${API}/projects/${id}/packages/conan/v1`
const OWN = 'acme+private/stable'

const ask = (method: string, path: string, asked: Asked = {}): Promise<Answered> =>
  world.ask(method, path, { as: world.tokens.developer, ...asked })
const send = (recipe: string, place: string, text: string, asked: Asked = {}, base = ofProject()): Promise<Answered> =>
  ask('PUT', `${base}/files/${recipe}/0/${place}`, { bytes: Buffer.from(text), ...asked })
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const bearing = (token: string): Asked => ({ as: undefined, headers: { authorization: `Bearer ${token}` } })

/** A recipe with two files and one build. */
const publish = async (recipe: string, base = ofProject()): Promise<void> => {
  for (const [place, text] of [
    ['export/conanfile.py', 'recipe'],
    ['export/conanmanifest.txt', 'manifest'],
    [`package/${HASH}/0/conaninfo.txt`, 'info'],
    [`package/${HASH}/0/conanmanifest.txt`, 'built'],
  ] as const)
    expect((await send(recipe, place, text, {}, base)).status).toBe(200)
}

describe('a recipe', () => {
  it('is empty before, then told with its files, apart from those of its builds', async () => {
    const at = `${ofProject()}/conans/zlib/1.2/${OWN}`
    const before = await ask('GET', at)
    expect([before.status, before.json]).toEqual([200, {}])
    expect((await ask('GET', `${at}/digest`)).json).toEqual({ message: 'No recipe manifest found' })
    expect((await ask('GET', `${at}/packages/${HASH}/download_urls`)).status).toBe(404)
    await publish(`zlib/1.2/${OWN}`)
    expect((await ask('GET', at)).json).toEqual({ 'conanfile.py': md5('recipe'), 'conanmanifest.txt': md5('manifest') })
    const build = { 'conaninfo.txt': md5('info'), 'conanmanifest.txt': md5('built') }
    expect((await ask('GET', `${at}/packages/${HASH}`)).json).toEqual(build)
    for (const name of ['digest', 'download_urls'])
      expect((await ask('GET', `${at}/${name}`)).json).toEqual({
        'conanfile.py': expect.stringMatching(/\/files\/zlib\/1.2\/acme\+private\/stable\/0\/export\/conanfile.py$/),
        'conanmanifest.txt': expect.stringContaining(ofProject()),
      })
    const addresses = (await ask('GET', `${at}/packages/${HASH}/download_urls`)).json as Record<string, string>
    const fetched = await ask('GET', new URL(addresses['conanmanifest.txt'] ?? '').pathname)
    expect([fetched.status, fetched.text]).toEqual([200, 'built'])
  })

  it('is a package among the others, with its bare name', async () => {
    await publish(`listed/2.0/${OWN}`)
    const query = 'package_type=conan&package_name=listed'
    const packages = `${API}/projects/${world.projects.private}/packages`
    const listed = await ask('GET', packages, { query })
    expect(listed.json).toMatchObject([{ name: 'listed/2.0@acme+private/stable', conan_package_name: 'listed' }])
    const [{ id } = { id: 0 }] = listed.json as ReadonlyArray<{ readonly id: number }>
    const files = await ask('GET', `${packages}/${id}/package_files`)
    expect(files.json).toMatchObject([
      { file_name: 'conanfile.py' },
      { file_name: 'conanmanifest.txt' },
      { file_name: 'conaninfo.txt' },
      { file_name: 'conanmanifest.txt' },
    ])
  })

  it('has the newest of what is sent again', async () => {
    await publish(`again/1.0/${OWN}`)
    await send(`again/1.0/${OWN}`, 'export/conanmanifest.txt', 'second')
    const [recipe, build] = await Promise.all(
      ['export/conanmanifest.txt', `package/${HASH}/0/conanmanifest.txt`].map((place) =>
        ask('GET', `${ofProject()}/files/again/1.0/${OWN}/0/${place}`),
      ),
    )
    expect([recipe?.text, build?.text]).toEqual(['second', 'built'])
  })

  it('belongs to nobody where its user says so', async () => {
    await publish('free/1.0/_/_')
    expect((await ask('GET', `${ofProject()}/conans/free/1.0/_/_`)).json).toHaveProperty(['conanfile.py'])
    expect((await ask('GET', `${INSTANCE}/conans/free/1.0/_/_`)).status).toBe(404)
  })

  it('goes with its builds, to maintainers, and is told as it was', async () => {
    await publish(`gone/1.0/${OWN}`)
    const at = `${ofProject()}/conans/gone/1.0/${OWN}`
    expect((await ask('DELETE', at)).status).toBe(403)
    const gone = await ask('DELETE', at, { as: world.tokens.maintainer })
    expect([gone.status, gone.json]).toMatchObject([
      200,
      { name: 'gone', version: '1.0', package_type: 'conan', project_id: world.projects.private, status: 'default' },
    ])
    expect((gone.json as { readonly creator_id: unknown }).creator_id).toBeTypeOf('number')
    expect((await ask('GET', `${at}/packages/${HASH}`)).json).toEqual({})
    expect((await ask('DELETE', at, { as: world.tokens.maintainer })).status).toBe(404)
  })
})

describe.each([
  ['of the project', 'whole', () => ofProject()],
  ['of the instance', 'wide', () => INSTANCE],
])('the registry %s', (_, name, baseOf) => {
  const RECIPE = ['conanfile.py', 'conanmanifest.txt', 'conan_export.tgz', 'conan_sources.tgz']
  const BUILD = ['conanmanifest.txt', 'conaninfo.txt', 'conan_package.tgz']

  it('takes everything of a recipe, tells where it is, gives it and deletes it', async () => {
    const recipe = `${baseOf()}/conans/${name}/3.0/${OWN}`
    const signed = await world.ask('GET', `${baseOf()}/users/authenticate`, {
      headers: basic('maintainer', world.tokens.maintainer),
    })
    const as = bearing(signed.text)
    expect((await ask('GET', `${baseOf()}/users/check_credentials`, as)).text).toBe('ok')
    for (const [part, files] of [
      [recipe, RECIPE],
      [`${recipe}/packages/${HASH}`, BUILD],
    ] as const) {
      const json = Object.fromEntries(files.map((file) => [file, file.length]))
      const to = (await ask('POST', `${part}/upload_urls`, { json, ...as })).json as Record<string, string>
      expect(Object.keys(to).toSorted()).toEqual(files.toSorted())
      for (const [file, address] of Object.entries(to)) {
        const { pathname } = new URL(address)
        expect((await ask('PUT', `${pathname}/authorize`, as)).status).toBe(200)
        expect((await ask('PUT', pathname, { bytes: Buffer.alloc(0), ...as })).status).toBe(200)
        expect((await ask('GET', pathname, as)).status).toBe(404)
        expect((await ask('PUT', pathname, { bytes: Buffer.from(`${part} ${file}`), ...as })).status).toBe(200)
      }
      expect((await ask('GET', part, as)).json).toEqual(
        Object.fromEntries(files.map((file) => [file, md5(`${part} ${file}`)])),
      )
      for (const list of ['digest', 'download_urls']) {
        const at = (await ask('GET', `${part}/${list}`, as)).json as Record<string, string>
        expect(at).toEqual(to)
        for (const [file, address] of Object.entries(at))
          expect((await ask('GET', new URL(address).pathname, as)).text).toBe(`${part} ${file}`)
      }
    }
    const query = new URLSearchParams({ q: name.toUpperCase(), ignorecase: 'True' }).toString()
    const found = await ask('GET', `${baseOf()}/conans/search`, { query, ...as })
    expect(found.json).toEqual({ results: [`${name}/3.0@acme+private/stable`] })
    expect((await ask('DELETE', recipe, as)).json).toMatchObject({ name, version: '3.0' })
    expect((await ask('GET', recipe, as)).json).toEqual({})
  })
})

describe('sending files', () => {
  const recipe = `sent/1.0/${OWN}`

  it('begins with the question where to', async () => {
    const at = `${ofProject()}/conans/${recipe}`
    const json = { 'conanfile.py': 6, 'conan_sources.tgz': 7, 'other.bin': 8 }
    const told = await ask('POST', `${at}/upload_urls`, { json })
    expect(told.status).toBe(200)
    expect(Object.keys(told.json as object)).toEqual(['conanfile.py', 'conan_sources.tgz'])
    const built = await ask('POST', `${at}/packages/${HASH}/upload_urls`, { json: { 'conan_package.tgz': 3 } })
    const address = (built.json as Record<string, string>)['conan_package.tgz'] ?? ''
    expect(new URL(address).pathname).toBe(`${ofProject()}/files/${recipe}/0/package/${HASH}/0/conan_package.tgz`)
    const reader = { json, as: world.tokens.reporter }
    expect((await ask('POST', `${at}/upload_urls`, reader)).status).toBe(403)
  })

  it('keeps nothing of the question whether the server has a file already', async () => {
    const headers = { 'X-Checksum-Deploy': 'true', 'X-Checksum-Sha1': createHash('sha1').update('x').digest('hex') }
    const asked = await send(recipe, 'export/conanfile.py', '', { headers })
    expect(asked.status).toBe(200)
    expect((await ask('GET', `${ofProject()}/conans/${recipe}`)).json).toEqual({})
  })

  it('refuses bytes that are not what the client says they are', async () => {
    const headers = { 'X-Checksum-Sha1': createHash('sha1').update('other').digest('hex') }
    expect((await send(recipe, 'export/conanfile.py', 'bytes', { headers })).status).toBe(400)
    expect((await ask('GET', `${ofProject()}/conans/${recipe}`)).json).toEqual({})
  })

  it.each([
    ['a file of another name', 'export/evil.py'],
    ['another revision', 'export/conanfile.py', '1'],
    ['a build that is no digest', 'package/short/0/conaninfo.txt'],
    ['a file of the recipe in a build', `package/${HASH}/0/conanfile.py`],
  ])('refuses %s', async (_, place, revision = '0') => {
    const sent = await ask('PUT', `${ofProject()}/files/${recipe}/${revision}/${place}`, { bytes: Buffer.from('x') })
    expect(sent.status).toBe(400)
  })

  it('refuses names that Conan does not know', async () => {
    expect((await send(`z/1.0/${OWN}`, 'export/conanfile.py', 'x')).status).toBe(400)
    expect((await send('sent/1.0/a%20b/stable', 'export/conanfile.py', 'x')).status).toBe(400)
  })

  it('is asked for beforehand', async () => {
    const file = `${ofProject()}/files/${recipe}/0/export/conanfile.py/authorize`
    expect((await ask('PUT', file)).json).toEqual({ MaximumSize: 3 * 2 ** 30 })
    expect((await ask('PUT', file, { as: world.tokens.reporter })).status).toBe(403)
    expect((await ask('PUT', `${ofProject()}/files/z/1/${OWN}/0/export/conanfile.py/authorize`)).status).toBe(400)
  })
})

describe('the instance', () => {
  it('finds the project by the user of the recipe', async () => {
    await publish(`wider/1.0/${OWN}`, INSTANCE)
    expect((await ask('GET', `${ofProject()}/conans/wider/1.0/${OWN}`)).json).toHaveProperty(['conanfile.py'])
    const told = (await ask('GET', `${INSTANCE}/conans/wider/1.0/${OWN}/digest`)).json as Record<string, string>
    expect(new URL(told['conanfile.py'] ?? '').pathname).toContain(`${INSTANCE}/files/`)
    expect((await ask('GET', `${INSTANCE}/conans/wider/1.0/acme+nowhere/stable`)).status).toBe(404)
    const stranger = { as: world.tokens.outsider }
    expect((await ask('GET', `${INSTANCE}/conans/wider/1.0/${OWN}`, stranger)).status).toBe(404)
    expect((await ask('GET', `${INSTANCE}/conans/wider/1.0/${OWN}`, { as: undefined })).status).toBe(401)
  })

  it('takes no number of a project for the user of a recipe', async () => {
    const id = world.projects.public
    expect((await ask('GET', `${INSTANCE}/conans/wider/1.0/${id}/stable`)).status).toBe(404)
  })
})

describe('a search', () => {
  const find = async (base: string, q: string, asked: Asked = {}): Promise<unknown> =>
    (await ask('GET', `${base}/conans/search`, { query: new URLSearchParams({ q }).toString(), ...asked })).json

  it('finds recipes by their names, in the project and in the instance', async () => {
    const open = ofProject(world.projects.public)
    await publish(`seek/1.0/${OWN}`)
    await publish('seek/2.0/acme+public/beta', open)
    await publish('seek/3.0/elsewhere/beta', open)
    const mine = 'seek/1.0@acme+private/stable'
    const theirs = 'seek/2.0@acme+public/beta'
    expect(await find(ofProject(), 'seek*')).toEqual({ results: [mine] })
    expect(await find(open, 'SEEK')).toEqual({ results: [theirs, 'seek/3.0@elsewhere/beta'] })
    expect(await find(INSTANCE, 'seek*')).toEqual({ results: [mine, theirs] })
    expect(await find(INSTANCE, 'seek/2.0')).toEqual({ results: [theirs] })
    expect(await find(INSTANCE, 'seek*', { as: world.tokens.outsider })).toEqual({ results: [theirs] })
    expect(await find(INSTANCE, 'seek*', { as: undefined })).toEqual({ results: [theirs] })
    const cased = new URLSearchParams({ q: 'SEEK', ignorecase: 'False' }).toString()
    expect((await ask('GET', `${open}/conans/search`, { query: cased })).json).toEqual({ results: [] })
  })

  it('asks for what it is to find', async () => {
    expect((await ask('GET', `${INSTANCE}/conans/search`)).status).toBe(400)
  })
})

describe('signing in', () => {
  const authenticate = (asked: Asked, base = INSTANCE): Promise<Answered> =>
    ask('GET', `${base}/users/authenticate`, { as: undefined, ...asked })
  const check = (token: string): Promise<Answered> => ask('GET', `${INSTANCE}/users/check_credentials`, bearing(token))

  it('gives a token for an hour in place of one that is the password', async () => {
    const given = await authenticate({ headers: basic('developer', world.tokens.developer) })
    expect(given.status).toBe(200)
    const claims = JSON.parse(Buffer.from(given.text.split('.')[1] ?? '', 'base64url').toString()) as {
      readonly exp: number
      readonly iat: number
    }
    expect(claims.exp - claims.iat).toBe(3600)
    const checked = await check(given.text)
    expect([checked.status, checked.text]).toEqual([200, 'ok'])
    expect((await ask('GET', `${ofProject()}/conans/zlib/1.2/${OWN}`, bearing(given.text))).status).toBe(200)
    expect((await send(`jwt/1.0/${OWN}`, 'export/conanfile.py', 'x', bearing(given.text))).status).toBe(200)
    const renewed = await authenticate(bearing(given.text))
    expect((await check(renewed.text)).status).toBe(200)
  })

  it('opens nothing but the registry of Conan', async () => {
    const { text } = await authenticate({ headers: basic('developer', world.tokens.developer) })
    expect((await ask('GET', `${API}/user`, bearing(text))).status).toBe(401)
    expect(
      (await ask('GET', `${API}/projects/${world.projects.private}/packages/nuget/index`, bearing(text))).status,
    ).toBe(401)
  })

  it('refuses what was altered, what is too old, and what stands for a token that is good no more', async () => {
    const person = await world.instance.person('leaver')
    const { text } = await authenticate({ headers: basic('leaver', person.token) })
    const [header, payload, signature] = text.split('.')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as object
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: 9e9 })).toString('base64url')
    expect((await check(`${header}.${longer}.${signature}`)).status).toBe(401)
    expect((await check(`${header}.${payload}.`)).status).toBe(401)
    expect((await check(text)).status).toBe(200)
    const revoked = await ask('DELETE', `${API}/personal_access_tokens/self`, { as: person.token })
    expect([204, 404]).toContain(revoked.status)
    await world.json('POST', `/users/${person.id}/block`)
    expect((await check(text)).status).not.toBe(200)
    const kept = (await authenticate({ headers: basic('developer', world.tokens.developer) })).text
    world.instance.clock.advance(3_600_000)
    expect((await check(kept)).status).toBe(401)
  })

  it('takes deploy tokens under their own names, as far as they reach', async () => {
    const { username, token } = await world.deployToken(world.projects.private, ['read_package_registry'])
    const { text } = await authenticate({ headers: basic(username, token) }, ofProject())
    expect((await ask('GET', `${ofProject()}/conans/zlib/1.2/${OWN}`, bearing(text))).status).toBe(200)
    expect((await send(`deploy/1.0/${OWN}`, 'export/conanfile.py', 'x', bearing(text))).status).toBe(403)
    expect((await authenticate({ headers: basic('else', token) })).status).toBe(401)
  })

  it('refuses the anonymous, and wrong tokens', async () => {
    expect((await authenticate({})).status).toBe(401)
    expect((await ask('GET', `${INSTANCE}/users/check_credentials`, { as: undefined })).status).toBe(401)
    expect((await authenticate({ headers: basic('developer', 'wrong') })).status).toBe(401)
  })

  it('is preceded by the question whether the server is there', async () => {
    const ping = await ask('GET', `${INSTANCE}/ping`, { as: undefined })
    expect([ping.status, ping.json, ping.headers.get('x-conan-server-capabilities')]).toEqual([200, '', ''])
    expect((await ask('GET', `${ofProject()}/ping`, { as: undefined })).status).toBe(200)
  })
})
