import { Browser, oneTimeCode } from './browser.js'
import type { Client } from './client.js'

/** The passwords of everybody in the folder. */
export const PASSWORD = 'Correct-horse-9-battery'

export interface Person {
  readonly id: number
  readonly token: string
}

/** The people whom the other parts of the story need. */
export interface People {
  readonly ann: Person
  readonly bob: Person
  readonly cid: Person
  readonly gus: Person
}

const SCOPES = ['api', 'read_user', 'read_api', 'read_repository', 'write_repository', 'openid', 'email', 'profile']
const CALLBACK = 'https://client.example/back'
const DAY = 86_400

export const makePeople = async ({ must }: Client): Promise<People> => {
  const person = async (username: string, more: object = {}): Promise<Person> => {
    const json = { username, name: `${username} Example`, email: `${username}@example.com`, password: PASSWORD }
    const { id } = (await must('POST', '/users', { json: { ...json, skip_confirmation: true, ...more } })).json
    const scopes = ['api', 'read_user', 'read_repository', 'write_repository']
    const made = await must('POST', `/users/${id}/personal_access_tokens`, { json: { name: username, scopes } })
    return { id, token: `${made.json['token']}` }
  }
  const people = {
    ann: await person('ann', { bio: 'writes', location: 'Bern', can_create_group: true }),
    bob: await person('bob'),
    cid: await person('cid', { external: true }),
    gus: await person('gus', { projects_limit: 3 }),
  }
  await must('PUT', `/users/${people.ann.id}`, { json: { bio: 'writes and reads', public_email: 'ann@example.com' } })
  await must('PUT', `/users/${people.bob.id}`, { json: { admin: true, private_profile: true } })
  await must('PUT', `/users/${people.bob.id}`, { json: { admin: false } })
  await must('PUT', `/users/${people.cid.id}`, { json: { external: false, password: `${PASSWORD}!` } })
  await must('PUT', `/users/${people.cid.id}`, { json: { external: true } })
  return people
}

/** Every state that an account can be in, each left standing once. */
export const makeUserStates = async ({ must }: Client): Promise<void> => {
  const extra = async (username: string, more: object = {}): Promise<number> => {
    const json = { username, name: username, email: `${username}@example.com`, password: PASSWORD, ...more }
    return (await must('POST', '/users', { json: { skip_confirmation: true, ...json } })).json.id
  }
  const blocked = await extra('blocked')
  const banned = await extra('banned')
  const asleep = await extra('asleep')
  const erased = await extra('erased')
  await extra('unconfirmed', { skip_confirmation: false })
  const steps = ['block', 'unblock', 'block']
  for (const step of steps) await must('POST', `/users/${blocked}/${step}`)
  for (const step of ['ban', 'unban', 'ban']) await must('POST', `/users/${banned}/${step}`)
  for (const step of ['deactivate', 'activate', 'deactivate']) await must('POST', `/users/${asleep}/${step}`)
  const token = await must('POST', `/users/${erased}/personal_access_tokens`, { json: { name: 'x', scopes: ['api'] } })
  await must('POST', '/projects', { as: `${token.json['token']}`, json: { name: 'Left behind' } })
  await must('DELETE', `/users/${erased}?hard_delete=true`)
  await must('DELETE', `/users/${await extra('gone')}`)
}

export const makeTokens = async ({ must }: Client, { ann, bob }: People): Promise<void> => {
  const expiring = { name: 'revoked', scopes: ['read_user'], expires_at: '2030-01-01' }
  const made = await must('POST', `/users/${bob.id}/personal_access_tokens`, { json: expiring })
  await must('DELETE', `/personal_access_tokens/${made.json.id}`)
  const robot = { name: 'robot', scopes: ['api'] }
  await must('POST', `/users/${ann.id}/impersonation_tokens`, { json: robot })
}

const makeSettings = async ({ must }: Client, values: object): Promise<void> => {
  await must('PUT', '/application/settings', { json: values })
}

