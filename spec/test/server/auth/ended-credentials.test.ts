import { eventually } from '@forgefold/spec/instance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, CALLBACK, openWorld, PASSWORD, type World } from '../oauth/world.js'
import { oneTimeCode } from '../one-time-code.js'

const NEW = 'Other-horse-10'

/** What became of each way in. */
interface Ways {
  readonly session: boolean
  readonly personalToken: number
  readonly accessToken: number
  readonly refreshToken: number
  readonly code: number
  readonly password: number
}

/** What an administrator does to ann, and what undoes it. */
const EVENTS = {
  password: { does: { method: 'PUT', path: '', json: { password: NEW } }, undoes: undefined },
  block: { does: { method: 'POST', path: '/block' }, undoes: '/unblock' },
  ban: { does: { method: 'POST', path: '/ban' }, undoes: '/unban' },
  deactivate: { does: { method: 'POST', path: '/deactivate' }, undoes: '/activate' },
  delete: { does: { method: 'DELETE', path: '' }, undoes: undefined },
} as const

const OUT = { session: false, personalToken: 403, accessToken: 403, refreshToken: 400, code: 400, password: 400 }
const BACK = { session: false, personalToken: 200, accessToken: 200, refreshToken: 200, code: 200, password: 200 }

/** The table of docs/reference/behaviour/identity.md#what-ends-sessions-and-tokens, cell by cell. */
const TABLE: ReadonlyArray<readonly [keyof typeof EVENTS, Ways, Ways | undefined]> = [
  ['password', { ...BACK, password: 400 }, undefined],
  ['block', OUT, BACK],
  ['ban', OUT, BACK],
  ['deactivate', { ...OUT, password: 200 }, undefined],
  ['delete', { ...OUT, personalToken: 401, accessToken: 401 }, undefined],
]

describe('what an administrator does to a user', () => {
  let world: World
  let browser: Browser
  let secrets: Readonly<Record<'personal' | 'access' | 'refresh' | 'code', string>>

  beforeEach(async () => {
    world = await openWorld()
    browser = await world.browser().signIn('ann')
    const made = await world.instance.ask('POST', `/api/v4/users/${world.userId}/impersonation_tokens`, {
      as: world.instance.root,
      json: { name: 'x', scopes: ['api'] },
    })
    const tokens = (await world.tokens()).json
    const others = (await world.tokens()).json
    secrets = {
      personal: (made.json as { readonly token: string }).token,
      access: String(tokens['access_token']),
      refresh: String(others['refresh_token']),
      code: await world.code(world.confidential),
    }
  })
  afterEach(() => world.instance.close())

  const isIn = async (): Promise<boolean> => {
    await browser.open('/profile')
    return !browser.url.includes('/users/sign_in')
  }
  const redeem = (code: string) =>
    world.post('/oauth/token', {
      ...{ grant_type: 'authorization_code', code, redirect_uri: CALLBACK },
      ...{ client_id: world.confidential.application_id, client_secret: world.confidential.secret },
    })
  const ways = async (password: string): Promise<Ways> => {
    const user = (headers: Readonly<Record<string, string>>) => world.call('/api/v4/user', { headers })
    return {
      session: await isIn(),
      personalToken: (await user({ 'private-token': secrets.personal })).status,
      accessToken: (await user({ authorization: `Bearer ${secrets.access}` })).status,
      refreshToken: (await world.refresh(world.confidential, secrets.refresh)).status,
      code: (await redeem(secrets.code)).status,
      password: (await world.post('/oauth/token', { grant_type: 'password', username: 'ann', password })).status,
    }
  }
  const administer = (method: string, path: string, json?: object) =>
    world.instance.ask(method, `/api/v4/users/${world.userId}${path}`, { as: world.instance.root, json })

  it.each(TABLE)('%s ends and leaves the ways in that the table says', async (event, then, afterwards) => {
    expect(await isIn()).toBe(true)
    const { does, undoes } = EVENTS[event]
    const done = await administer(does.method, does.path, 'json' in does ? does.json : undefined)
    expect(done.status, done.text).toBeLessThan(300)
    expect(await ways(PASSWORD)).toEqual(then)
    if (afterwards === undefined || undoes === undefined) return
    await eventually('the end of the sessions', async () =>
      world.instance.forge.read.sessions.ofUser(world.userId).length === 0 ? true : undefined,
    )
    expect((await administer('POST', undoes)).status).toBe(201)
    expect(await ways(PASSWORD)).toEqual(afterwards)
  })

  it.each(['password', 'block'] as const)('%s ends a sign-in that waits for its second factor', async (event) => {
    await browser.open('/profile/two_factor_auth')
    const secret = (/id="otp_secret" class="code">([A-Z2-7 ]+)</.exec(browser.html)?.[1] ?? '').replaceAll(' ', '')
    const code = oneTimeCode(secret, Date.parse(world.instance.clock.now()))
    await browser.send('/profile/two_factor_auth', { pin_code: code, current_password: PASSWORD })
    const waiting = await world.browser().signIn('ann')
    expect(waiting.url).toContain('/users/two_factor')
    const { does } = EVENTS[event]
    await administer(does.method, does.path, 'json' in does ? does.json : undefined)
    world.instance.clock.advance(60_000)
    await waiting.open('/users/two_factor')
    expect(waiting.url).toContain('/users/sign_in')
  })
})
