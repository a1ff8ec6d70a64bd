import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Day, streamName } from '@forgefold/core/kernel'
import { createForgefold } from '@forgefold/server'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { askerOf, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const BEGIN = '2022-08-22T12:00:00.000Z'

/** The history of a token: when it was used. */
const usesOf = async ({ forge }: Pick<TestInstance, 'forge'>, id: number): Promise<ReadonlyArray<unknown>> => {
  const read = await forge.events.readStream(streamName('personal_access_token', id))
  if (read.kind !== 'Read') throw new Error(read.kind)
  return read.events.filter(({ type }) => type === 'TokenUsed').map(({ data }) => (data as { usedAt: string }).usedAt)
}

const lastUsed = async (instance: TestInstance, id: number): Promise<unknown> =>
  (
    (await instance.ask('GET', `/api/v4/personal_access_tokens/${id}`, { as: instance.root })).json as Record<
      string,
      unknown
    >
  )['last_used_at']

describe('the uses of a token', () => {
  let instance: TestInstance
  let token: string
  let id: number
  const use = () => instance.ask('GET', '/api/v4/user', { as: token })

  beforeAll(async () => {
    instance = await openTestInstance({ startsAt: BEGIN })
    token = (await instance.person('ann')).token
    const self = await instance.ask('GET', '/api/v4/personal_access_tokens', { as: instance.root })
    id = Math.max(...(self.json as ReadonlyArray<{ id: number }>).map((row) => row.id))
  })
  afterAll(() => instance.close())

  it('are noted with the first one at once, then once in ten minutes', async () => {
    expect(await lastUsed(instance, id)).toBeNull()
    await use()
    await expect.poll(() => lastUsed(instance, id)).toBe(BEGIN)
    const noted = [BEGIN]
    for (let minute = 1; minute <= 35; minute++) {
      instance.clock.advance(60_000)
      expect((await use()).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    noted.push('2022-08-22T12:10:00.000Z', '2022-08-22T12:20:00.000Z', '2022-08-22T12:30:00.000Z')
    await expect.poll(() => usesOf(instance, id)).toEqual(noted)
    expect(await lastUsed(instance, id)).toBe('2022-08-22T12:30:00.000Z')
  })

  it('are what lists filter by', async () => {
    const listed = async (query: string) =>
      (await instance.ask('GET', '/api/v4/personal_access_tokens', { as: instance.root, query }))
        .json as ReadonlyArray<{
        id: number
      }>
    expect((await listed('last_used_after=2022-08-22T12:30:00Z')).map((row) => row.id)).toContain(id)
    expect((await listed('last_used_after=2022-08-22T12:31:00Z')).map((row) => row.id)).not.toContain(id)
    expect((await listed('last_used_before=2022-08-22T12:29:00Z')).map((row) => row.id)).not.toContain(id)
  })

  it('of one that is revoked are none', async () => {
    const before = await usesOf(instance, id)
    expect((await instance.ask('DELETE', '/api/v4/personal_access_tokens/self', { as: token })).status).toBe(204)
    instance.clock.advance(3_600_000)
    expect((await use()).status).toBe(401)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await usesOf(instance, id)).toEqual(before)
  })
})

describe('a use that is refused', () => {
  let instance: TestInstance
  const newestId = async (): Promise<number> => {
    const listed = await instance.ask('GET', '/api/v4/personal_access_tokens', { as: instance.root })
    return Math.max(...(listed.json as ReadonlyArray<{ id: number }>).map((row) => row.id))
  }
  beforeAll(async () => {
    instance = await openTestInstance({ startsAt: BEGIN })
    // Throttles look for the holder too.
    const json = { throttle_authenticated_api_enabled: true }
    await instance.ask('PUT', '/api/v4/application/settings', { as: instance.root, json })
  })
  afterAll(() => instance.close())

  const make = async (name: string, more: object) => {
    const { id: userId } = await instance.person(name)
    const url = `/api/v4/users/${userId}/personal_access_tokens`
    const json = { name: 'token', scopes: ['api'], ...more }
    const made = await instance.ask('POST', url, { as: instance.root, json })
    expect(made.status).toBe(201)
    const { token } = made.json as { readonly token: string }
    return { userId, token, id: await newestId() }
  }
  /** Every way in which a token is presented. Git compares scopes only once it knows the repository, so that this is a use. */
  const waysIn = (token: string, toGit: boolean): ReadonlyArray<() => Promise<{ readonly status: number }>> => {
    const basic = `Basic ${Buffer.from(`someone:${token}`).toString('base64')}`
    return [
      () => instance.ask('GET', '/api/v4/user', { as: token }),
      () => instance.ask('GET', '/api/v4/user', { headers: { authorization: `Bearer ${token}` } }),
      () => instance.ask('GET', '/api/v4/projects/1/packages/npm/x', { headers: { authorization: `Bearer ${token}` } }),
      ...(toGit
        ? [
            () =>
              instance.ask('GET', '/none/none.git/info/refs', {
                query: 'service=git-upload-pack',
                headers: { authorization: basic },
              }),
          ]
        : []),
    ]
  }

  it.each([
    ['expired', { expires_at: '2022-08-24' }, () => instance.clock.advance(3 * 86_400_000)],
    ['without the scope that it needs', { scopes: ['read_registry'] }, () => undefined],
    [
      'of a user who is blocked',
      {},
      (userId: number) => instance.ask('POST', `/api/v4/users/${userId}/block`, { as: instance.root }),
    ],
  ] as const)('is none: of a token %s', async (why, more, refuse) => {
    const { userId, token, id } = await make(`u${why.length}`, more)
    await refuse(userId)
    for (const ask of waysIn(token, !('scopes' in more))) expect((await ask()).status).toBeGreaterThanOrEqual(400)
    // A use that is recorded later than that of another token would be seen by now.
    const marker = (await instance.person(`m${why.length}`)).token
    const markerId = await newestId()
    expect((await instance.ask('GET', '/api/v4/user', { as: marker })).status).toBe(200)
    await expect.poll(() => usesOf(instance, markerId)).toHaveLength(1)
    expect(await usesOf(instance, id)).toEqual([])
    expect(await lastUsed(instance, id)).toBeNull()
  })
})

describe('the uses of a token of several servers', () => {
  let double: EventStoreDbDouble
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-uses-'))
  beforeAll(async () => {
    double = await startEventStoreDbDouble()
  })
  afterAll(async () => {
    await double.stop()
    rmSync(folder, { recursive: true })
  })

  it('are told alike by all of them, and after a rebuild', async () => {
    const shared = {
      data: join(folder, 'data'),
      eventStore: { connectionString: double.connectionString },
    }
    const one = await openTestInstance({ more: { ...shared, local: join(folder, 'one') } })
    const clock = one.clock
    const open = (local: string) =>
      createForgefold({
        instance: { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' },
        clock,
        ...shared,
        local: join(folder, local),
      })
    const two = await open('two')
    const { token } = await one.person('ann')
    const use = async (forgefold: typeof two) => (await askerOf(forgefold)('GET', '/api/v4/user', { as: token })).status
    await expect.poll(() => use(two)).toBe(200)
    const id = Math.max(
      ...one.forge.read.personalAccessTokens
        .list({ impersonation: false, today: '2022-08-22' as Day }, { page: 1, perPage: 100 })
        .rows.map((row) => row.id),
    )
    await expect.poll(() => usesOf(one, id)).toHaveLength(1)
    // Both at once, each time: one event each ten minutes.
    for (let n = 2; n <= 4; n++) {
      clock.advance(600_000)
      expect(await Promise.all([use(one.forgefold), use(two)])).toEqual([200, 200])
      await expect.poll(() => usesOf(one, id)).toHaveLength(n)
    }
    const last = (await usesOf(one, id)).at(-1)
    const shown = async (forgefold: typeof two) => forgefold.forge.read.personalAccessTokens.byId(id)?.lastUsedAt
    await expect.poll(() => Promise.all([shown(one.forgefold), shown(two)])).toEqual([last, last])
    await two.close()
    for (const file of readdirSync(join(folder, 'two')))
      if (file.startsWith('read-model')) rmSync(join(folder, 'two', file))
    const again = await open('two')
    expect(again.readModel.fresh).toBe(true)
    expect(await shown(again)).toBe(last)
    await again.close()
    await one.close()
  })
})
