import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, describe, expect, it } from 'vitest'

const ends: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

type Options = NonNullable<Parameters<typeof openTestInstance>[0]>

const SENTENCE = 'You are not allowed to download code from this project.'
const BANNED = { status: 403, json: { message: '403 Forbidden - Your account has been blocked.' } }

const begin = async (options: Options = {}) => {
  const instance = await openTestInstance(options)
  ends.push(instance.close)
  const ann = await instance.person('ann')
  const asRoot = (method: string, path: string, json?: unknown) =>
    instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
  const make = async (name: string, visibility = 'private'): Promise<number> => {
    const json = { name, visibility, initialize_with_readme: true }
    const made = (await asRoot('POST', '/projects', json)).json as { readonly id: number }
    await asRoot('POST', `/projects/${made.id}/members`, { user_id: ann.id, access_level: 40 })
    return made.id
  }
  const set = async (json: object): Promise<void> => {
    expect((await asRoot('PUT', '/application/settings', json)).status).toBe(200)
  }
  const archive = (project: number, as = ann.token) =>
    instance.ask('GET', `/api/v4/projects/${project}/repository/archive.tar`, { as })
  return { instance, ann, asRoot, make, set, archive }
}

const limit = (most: number, seconds = 60) => ({
  max_number_of_repository_downloads: most,
  max_number_of_repository_downloads_within_time_period: seconds,
})

const reasonsIn = async ({ forge }: TestInstance): Promise<ReadonlyArray<unknown>> => {
  const history = await forge.events.readAll({ limit: 100_000 })
  return history.kind === 'Read'
    ? history.events.filter(({ type }) => type === 'UserBanned').map(({ data }) => data)
    : []
}

describe('too many repositories downloaded', () => {
  it('ban the user, until an administrator lifts the ban', async () => {
    const { instance, ann, asRoot, make, set, archive } = await begin()
    const [one, two, three] = [await make('one'), await make('two'), await make('three')]
    await set(limit(2))
    for (const project of [one, two, one, two]) expect((await archive(project)).status).toBe(200)
    expect(await archive(three)).toMatchObject({ status: 403, json: { message: `403 Forbidden - ${SENTENCE}` } })
    expect(await archive(one)).toMatchObject(BANNED)
    expect(await instance.ask('GET', '/api/v4/user', { as: ann.token })).toMatchObject(BANNED)
    expect(await asRoot('GET', `/users/${ann.id}`)).toMatchObject({ json: { state: 'banned' } })
    expect(await reasonsIn(instance)).toEqual([{ reason: 'repository_downloads' }])
    expect((await asRoot('POST', `/users/${ann.id}/unban`)).status).toBe(201)
    expect((await archive(one)).status).toBe(200)
    expect((await archive(two)).status).toBe(200)
  })

  it('are too many within the window only', async () => {
    const { instance, make, set, archive } = await begin()
    const [one, two] = [await make('one'), await make('two')]
    await set(limit(1, 60))
    expect((await archive(one)).status).toBe(200)
    instance.clock.advance(61_000)
    expect((await archive(two)).status).toBe(200)
    instance.clock.advance(59_000)
    expect((await archive(one)).status).toBe(403)
  })

  it('are never too many of public ones, by an administrator, or by somebody who is named', async () => {
    const { instance, make, set, archive } = await begin()
    const all = [await make('one'), await make('two'), await make('three')]
    const open = [await make('four', 'public'), await make('five', 'public')]
    await set(limit(1))
    for (const project of open) expect((await archive(project)).status).toBe(200)
    for (const project of all) expect((await archive(project, instance.root)).status).toBe(200)
    await set({ git_rate_limit_users_allowlist: ['ann'] })
    for (const project of all) expect((await archive(project)).status).toBe(200)
    expect(await reasonsIn(instance)).toEqual([])
  })

  it('are forks too', async () => {
    const { instance, ann, make, set, archive } = await begin()
    const [one, two] = [await make('one'), await make('two')]
    await set(limit(1))
    expect((await archive(one)).status).toBe(200)
    expect(await instance.ask('POST', `/api/v4/projects/${two}/fork`, { as: ann.token })).toMatchObject({
      status: 409,
      json: { message: { forked_from_project_id: ['is forbidden'] } },
    })
    expect(await archive(one)).toMatchObject(BANNED)
  })

  it.each([
    ['ultimate', '15.0'],
    ['premium', '15.3'],
  ] as const)('are unknown on %s at %s', async (tier, release) => {
    const { make, set, archive } = await begin({ tier, release })
    const [one, two] = [await make('one'), await make('two')]
    await set({ ...limit(1), signup_enabled: true })
    for (const project of [one, two]) expect((await archive(project)).status).toBe(200)
  })

  it('are counted of git over HTTP', async () => {
    const data = await mkdtemp(join(tmpdir(), 'forgefold-downloads-'))
    ends.push(() => rm(data, { recursive: true, force: true }))
    const { instance, ann, make, set, archive } = await begin({ more: { data } })
    const [one] = [await make('one'), await make('two')]
    await set(limit(1))
    const credentials = { authorization: `Basic ${Buffer.from(`ann:${ann.token}`).toString('base64')}` }
    const fetching = (name: string) =>
      instance.ask('POST', `/root/${name}.git/git-upload-pack`, {
        bytes: Buffer.from('0000'),
        headers: { ...credentials, 'content-type': 'application/x-git-upload-pack-request' },
      })
    const looking = (name: string) =>
      instance.ask('GET', `/root/${name}.git/info/refs`, { query: 'service=git-upload-pack', headers: credentials })
    expect((await looking('one')).status).toBe(200)
    expect((await looking('two')).status).toBe(200)
    expect((await fetching('one')).status).toBe(200)
    expect((await fetching('one')).status).toBe(200)
    expect(await fetching('two')).toMatchObject({ status: 403, text: `${SENTENCE}\n` })
    expect((await looking('one')).status).toBe(401)
    expect(await archive(one)).toMatchObject(BANNED)
  })
})
