import { createHash } from 'node:crypto'
import { npmDocument } from '@forgefold/spec/matrix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, basic, openPackageWorld, type World } from './world.js'

const BOUNDARY = 'wide'
const wheel = Buffer.from('wheel')
const sha256 = createHash('sha256').update(wheel).digest('hex')

const form = (name: string, version: string) => {
  const field = (key: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="content"; filename="${name}-${version}.tar.gz"\r\n\r\nwheel\r\n--${BOUNDARY}--\r\n`
  return {
    bytes: Buffer.from(field('name', name) + field('version', version) + file),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

let world: World
let elsewhere: number
beforeAll(async () => {
  world = await openPackageWorld({ tier: 'premium', publicRegistries: { npm: 'https://npm.example' } })
  const { projects, json, instance } = world
  const rival = await json<{ id: number }>('POST', '/groups', {
    json: { name: 'rival', path: 'rival', visibility: 'public' },
  })
  const made = { name: 'own', path: 'own', namespace_id: rival.id, visibility: 'public' }
  elsewhere = (await json<{ id: number }>('POST', '/projects', { json: made })).id
  const npm = (project: number, name: string, version: string) =>
    json('PUT', `/projects/${project}/packages/npm/${encodeURIComponent(name)}`, { json: npmDocument(name, version) })
  await npm(projects.private, '@acme/widget', '1.0.0')
  await npm(projects.public, '@acme/open', '1.0.0')
  await npm(elsewhere, '@acme/widget', '6.6.6')
  const maven = (project: number, path: string, text: string) =>
    instance.ask('PUT', `${API}/projects/${project}/packages/maven/${path}`, {
      as: instance.root,
      bytes: Buffer.from(text),
    })
  for (const project of [projects.private, projects.internal])
    expect((await maven(project, 'com/acme/kit/1.0/kit-1.0.pom', `of ${project}`)).status).toBe(200)
  expect((await maven(projects.public, 'acme/public/1.0/public-1.0.pom', 'own')).status).toBe(200)
  expect((await maven(elsewhere, 'acme/public/1.0/public-1.0.pom', 'rival')).status).toBe(200)
  const pypi = (project: number, name: string) =>
    instance.ask('POST', `${API}/projects/${project}/packages/pypi`, { as: instance.root, ...form(name, '1.0') })
  expect((await pypi(projects.private, 'hidden')).status).toBe(201)
  expect((await pypi(projects.public, 'shown')).status).toBe(201)
})
afterAll(() => world.instance.close())

const get = (path: string, as?: string, headers: Record<string, string> = {}) =>
  world.ask('GET', API + path, { ...(as === undefined ? {} : { as }), headers })

describe('npm in a group and in the instance', () => {
  it.each(['/packages/npm', '/groups/acme/-/packages/npm'])('below %s finds what the caller may read', async (base) => {
    const { reporter, guest, outsider } = world.tokens
    const found = await get(`${base}/@acme%2fwidget`, reporter)
    expect(found.status, found.text).toBe(200)
    const { versions } = found.json as { versions: Record<string, { dist: { tarball: string } }> }
    expect(Object.keys(versions)).toEqual(['1.0.0'])
    const tarball = new URL(versions['1.0.0']?.dist.tarball ?? '')
    expect(tarball.pathname).toMatch(`${API}${base}/@acme/widget/-/`)
    expect((await world.ask('GET', tarball.pathname, { as: reporter })).text).toBe('1.0.0')
    expect((await get(`${base}/@acme%2fwidget`)).status).toBe(401)
    expect((await get(`${base}/@acme%2fwidget`, guest)).status).toBe(403)
    expect((await get(`${base}/@acme%2fwidget`, outsider)).status).toBe(302)
    expect((await get(`${base}/@acme%2fopen`)).status).toBe(200)
    expect((await get(`${base}/left-pad`)).headers.get('location')).toBe('https://npm.example/left-pad')
  })

  it.each(['/packages/npm', '/groups/acme/-/packages/npm'])(
    'below %s changes tags for those who may publish',
    async (base) => {
      const tags = `${base}/-/package/@acme%2fwidget/dist-tags`
      const tag = `${API}${tags}/next`
      const { developer, reporter, maintainer } = world.tokens
      expect((await world.ask('PUT', tag, { as: reporter, json: '1.0.0' })).status).toBe(403)
      expect((await world.ask('PUT', tag, { as: developer, json: '1.0.0' })).status).toBe(204)
      expect((await get(tags, reporter)).json).toEqual({ latest: '1.0.0', next: '1.0.0' })
      expect((await world.ask('DELETE', tag, { as: maintainer })).status).toBe(204)
      expect((await get(tags, reporter)).json).toEqual({ latest: '1.0.0' })
      expect((await get(`${base}/-/package/@acme%2fnothing/dist-tags`, reporter)).status).toBe(404)
    },
  )
})

describe('Maven in a group and in the instance', () => {
  const kit = '/groups/acme/-/packages/maven/com/acme/kit/1.0/kit-1.0.pom'

  it('fetches from the newest project that the caller may read', async () => {
    expect((await get(kit, world.tokens.reporter)).text).toBe(`of ${world.projects.internal}`)
    expect((await get(kit, world.tokens.outsider)).text).toBe(`of ${world.projects.internal}`)
    expect((await get(`${kit}.sha1`, world.tokens.reporter)).text).toMatch(/^[0-9a-f]{40}$/)
    expect((await get(kit)).status).toBe(401)
    expect((await get('/groups/nowhere/-/packages/maven/a/b/1/b-1.pom', world.tokens.reporter)).status).toBe(404)
  })

  it('lets deploy tokens of a project find what is in it', async () => {
    const token = await world.deployToken(world.projects.private, ['read_package_registry'])
    const headers = basic(token.username, token.token)
    expect((await get(kit, undefined, headers)).text).toBe(`of ${world.projects.private}`)
    const other = await world.deployToken(world.projects.private, ['read_repository'])
    expect((await get(kit, undefined, basic(other.username, other.token))).status).toBe(404)
  })

  it('answers in the instance for the project that has the name of the package, and for no other', async () => {
    expect((await get('/packages/maven/acme/public/1.0/public-1.0.pom')).text).toBe('own')
    expect((await get('/packages/maven/com/acme/kit/1.0/kit-1.0.pom', world.tokens.reporter)).status).toBe(404)
  })
})

describe('Python packages of a group', () => {
  const base = '/groups/acme/-/packages/pypi'

  it('are listed as far as the caller may read them, with addresses below the group', async () => {
    expect((await get(`${base}/simple`)).text).not.toContain('hidden')
    const listed = await get(`${base}/simple`, world.tokens.reporter)
    expect(listed.text).toContain('Links for acme')
    expect([...listed.text.matchAll(/\/simple\/(\w+)\//g)].map(([, name]) => name)).toEqual(['hidden', 'shown'])
    const links = await get(`${base}/simple/hidden`, world.tokens.reporter)
    expect(links.text).toContain(`${API}${base}/files/${sha256}/hidden-1.0.tar.gz`)
    const file = `${base}/files/${sha256}/hidden-1.0.tar.gz`
    expect((await get(file, world.tokens.reporter)).text).toBe('wheel')
    expect((await get(file, world.tokens.outsider)).status).toBe(404)
    expect((await get(`${base}/simple/hidden`)).status).toBe(401)
    expect((await get(`${base}/simple/hidden`, world.tokens.guest)).status).toBe(403)
  })
})
