import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let instance: TestInstance
let ann: { readonly id: number; readonly token: string }
beforeAll(async () => {
  instance = await openTestInstance()
  ann = await instance.person('ann')
})
afterAll(() => instance.close())

const ask = (method: string, path: string, json?: unknown, as: string | undefined = instance.root) =>
  instance.ask(method, `/api/v4${path}`, { as, json })
const set = async (json: unknown): Promise<void> => {
  expect(await ask('PUT', '/application/settings', json)).toMatchObject({ status: 200 })
}

describe('a new project', () => {
  it('looks for its CI file where the instance says, unless it says so itself', async () => {
    await set({ default_ci_config_path: 'ci/main.yml' })
    expect(await ask('POST', '/projects', { name: 'told' })).toMatchObject({
      status: 201,
      json: { ci_config_path: 'ci/main.yml' },
    })
    expect(await ask('POST', '/projects', { name: 'own', ci_config_path: 'own.yml' })).toMatchObject({
      json: { ci_config_path: 'own.yml' },
    })
    for (const wrong of ['/ci.yml', '../ci.yml'])
      expect(await ask('PUT', '/application/settings', { default_ci_config_path: wrong })).toMatchObject({
        status: 400,
        json: { message: { default_ci_config_path: ['cannot include leading slash or directory traversal.'] } },
      })
    await set({ default_ci_config_path: '' })
    expect(await ask('POST', '/projects', { name: 'plain' })).toMatchObject({ json: { ci_config_path: '' } })
  })

  it('may use shared runners as the instance says', async () => {
    await set({ shared_runners_enabled: false })
    expect(await ask('POST', '/projects', { name: 'without' })).toMatchObject({
      json: { shared_runners_enabled: false },
    })
    await set({ shared_runners_enabled: true, shared_runners_text: '', shared_runners_minutes: 0 })
    expect(await ask('POST', '/projects', { name: 'with' })).toMatchObject({ json: { shared_runners_enabled: true } })
  })

  it('keeps its newest artifacts only where the instance does too', async () => {
    const made = await ask('POST', '/projects', { name: 'keeper', keep_latest_artifact: true })
    const { id } = made.json as { readonly id: number }
    const keeps = async () =>
      ((await ask('GET', `/projects/${id}`)).json as { readonly keep_latest_artifact: boolean }).keep_latest_artifact
    expect(await keeps()).toBe(true)
    await set({ keep_latest_artifact: false })
    expect(await keeps()).toBe(false)
    await set({ keep_latest_artifact: true })
    expect(await keeps()).toBe(true)
    expect((await ask('PUT', `/projects/${id}`, { keep_latest_artifact: false })).status).toBe(200)
    expect(await keeps()).toBe(false)
  })

  it('is not imported: forbidden where the source is off, and told plainly where it is on', async () => {
    const imported = { name: 'copy', import_url: 'https://elsewhere.example/p.git' }
    expect(await ask('POST', '/projects', imported)).toMatchObject({
      status: 400,
      json: { message: { import_url: ['is not supported: this server imports no repositories'] } },
    })
    await set({ import_sources: ['gitea'] })
    expect(await ask('POST', '/projects', imported)).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
    expect((await ask('GET', '/projects/root%2Fcopy')).status).toBe(404)
    expect((await ask('POST', '/projects', { name: 'copy', import_url: '' })).status).toBe(201)
  })

  it('tells where git finds it by the protocols that are allowed', async () => {
    const { id } = (await ask('POST', '/projects', { name: 'cloned' })).json as { readonly id: number }
    const urls = async () => {
      const one = (await ask('GET', `/projects/${id}`)).json as Readonly<Record<string, unknown>>
      const [first] = (await ask('GET', '/projects')).json as ReadonlyArray<Readonly<Record<string, unknown>>>
      expect([first?.['ssh_url_to_repo'], first?.['http_url_to_repo']]).toEqual([
        one['ssh_url_to_repo'],
        one['http_url_to_repo'],
      ])
      return [one['ssh_url_to_repo'], one['http_url_to_repo']]
    }
    const both = ['git@forge.test:root/cloned.git', 'http://forge.test/root/cloned.git']
    expect(await urls()).toEqual(both)
    await set({ enabled_git_access_protocol: 'ssh' })
    expect(await urls()).toEqual([both[0], null])
    await set({ enabled_git_access_protocol: 'http' })
    expect(await urls()).toEqual([null, both[1]])
    await set({ enabled_git_access_protocol: 'nil' })
    expect(await urls()).toEqual(both)
  })
})

describe('a new user', () => {
  const user = (username: string, more: object = {}) =>
    ask('POST', '/users', {
      username,
      name: username,
      email: `${username}@corp.example`,
      force_random_password: true,
      ...more,
    })

  it('is external where the instance says so, but for internal addresses and whoever is said to be', async () => {
    await set({ user_default_external: true, user_default_internal_regex: '^[^@]+@corp\\.example$' })
    expect(await user('inside')).toMatchObject({ status: 201, json: { external: false } })
    expect(await user('outside', { email: 'outside@other.example' })).toMatchObject({ json: { external: true } })
    expect(await user('asked', { email: 'asked@other.example', external: false })).toMatchObject({
      json: { external: false },
    })
    expect(await user('told', { external: true })).toMatchObject({ json: { external: true } })
    await set({ user_default_external: false, user_default_internal_regex: '' })
  })

  it('that an administrator makes may have any address, whatever the lists of domains say', async () => {
    await set({ domain_allowlist: ['only.example'], domain_denylist_enabled: true, domain_denylist: ['corp.example'] })
    expect((await user('exempt')).status).toBe(201)
    await set({ domain_allowlist: [], domain_denylist_enabled: false })
  })
})

