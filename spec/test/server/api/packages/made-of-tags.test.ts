import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, openPackageWorld, type World } from './world.js'

let world: World
let tip: string
beforeAll(async () => {
  world = await openPackageWorld()
  const { projects, json } = world
  for (const project of [projects.private, projects.public]) {
    const content = JSON.stringify({ name: `acme/kit-${project}`, require: { php: '>=8' } })
    const actions = [
      { action: 'create', file_path: 'composer.json', content },
      { action: 'create', file_path: 'go.mod', content: 'module forge.test/acme/public\n' },
    ]
    const commit = { branch: 'main', commit_message: 'Begin', actions }
    tip = (await json<{ id: string }>('POST', `/projects/${project}/repository/commits`, { json: commit })).id
    for (const tag_name of ['v1.2.0', 'v1.10.0', 'v2.0.0', 'v1', 'nightly'])
      await json('POST', `/projects/${project}/repository/tags`, { json: { tag_name, ref: 'main' } })
    const branch = { branch: '1.x', ref: 'main' }
    await json('POST', `/projects/${project}/repository/branches`, { json: branch })
    for (const from of [{ tag: 'v1.2.0' }, { branch: 'main' }, { branch: '1.x' }])
      await json('POST', `/projects/${project}/packages/composer`, { json: from })
  }
})
afterAll(() => world.instance.close())

const get = (path: string, as?: string, query = '') =>
  world.ask('GET', API + path, { query, ...(as === undefined ? {} : { as }) })

describe('Composer packages of a group', () => {
  it.each(['/group', '/groups'])('are found below %s', async (groups) => {
    const base = `${groups}/acme/-/packages/composer`
    const { reporter, outsider, guest } = world.tokens
    for (const index of ['packages.json', 'packages']) {
      const metadata = `${API}${base}/p2/%package%.json`
      expect((await get(`${base}/${index}`, reporter)).json).toEqual({ packages: [], 'metadata-url': metadata })
    }
    const hidden = `${base}/p2/acme/kit-${world.projects.private}.json`
    const found = await get(hidden, reporter)
    expect(found.status, found.text).toBe(200)
    const { packages } = found.json as { packages: Record<string, Record<string, object>> }
    const versions = packages[`acme/kit-${world.projects.private}`] ?? {}
    expect(Object.keys(versions).toSorted()).toEqual(['1.2.0', '1.x-dev', 'dev-main'])
    expect(versions['1.2.0']).toMatchObject({ version: '1.2.0', require: { php: '>=8' }, dist: { type: 'zip' } })
    expect((await get(hidden, guest)).status).toBe(403)
    expect((await get(hidden, outsider)).status).toBe(404)
    expect((await get(hidden)).status).toBe(401)
    expect((await get(`${base}/p2/acme/nothing.json`, reporter)).status).toBe(404)
  })

  it('give their archives to those who say who they are', async () => {
    const { projects, tokens } = world
    const at = `/projects/${projects.public}/packages/composer/archives/acme/kit-${projects.public}.zip`
    const archive = await get(at, tokens.outsider, `sha=${tip}`)
    expect(archive.status).toBe(200)
    expect(archive.text.startsWith('PK')).toBe(true)
    expect((await get(at, undefined, `sha=${tip}`)).status).toBe(401)
    expect((await get(at, tokens.outsider, `sha=${'0'.repeat(40)}`)).status).toBe(404)
  })

  it('are made by developers, of one tag or one branch', async () => {
    const at = `${API}/projects/${world.projects.public}/packages/composer`
    const { developer, reporter } = world.tokens
    expect((await world.ask('POST', at, { as: reporter, json: { tag: 'v2.0.0' } })).status).toBe(403)
    expect((await world.ask('POST', at, { as: developer, json: { tag: 'v2.0.0', branch: 'main' } })).status).toBe(400)
    expect((await world.ask('POST', at, { as: developer, json: { tag: 'v2.0.0' } })).status).toBe(201)
  })
})

describe('a Go module', () => {
  const module = (): string => `/projects/${world.projects.public}/packages/go/forge.test/acme/public`

  it('has its tags as versions', async () => {
    expect((await get(`${module()}/@v/list`)).text).toBe('v1.2.0\nv1.10.0\n')
    expect((await get(`${module()}/v2/@v/list`)).text).toBe('v2.0.0\n')
    expect((await get(`${module()}/@v/v1.2.0.info`)).json).toMatchObject({ Version: 'v1.2.0' })
    expect((await get(`${module()}/@v/v1.2.0.mod`)).text).toBe('module forge.test/acme/public\n')
    expect((await get(`${module()}/@v/v1.2.0.zip`)).text.startsWith('PK')).toBe(true)
  })

  it('is not there under the name of another, nor at what is no version of it', async () => {
    for (const path of ['/@v/v2.0.0.info', '/@v/v1.info', '/@v/nightly.zip', '/@v/main.info', '/v3/@v/v1.2.0.mod'])
      expect((await get(`${module()}${path}`)).status, path).toBe(404)
    const other = `/projects/${world.projects.public}/packages/go/forge.test/acme/private/@v/list`
    expect((await get(other)).status).toBe(404)
    const hidden = `/projects/${world.projects.private}/packages/go/forge.test/acme/private/@v/list`
    expect((await get(hidden, world.tokens.guest)).status).toBe(403)
    expect((await get(hidden)).status).toBe(401)
  })
})

it('a manifest that nests without end makes no package', async () => {
  const { id } = await world.json<{ id: number }>('POST', '/projects', { json: { name: 'deep' } })
  const content = `{"name":"acme/deep","extra":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  const actions = [{ action: 'create', file_path: 'composer.json', content }]
  await world.json('POST', `/projects/${id}/repository/commits`, {
    json: { branch: 'main', commit_message: 'Deep', actions },
  })
  const made = await world.ask('POST', `${API}/projects/${id}/packages/composer`, {
    as: world.instance.root,
    json: { branch: 'main' },
  })
  expect([made.status, made.json]).toEqual([422, { message: 'The file composer.json could not be parsed' }])
})
