import { deleteApplication, revokeConsent } from '@forgefold/core/domains/identity/oauth-token'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, type World } from './world.js'

describe('where the store fails while tokens are revoked', () => {
  let world: World
  let failing: boolean

  beforeEach(async () => {
    world = await openWorld()
    failing = false
    const { events } = world.instance.forge
    const { append } = events
    Object.assign(events, {
      append: (...given: Parameters<typeof append>) =>
        failing && given[0].startsWith('oauth_token-')
          ? Promise.resolve({ kind: 'Unavailable', reason: 'the store is away' })
          : append(...given),
    })
  })
  afterEach(() => world.instance.close())

  const statusWith = async (token: unknown): Promise<number> =>
    (await world.call('/api/v4/user', { headers: { Authorization: `Bearer ${String(token)}` } })).status

  it('the deletion of an application says so, and is done when it is asked for again', async () => {
    const { instance, confidential, tokens } = world
    const { access_token: token } = (await tokens()).json
    expect(await statusWith(token)).toBe(200)
    failing = true
    expect(await deleteApplication(instance.forge, instance.caller(), confidential.id)).toMatchObject({
      left: { kind: 'Unavailable' },
    })
    failing = false
    expect(await deleteApplication(instance.forge, instance.caller(), confidential.id)).toMatchObject({ _tag: 'Right' })
    expect(await statusWith(token)).toBe(401)
  })

  it('the withdrawal of a consent says so, and is done when it is asked for again', async () => {
    const { instance, confidential, tokens, userId } = world
    const { access_token: token } = (await tokens()).json
    const credential = { kind: 'session', id: 's', scopes: [] } as const
    const principal = { kind: 'user', userId, admin: false, external: false, credential } as const
    const withdraw = () => revokeConsent(instance.forge, { principal, context: instance.context() }, confidential.id)
    failing = true
    expect(await withdraw()).toMatchObject({ left: { kind: 'Unavailable' } })
    expect(await statusWith(token)).toBe(200)
    failing = false
    expect(await withdraw()).toMatchObject({ _tag: 'Right' })
    expect(await statusWith(token)).toBe(401)
  })
})
