import { positionAt } from '@forgefold/core/audit'
import { lastDormantDay } from '@forgefold/core/domains/identity/user'
import { INITIAL_SETTINGS } from '@forgefold/core/domains/instance/settings'
import type { Instant } from '@forgefold/core/kernel'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const LAST = '9999-12-31T23:59:59.999Z'

let instance: TestInstance
beforeAll(async () => {
  instance = await openTestInstance()
})
afterAll(() => instance.close())

describe('at the ends of the calendar', () => {
  it.each([
    ['9999-12-31T23:59:59Z', LAST],
    ['9999-12-31T22:59:59.999Z', LAST],
    ['0000-01-01T00:00:00Z', '0000-01-01T01:00:00.000Z'],
  ])('a message that is shown from %s ends at %s at the latest', async (starts_at, ends_at) => {
    const json = { message: 'Far away', starts_at }
    const made = await instance.ask('POST', '/api/v4/broadcast_messages', { as: instance.root, json })
    expect([made.status, made.json]).toMatchObject([201, { ends_at }])
  })

  it('all of the history is before the last moment', async () => {
    const { events, pause } = instance.forge
    const now = await positionAt({ events, pause }, '2900-01-01T00:00:00Z')
    expect(E.isRight(now) && now.right > 0).toBe(true)
    expect(await positionAt({ events, pause }, LAST)).toEqual(now)
  })

  it('an account is dormant after no more days than there are', () => {
    const settings = { ...INITIAL_SETTINGS, deactivate_dormant_users: true, deactivate_dormant_users_period: 2 ** 31 }
    const [now, since] = ['2024-03-01T09:00:00.000Z' as Instant, '0000-01-01T00:00:00.000Z' as Instant]
    expect(lastDormantDay(now, settings, { deactivate_dormant_users: since })).toBe('0000-01-01')
  })
})
