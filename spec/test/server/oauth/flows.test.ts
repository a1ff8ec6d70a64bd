import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLBACK, challengeOf, openWorld, PASSWORD, VERIFIER, type World } from './world.js'

const works = async (world: World, token: unknown): Promise<number> =>
  (await world.call('/api/v4/user', { headers: { Authorization: `Bearer ${String(token)}` } })).status

describe('tokens of the OAuth provider', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.instance.close())

  it('come as documented, and never stand in the history', async () => {
    const { status, json, headers } = await world.tokens()
    expect(status).toBe(200)
    expect(json).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      token_type: 'bearer',
      expires_in: 7200,
      refresh_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      scope: 'api',
      created_at: 1661169600,
    })
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
    const history = JSON.stringify(await world.instance.forge.events.readAll({ limit: 100_000 }))
    for (const secret of [json['access_token'], json['refresh_token'], world.confidential.secret])
      expect(history).not.toContain(secret)
  })

  it('die at the second of their expiry, and are refreshed all the same', async () => {
    const { json } = await world.tokens()
    world.instance.clock.advance(7199_999)
    expect(await works(world, json['access_token'])).toBe(200)
    world.instance.clock.advance(1)
    const dead = await world.call('/api/v4/user', {
      headers: { Authorization: `Bearer ${String(json['access_token'])}` },
    })
    expect([dead.status, await dead.json()]).toEqual([
      401,
      {
        error: 'invalid_token',
        error_description: 'Token is expired. You can either do re-authorization or token refresh.',
      },
    ])
    const fresh = await world.refresh(world.confidential, json['refresh_token'])
    expect(fresh.status).toBe(200)
    expect(await works(world, fresh.json['access_token'])).toBe(200)
  })

  it('are replaced at once by a refresh; the old refresh token is refused and kills nothing', async () => {
    const { json: first } = await world.tokens()
    const { json: second } = await world.refresh(world.confidential, first['refresh_token'])
    expect(await works(world, first['access_token'])).toBe(401)
    expect(await world.refresh(world.confidential, first['refresh_token'])).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant' },
    })
    expect(await works(world, second['access_token'])).toBe(200)
  })

  it('go to one of five who refresh at the same time', async () => {
    const { json } = await world.tokens()
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => world.refresh(world.confidential, json['refresh_token'])),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const winner = answers.find(({ status }) => status === 200)
    expect(await works(world, winner?.json['access_token'])).toBe(200)
  })

  it('may get narrower by a refresh, never wider', async () => {
    const { json } = await world.tokens(world.confidential, { scope: 'api read_user' })
    const narrow = await world.refresh(world.confidential, json['refresh_token'], { scope: 'read_user' })
    expect(narrow).toMatchObject({ status: 200, json: { scope: 'read_user' } })
    expect(await world.refresh(world.confidential, narrow.json['refresh_token'], { scope: 'api' })).toMatchObject({
      status: 400,
      json: { error: 'invalid_scope' },
    })
  })

  it('stay valid when their code comes a second time, which is refused', async () => {
    const code = await world.code(world.confidential)
    const params = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      client_id: world.confidential.application_id,
      client_secret: world.confidential.secret,
    }
    const { json } = await world.post('/oauth/token', params)
    expect(await works(world, json['access_token'])).toBe(200)
    expect(await world.post('/oauth/token', params)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    expect(await works(world, json['access_token'])).toBe(200)
    expect((await world.refresh(world.confidential, json['refresh_token'])).status).toBe(200)
  })

  it('go to one of several who redeem a code at the same time', async () => {
    const code = await world.code(world.confidential)
    const params = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      client_id: world.confidential.application_id,
      client_secret: world.confidential.secret,
    }
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.post('/oauth/token', params)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    for (const { json } of given) expect(await works(world, json['access_token'])).toBe(200)
  })

  it('are given for a verifier that fits the challenge', async () => {
    const code = await world.code(world.open, { code_challenge: challengeOf(VERIFIER), code_challenge_method: 'S256' })
    const params = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      client_id: world.open.application_id,
      code_verifier: VERIFIER,
    }
    expect((await world.post('/oauth/token', params)).status).toBe(200)
  })

  it.each([
    ['the unreserved characters', '-._~'.repeat(32)],
    ['base64 for addresses, without padding', Buffer.alloc(32, 0xfb).toString('base64url')],
    ['base64 with padding, as git-credential-oauth sends it', Buffer.alloc(32, 0xfb).toString('base64')],
    ['base64 with a slash', Buffer.alloc(96, 0xff).toString('base64')],
  ])('are given for a verifier of %s', async (_alphabet, verifier) => {
    const code = await world.code(world.open, { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' })
    const { application_id: client_id } = world.open
    const params = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id }
    const wrong = { ...params, code_verifier: verifier.replace(/.$/, '0') }
    expect((await world.post('/oauth/token', wrong)).json).toMatchObject({ error: 'invalid_grant' })
    expect((await world.post('/oauth/token', { ...params, code_verifier: verifier })).status).toBe(200)
  })

  it('are given to a client without a secret that sends a blank one', async () => {
    const code = await world.code(world.open, { code_challenge: challengeOf(VERIFIER), code_challenge_method: 'S256' })
    const authorization = `Basic ${Buffer.from(`${world.open.application_id}:`).toString('base64')}`
    const params = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
    expect((await world.post('/oauth/token', params, { authorization })).status).toBe(200)
  })

  it('are told of by introspection to their own client, access and refresh token apart', async () => {
    const { json } = await world.tokens()
    const ask = (token: unknown, app = world.confidential) =>
      world.post('/oauth/introspect', {
        token: String(token),
        client_id: app.application_id,
        client_secret: app.secret,
      })
    expect((await ask(json['access_token'])).json).toMatchObject({
      active: true,
      scope: 'api',
      username: 'ann',
      exp: expect.any(Number),
    })
    expect((await ask(json['access_token'], world.open)).json).toEqual({ active: false })
    world.instance.clock.advance(7200_000)
    expect((await ask(json['access_token'])).json).toEqual({ active: false })
    const refreshable = (await ask(json['refresh_token'])).json
    expect(refreshable).toMatchObject({ active: true })
    expect(refreshable).not.toHaveProperty('exp')
  })

  it('stop at once when they are revoked, warm in memory or not', async () => {
    const { json } = await world.tokens()
    expect(await works(world, json['access_token'])).toBe(200)
    const { application_id: client_id, secret: client_secret } = world.confidential
    const revoked = await world.post('/oauth/revoke', {
      token: String(json['refresh_token']),
      client_id,
      client_secret,
    })
    expect(revoked).toMatchObject({ status: 200, json: {} })
    expect(await works(world, json['access_token'])).toBe(401)
    expect((await world.refresh(world.confidential, json['refresh_token'])).status).toBe(400)
  })

  it('cost no hash once they are warm', async () => {
    const { json } = await world.tokens()
    await works(world, json['access_token'])
    const { secrets } = world.instance.forge
    const digest = secrets.digest
    let hashes = 0
    Object.assign(secrets, {
      digest: (text: string) => {
        hashes++
        return digest(text)
      },
    })
    try {
      for (let round = 0; round < 20; round++) expect(await works(world, json['access_token'])).toBe(200)
      expect(hashes).toBe(0)
    } finally {
      Object.assign(secrets, { digest })
    }
  })

  it('are guessed at ten times a minute and no more', async () => {
    const guess = (password: string) =>
      world.post('/oauth/token', { grant_type: 'password', username: 'ann', password })
    const statuses = []
    for (let round = 0; round < 11; round++) statuses.push((await guess('wrong')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    expect((await guess(PASSWORD)).headers.get('retry-after')).toBe('60')
    world.instance.clock.advance(60_000)
    expect(await guess(PASSWORD)).toMatchObject({ status: 200, json: { token_type: 'bearer', scope: 'api' } })
  })
})

describe('tokens without an end', () => {
  it('are given below 15.0 to an application that opted out, and get an end from 15.0 on', async () => {
    const old = await openWorld({ release: '14.10' })
    try {
      const browser = await old.browser().signIn('ann')
      await browser.open('/profile/applications')
      await browser.send(
        '/profile/applications',
        { name: 'Endless', redirect_uri: CALLBACK, confidential: '1', 'scopes[]': ['api'] },
        'Register',
      )
      const secret = /<dd class="secret"><code>([0-9a-f]{64})<\/code>/.exec(browser.html)?.[1] as string
      const uid = /id="application_id">([0-9a-f]{64})</.exec(browser.html)?.[1] as string
      const app = { id: 3, application_id: uid, secret }
      const { json } = await old.post('/oauth/token', {
        grant_type: 'authorization_code',
        code: await old.code(app),
        redirect_uri: CALLBACK,
        client_id: uid,
        client_secret: secret,
      })
      expect(json).not.toHaveProperty('expires_in')
      const info = await old.call(`/oauth/token/info?access_token=${String(json['access_token'])}`)
      expect(await info.json()).toMatchObject({ expires_in: null, expires_in_seconds: null, scopes: ['api'] })
      expect(old.instance.forge.read.oauthTokens.nonExpiring()).toHaveLength(1)
      expect((await old.tokens()).json).toMatchObject({ expires_in: 7200 })
    } finally {
      await old.instance.close()
    }
  })
})