/** Registers people by the pages: one is let in, one is turned away, one waits. */
const signUp = async (client: Client): Promise<void> => {
  const { must } = client
  await makeSettings(client, { signup_enabled: true, require_admin_approval_after_user_signup: true })
  for (const username of ['newcomer', 'rejected', 'waiting']) {
    const browser = await new Browser(client.url).open('/users/sign_up')
    const filled = { name: username, username, email: `${username}@example.com`, password: PASSWORD }
    await browser.send('/users/sign_up', filled)
  }
  const idOf = async (username: string): Promise<number> =>
    (await must('GET', `/users?username=${username}`)).rows[0]?.id ?? 0
  await must('POST', `/users/${await idOf('newcomer')}/approve`)
  await must('POST', `/users/${await idOf('rejected')}/reject`)
}

/** Terms are accepted by one and declined by another. */
const answerTerms = async (client: Client): Promise<void> => {
  await makeSettings(client, { enforce_terms: true, terms: '# Terms\n\nBe kind.' })
  for (const [username, action] of [
    ['gus', 'decline'],
    ['ann', 'accept'],
    ['root', 'accept'],
  ] as const) {
    const browser = await new Browser(client.url).signIn(username, PASSWORD)
    await browser.open('/-/users/terms')
    await browser.send(`/-/users/terms/${action}`)
  }
  await makeSettings(client, { enforce_terms: false })
}

const codeOn = (browser: Browser): string => / id="otp_secret" class="code">([^<]*)</.exec(browser.html)?.[1] ?? ''
const recoveryCodes = (browser: Browser): ReadonlyArray<string> => browser.html.match(/\b[0-9a-f]{16}\b/g) ?? []

/** One turns a second factor on, signs in with it, and off; another keeps it. */
const secondFactor = async (client: Client, username: string, keeps: boolean): Promise<void> => {
  const now = async (): Promise<number> => Date.parse(`${(await client.must('GET', '//-/clock')).json['now']}`)
  const browser = await new Browser(client.url).signIn(username, PASSWORD)
  await browser.open('/profile/two_factor_auth')
  const secret = codeOn(browser)
  const turnOn = { pin_code: oneTimeCode(secret, await now()), current_password: PASSWORD }
  await browser.send('/profile/two_factor_auth', turnOn, 'pin_code')
  await browser.open('/profile/two_factor_auth')
  await browser.send('/profile/two_factor_auth/manage', { current_password: PASSWORD, do: 'codes' })
  const [recovery = ''] = recoveryCodes(browser)
  await client.advance(60)
  for (const code of [oneTimeCode(secret, await now()), recovery]) {
    const again = await new Browser(client.url).signIn(username, PASSWORD)
    await again.send('/users/two_factor', { 'user[otp_attempt]': code })
    await again.open('/profile')
    if (!again.url.endsWith('/profile')) throw new Error(`not signed in with a code: ${again.url}`)
  }
  if (keeps) return
  await browser.open('/profile/two_factor_auth')
  await browser.send('/profile/two_factor_auth/manage', { current_password: PASSWORD, do: 'disable' })
}

/** Sessions that are begun, prolonged, ended and left open; the admin mode entered and left. */
const sessions = async (client: Client): Promise<void> => {
  const ann = await new Browser(client.url).signIn('ann', PASSWORD)
  await client.advance(4 * DAY)
  await ann.open('/profile')
  await ann.send('/users/sign_out')
  await makeSettings(client, { admin_mode: true })
  const root = await new Browser(client.url).signIn('root', PASSWORD)
  await root.open('/admin/session/new')
  await root.send('/admin/session', { 'user[password]': PASSWORD })
  await root.open('/profile')
  await root.send('/admin/session/destroy')
  await makeSettings(client, { admin_mode: false })
  await makeSettings(client, { require_two_factor_authentication: true, two_factor_grace_period: 48 })
  await (await new Browser(client.url).signIn('gus', PASSWORD)).open('/profile')
  await makeSettings(client, { require_two_factor_authentication: false })
}

