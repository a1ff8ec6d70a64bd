import { CREATION_GRACE_MS } from '@forgefold/core/app'
import { personalAccessToken } from '@forgefold/core/domains/identity/personal-access-token'
import { takeBackAccessTokens } from '@forgefold/core/domains/projects/access-token'
import { member } from '@forgefold/core/domains/projects/member'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AppendOrder, orderAppends } from '../append-order.js'

describe('the bot user of an access token, the token and the membership are written side by side', () => {
  let instance: TestInstance
  let order: AppendOrder
  let project: string

  beforeEach(async () => {
    instance = await openTestInstance()
    project = `/projects/${((await ask('POST', '/projects', { name: 'p' })).json as { id: number }).id}`
    order = orderAppends(instance.forge.events)
  })
  afterEach(() => instance.close())

  const ask = (method: string, path: string, json?: unknown, as = instance.root) =>
    instance.ask(method, `/api/v4${path}`, { as, json })
  const make = () => ask('POST', `${project}/access_tokens`, { name: 'bot', scopes: ['api'], access_level: 30 })
  const told = async () => ({
    tokens: ((await ask('GET', `${project}/access_tokens`)).json as ReadonlyArray<unknown>).length,
    members: ((await ask('GET', `${project}/members`)).json as ReadonlyArray<unknown>).length,
  })
  const typesOf = async (category: string, types: ReadonlyArray<string>): Promise<number> => {
    const read = await instance.forge.events.readAll({ filter: { categories: [category], types }, limit: 100 })
    return read.kind === 'Read' ? read.events.length : 0
  }

  it.each(['user-', 'personal_access_token-', 'member-'])('and all are there where %s comes first', async (first) => {
    const before = await told()
    order.first(first)
    const made = await make()
    expect(made.status).toBe(201)
    const { token, user_id } = made.json as { readonly token: string; readonly user_id: number }
    expect((await ask('GET', '/user', undefined, token)).json).toMatchObject({ id: user_id, bot: true })
    expect((await ask('GET', project, undefined, token)).status).toBe(200)
    expect(await told()).toEqual({ tokens: before.tokens + 1, members: before.members + 1 })
  })

  it('and token and membership are taken back where a crash took the user', async () => {
    const before = await told()
    order.lose('user-')
    expect((await make()).status).toBe(503)
    expect(await told()).toEqual(before)
    const takenBack = async (): Promise<ReadonlyArray<number>> => [
      await typesOf(personalAccessToken.category, ['TokenRevoked']),
      await typesOf(member.category, ['MemberRemoved']),
    ]
    // Within the grace period the user may still come.
    expect(E.isRight(await takeBackAccessTokens(instance.forge, instance.caller(), undefined))).toBe(true)
    expect(await takenBack()).toEqual([0, 0])
    instance.clock.advance(CREATION_GRACE_MS + 1000)
    expect(E.isRight(await takeBackAccessTokens(instance.forge, instance.caller(), undefined))).toBe(true)
    expect(await takenBack()).toEqual([1, 1])
    expect((await make()).status).toBe(201)
    expect(await told()).toEqual({ tokens: before.tokens + 1, members: before.members + 1 })
  })

  it.each(['personal_access_token-', 'member-'])(
    'and a user without the others is no token where a crash took %s',
    async (lost) => {
      const before = await told()
      order.lose(lost)
      expect((await make()).status).toBe(503)
      expect((await told()).tokens).toBe(before.tokens)
      expect((await make()).status).toBe(201)
    },
  )
})
