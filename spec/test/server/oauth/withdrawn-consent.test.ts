import { revokeConsent } from '@forgefold/core/domains/identity/oauth-token'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, CALLBACK, openWorld, type World } from './world.js'

describe('a user who withdraws the consent to an application', () => {
  let world: World
  beforeEach(async () => {
    world = await openWorld()
  })
  afterEach(() => world.instance.close())

  const withdraw = ({ id }: App, userId = world.userId) => {
    const credential = { kind: 'session', id: 's', scopes: [] } as const
    const principal = { kind: 'user', userId, admin: false, external: false, credential } as const
    return revokeConsent(world.instance.forge, { principal, context: world.instance.context() }, id)
  }
  const redeem = (code: string, app: App) =>
    world.post('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      client_id: app.application_id,
      ...(app === world.confidential ? { client_secret: app.secret } : {}),
    })
  const refused = { status: 400, json: { error: 'invalid_grant' } }
  const opens = async (token: unknown) =>
    (await world.call('/api/v4/user', { headers: { Authorization: `Bearer ${String(token)}` } })).status

  it('withdraws the codes that were not redeemed yet as well, and no others', async () => {
    const { confidential, open } = world
    await world.tokens()
    const [first, second] = [await world.code(confidential), await world.code(confidential)]
    const other = await world.code(open)
    expect(await withdraw(confidential, world.userId + 1)).toMatchObject({ _tag: 'Right' })
    expect(await redeem(first, confidential)).toMatchObject({ status: 200 })
    const browser = await world.browser().signIn('ann')
    await browser.open('/profile/applications')
    await browser.send(`/profile/applications/${confidential.id}/revoke`)
    expect(await redeem(second, confidential)).toMatchObject(refused)
    expect(await redeem(other, open)).toMatchObject({ status: 200 })
    expect(await redeem(await world.code(confidential), confidential)).toMatchObject({ status: 200 })
  })

  it('keeps the tokens of a code that is redeemed at the same moment from being of use', async () => {
    const { confidential, instance } = world
    const code = await world.code(confidential)
    const { events } = instance.forge
    const { append } = events
    let meanwhile = 0
    Object.assign(events, {
      append: async (...given: Parameters<typeof append>) => {
        if (given[0].startsWith('oauth_token-') && meanwhile++ === 0)
          expect(await withdraw(confidential)).toMatchObject({ _tag: 'Right' })
        return append(...given)
      },
    })
    expect(await redeem(code, confidential)).toMatchObject(refused)
    expect(meanwhile).toBe(2)
    const [family] = instance.forge.read.oauthTokens.ofUser(world.userId)
    expect(family).toBeUndefined()
  })

  it('has tokens revoked that were issued before, and codes forgotten that have expired', async () => {
    const { confidential, instance } = world
    const { json } = await world.tokens()
    const recent = () =>
      instance.forge.read.oauthTokens.recentCodes(world.userId, confidential.id, instance.clock.now()).length
    expect(recent()).toBe(1)
    instance.clock.advance(600_000)
    expect(recent()).toBe(0)
    expect(await opens(json['access_token'])).toBe(200)
    await withdraw(confidential)
    expect(await opens(json['access_token'])).toBe(401)
  })
})