describe('an external user', () => {
  it('sees internal projects and groups only as a member, and makes nothing', async () => {
    const ext = await instance.person('ext')
    expect((await ask('PUT', `/users/${ext.id}`, { external: true })).status).toBe(200)
    const group = (await ask('POST', '/groups', { name: 'Inner', path: 'inner', visibility: 'internal' })).json as {
      readonly id: number
    }
    const project = (await ask('POST', '/projects', { name: 'inner', namespace_id: group.id, visibility: 'internal' }))
      .json as { readonly id: number }
    for (const path of [`/projects/${project.id}`, `/groups/${group.id}`]) {
      expect((await ask('GET', path, undefined, ann.token)).status).toBe(200)
      expect((await ask('GET', path, undefined, ext.token)).status).toBe(404)
    }
    expect(await ask('GET', '/groups', undefined, ext.token)).toMatchObject({ json: [] })
    expect((await ask('POST', '/groups', { name: 'x', path: 'x' }, ext.token)).status).toBe(403)
    await ask('POST', `/projects/${project.id}/members`, { user_id: ext.id, access_level: 10 })
    expect((await ask('GET', `/projects/${project.id}`, undefined, ext.token)).status).toBe(200)
  })
})

describe('the page of metrics', () => {
  it('is there only while metrics are collected', async () => {
    expect((await instance.ask('GET', '/-/metrics')).status).toBe(200)
    await set({ prometheus_metrics_enabled: false })
    expect((await instance.ask('GET', '/-/metrics')).status).toBe(404)
    await set({ prometheus_metrics_enabled: true })
  })
})

describe('a raw file on the pages', () => {
  let project: { readonly id: number }
  beforeAll(async () => {
    const made = { name: 'shelf', initialize_with_readme: true, visibility: 'public', default_branch: 'main' }
    project = (await ask('POST', '/projects', made)).json as { readonly id: number }
    const actions = [
      { action: 'create', file_path: 'docs/a page.md', content: '# Page\n' },
      { action: 'create', file_path: 'pixel', content: 'AAEC', encoding: 'base64' },
    ]
    const commit = { branch: 'feature/one', start_branch: 'main', commit_message: 'Files', actions }
    expect((await ask('POST', `/projects/${project.id}/repository/commits`, commit)).status).toBe(201)
  })
  const raw = (path: string, as?: string) =>
    instance.ask('GET', `/root/shelf/-/raw/${path}`, as === undefined ? {} : { as })

  it('is sent as plain text, or to be saved, whatever slashes its ref has', async () => {
    const page = await raw('feature/one/docs/a%20page.md')
    expect(page).toMatchObject({ status: 200, text: '# Page\n' })
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const pixel = await raw('feature/one/pixel')
    expect(pixel.headers.get('content-type')).toBe('application/octet-stream')
    expect(pixel.headers.get('content-disposition')).toBe('attachment')
    expect((await raw('main/README.md')).status).toBe(200)
    for (const missing of ['main/nothing', 'nowhere/README.md', 'main', '%00/x', '%zz/x'])
      expect((await raw(missing)).status, missing).toBe(404)
    expect((await instance.ask('POST', '/root/shelf/-/raw/main/README.md')).status).toBe(405)
  })

  it('is hidden with its project', async () => {
    await ask('PUT', `/projects/${project.id}`, { visibility: 'private' })
    const asked = await raw('main/README.md')
    expect([asked.status, asked.headers.get('location')]).toEqual([
      302,
      '/users/sign_in?return_to=%2Froot%2Fshelf%2F-%2Fraw%2Fmain%2FREADME.md',
    ])
    expect((await raw('main/README.md', ann.token)).status).toBe(404)
    expect((await raw('main/README.md', instance.root)).status).toBe(200)
    await ask('PUT', `/projects/${project.id}`, { visibility: 'public' })
  })

  it('is sent as often in a minute as the settings say, each file by itself', async () => {
    instance.clock.advance(120_000)
    await set({ raw_blob_request_limit: 2 })
    expect((await raw('main/README.md')).status).toBe(200)
    expect((await raw('main/README.md', instance.root)).status).toBe(200)
    expect(await raw('main/README.md')).toMatchObject({
      status: 429,
      text: 'You cannot access the raw file. Please wait a minute.',
    })
    expect((await raw('feature/one/pixel')).status).toBe(200)
    instance.clock.advance(60_000)
    expect((await raw('main/README.md')).status).toBe(200)
    await set({ raw_blob_request_limit: 0 })
    for (let index = 0; index < 5; index++) expect((await raw('main/README.md')).status).toBe(200)
  })
})
