import { registerApplication } from '@forgefold/core/domains/identity/oauth-application'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, it } from 'vitest'
import { SOCKETED, type Socketed } from '../transport/ways-in.js'

describe('what ages without a parameter or a route that says so', () => {
  let instance: TestInstance
  let served: Socketed
  const CALLBACK = 'https://client.example/back'
  const open = async (release: string): Promise<void> => {
    instance = await openTestInstance({ release, more: { sunsets: { '15.0': '2022-05-22' } } })
    const listen = SOCKETED[0]?.[1]
    if (listen === undefined) throw new Error('there is always a way in')
    served = await listen(instance.forgefold.handler)
  }
  afterEach(async () => {
    await served.close()
    await instance.close()
  })

  const application = async () => {
    const details = { name: 'Old', redirectUris: [CALLBACK], scopes: ['api'], confidential: true, ownerId: null }
    const caller = { principal: { kind: 'anonymous' }, context: instance.context() } as const
    const made = await registerApplication(instance.forge, caller, { ...details, expiringTokens: false })
    if (E.isLeft(made)) throw new Error(made.left.kind)
    return { uid: made.right.application.uid, secret: made.right.secret }
  }
  const told = async (path: string, init: RequestInit = {}) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${served.port}${path}`, { redirect: 'manual', ...init })
    const item = /#([^>]*)>; rel="deprecation"/.exec(headers.get('link') ?? '')?.[1]
    return { status, item, sunset: headers.get('sunset'), deprecation: headers.get('deprecation') }
  }
  const SUNSET = 'Sun, 22 May 2022 00:00:00 GMT'
  const counted = async (item: string): Promise<boolean> =>
    new RegExp(`^forgefold_deprecated_uses_total\\{route="[^"]+",name="${item}"\\} 1$`, 'm').test(
      await (await fetch(`http://127.0.0.1:${served.port}/-/metrics`)).text(),
    )

  it('the implicit grant', async () => {
    await open('14.10')
    const { uid } = await application()
    const query = (type: string) =>
      `/oauth/authorize?${new URLSearchParams({ client_id: uid, redirect_uri: CALLBACK, response_type: type })}`
    const deprecation = `@${Date.UTC(2021, 5, 22) / 1000}`
    expect(await told(query('token'))).toEqual({
      status: 302,
      item: 'oauth.implicit_grant',
      sunset: SUNSET,
      deprecation,
    })
    expect(await told(query('code'))).toMatchObject({ item: undefined, deprecation: null })
    expect(await counted('oauth.implicit_grant')).toBe(true)
  })

  it('access tokens without an end', async () => {
    await open('14.10')
    const { uid, secret } = await application()
    const body = new URLSearchParams({ grant_type: 'password', username: 'root', password: 'correct horse' })
    const credentials = `Basic ${Buffer.from(`${uid}:${secret}`).toString('base64')}`
    const answered = await told('/oauth/token', { method: 'POST', body, headers: { authorization: credentials } })
    expect(answered).toMatchObject({ status: 200, item: 'oauth.tokens_without_expiry', sunset: SUNSET })
    expect(await counted('oauth.tokens_without_expiry')).toBe(true)
  })

  it.each([
    ['14.8', undefined],
    ['14.9', 'packages.composer_anonymous'],
    ['14.10', 'packages.composer_anonymous'],
  ])('Composer archives fetched by strangers at %s', async (release, item) => {
    await open(release)
    const as = { as: instance.root }
    await instance.ask('POST', '/api/v4/projects', { ...as, json: { name: 'open', visibility: 'public' } })
    const path = '/api/v4/projects/1/packages/composer/acme/1.0/a.zip'
    expect((await instance.ask('PUT', path, { ...as, bytes: Buffer.from('zip') })).status).toBe(201)
    expect(await told(path)).toMatchObject({ status: 200, item })
    const known = await told(path, { headers: { 'private-token': instance.root } })
    expect(known).toMatchObject({ status: 200, item: undefined })
  })

  it.each([
    ['users/1/personal_access_tokens', '15.3', undefined],
    ['users/1/personal_access_tokens', '15.4', 'personal_access_tokens.without_expiry'],
    ['users/1/impersonation_tokens', '15.11', 'personal_access_tokens.without_expiry'],
    ['projects/1/access_tokens', '15.3', undefined],
    ['projects/1/access_tokens', '15.4', 'personal_access_tokens.without_expiry'],
    ['groups/team/access_tokens', '15.11', 'personal_access_tokens.without_expiry'],
    ['projects/1/access_tokens', '16.0', undefined],
  ])('%s without an end at %s', async (path, release, item) => {
    await open(release)
    const headers = { 'private-token': instance.root, 'content-type': 'application/json' }
    const post = (to: string, json: object) =>
      told(`/api/v4/${to}`, { method: 'POST', headers, body: JSON.stringify(json) })
    await post('groups', { name: 'team', path: 'team' })
    await post('projects', { name: 'app' })
    const wanted = { name: 'robot', scopes: ['api'] }
    expect(await post(path, wanted)).toMatchObject({ status: 201, item })
    expect(await post(path, { ...wanted, expires_at: '2022-12-24' })).toMatchObject({ status: 201, item: undefined })
  })
})