/** What people do on the pages. */
export const visitPages = async (client: Client): Promise<void> => {
  await signUp(client)
  await answerTerms(client)
  await secondFactor(client, 'ann', false)
  await secondFactor(client, 'bob', true)
  await sessions(client)
}

/** Applications and what they were granted: codes, one of them used twice, refreshed, revoked and endless tokens. */
export const grantTokens = async (client: Client): Promise<ReadonlyArray<string>> => {
  const { must, ask } = client
  const register = async (name: string, confidential: boolean) =>
    (
      await must('POST', '/applications', {
        json: { name, redirect_uri: CALLBACK, scopes: SCOPES.join(' '), confidential },
      })
    ).json
  const one = await register('Client', true)
  const credentials = { client_id: `${one['application_id']}`, client_secret: `${one['secret']}` }
  const gone = await register('Gone', false)
  await must('DELETE', `/applications/${gone.id}`)
  const browser = await new Browser(client.url).signIn('ann', PASSWORD)
  const token = (form: Record<string, string>, way: typeof must = must) =>
    way('POST', '//oauth/token', { as: '', body: new URLSearchParams({ ...form, ...credentials }) })
  const codeFor = async (scope: string): Promise<string> => {
    const query = { client_id: credentials.client_id, redirect_uri: CALLBACK, response_type: 'code', scope, nonce: 'n' }
    await browser.open(`/oauth/authorize?${new URLSearchParams(query)}`)
    if (browser.url.startsWith(client.url)) await browser.send('/oauth/authorize', {}, 'value="Authorize"')
    return new URL(browser.url).searchParams.get('code') ?? ''
  }
  const redeem = (code: string) => ({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
  const code = await codeFor('api openid')
  const first = (await token(redeem(code))).json
  const renewed = (await token({ grant_type: 'refresh_token', refresh_token: `${first['refresh_token']}` })).json
  await must('GET', '/user', { as: '', headers: { authorization: `Bearer ${renewed['access_token']}` } })
  const replayed = await codeFor('read_user')
  await token(redeem(replayed))
  await token(redeem(replayed), ask)
  await codeFor('email')
  const password = { grant_type: 'password', username: 'ann', password: PASSWORD, scope: 'read_user' }
  const revoked = (await token(password)).json
  await must('POST', '//oauth/revoke', {
    as: '',
    body: new URLSearchParams({ token: `${revoked['access_token']}`, ...credentials }),
  })
  const kept = (await token({ ...password, scope: 'api' })).json
  await applicationsOfPages(browser)
  return [`${renewed['access_token']}`, `${kept['access_token']}`]
}

/** Tokens without an end, as only old API releases give them. */
export const grantNonExpiringTokens = async ({ must }: Client): Promise<void> => {
  const json = { name: 'Old', redirect_uri: CALLBACK, scopes: 'api' }
  const made = (await must('POST', '/applications', { json })).json
  const client = { client_id: `${made['application_id']}`, client_secret: `${made['secret']}` }
  const form = { grant_type: 'password', username: 'ann', password: PASSWORD, scope: 'api', ...client }
  await must('POST', '//oauth/token', { as: '', body: new URLSearchParams(form) })
}

const applicationsOfPages = async (browser: Browser): Promise<void> => {
  await browser.open('/profile/applications')
  const form = { name: 'Of Ann', redirect_uri: CALLBACK, confidential: '1', 'scopes[]': ['api'] }
  await browser.send('/profile/applications', form, 'Register')
  const path = new URL(browser.url).pathname
  await browser.open(path)
  await browser.send(`${path}/renew`)
  await browser.open(path)
  await browser.send(path, { ...form, name: 'Still of Ann' }, 'Save')
}
