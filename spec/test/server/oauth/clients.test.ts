import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { instantOf } from '@forgefold/core/kernel'
import { type Listening, listenNode } from '@forgefold/server'
import * as programs from '@forgefold/spec/programs'
import { Gitlab } from '@gitbeaker/rest'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuthorizationCode, ResourceOwnerPassword } from './simple-oauth2.js'
import { Browser, CALLBACK, openWorld, PASSWORD, type World } from './world.js'

describe('real clients of the OAuth provider', () => {
  let world: World
  let listening: Listening
  let base: string
  beforeAll(async () => {
    // The port is known only once it listens, so nobody has set the external URL.
    world = await openWorld({ more: { guessedExternalUrl: true } })
    world.instance.clock.moveTo(instantOf(Date.now()))
    listening = await listenNode(world.instance.forgefold.handler, '127.0.0.1', 0)
    base = `http://127.0.0.1:${listening.port}`
  })
  afterAll(async () => {
    await listening.close(100)
    await world.instance.close()
  })

  /** Signs in, consents, and gives the address that the client is called back at. */
  const consent = async (start: string | URL): Promise<URL> => {
    const browser = new Browser((request) => fetch(request, { redirect: 'manual' }), base)
    await browser.signIn('ann')
    await browser.open(String(start))
    if (browser.url.startsWith(base)) await browser.send('/oauth/authorize', {}, 'value="Authorize"')
    return new URL(browser.url)
  }
  const me = (token: string): Promise<number> =>
    fetch(`${base}/api/v4/user`, { headers: { Authorization: `Bearer ${token}` } }).then(({ status }) => status)

  it('openid-client discovers, signs in with PKCE, checks the id_token, refreshes, revokes', async () => {
    const { application_id, secret } = world.confidential
    const config = await openid.discovery(new URL(base), application_id, secret, undefined, {
      execute: [openid.allowInsecureRequests],
    })
    const verifier = openid.randomPKCECodeVerifier()
    const [state, nonce] = [openid.randomState(), openid.randomNonce()]
    const start = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid email api',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const tokens = await openid.authorizationCodeGrant(config, await consent(start), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    })
    expect(tokens.claims()).toMatchObject({ sub: String(world.userId), nickname: 'ann', email: 'ann@example.com' })
    const userinfo = await openid.fetchUserInfo(config, tokens.access_token, String(world.userId))
    expect(userinfo).toMatchObject({ preferred_username: 'ann' })
    const fresh = await openid.refreshTokenGrant(config, String(tokens.refresh_token))
    expect([await me(tokens.access_token), await me(fresh.access_token)]).toEqual([401, 200])
    await openid.tokenRevocation(config, fresh.access_token)
    expect(await me(fresh.access_token)).toBe(401)
  })

  it('oauth4webapi signs a public client in with PKCE, checks the issuer, refreshes, revokes', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(base)
    const discovered = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' })
    const server = await oauth.processDiscoveryResponse(issuer, discovered)
    const client = { client_id: world.open.application_id }
    const verifier = oauth.generateRandomCodeVerifier()
    const query = {
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'api',
      state: 'a state',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    const back = await consent(`${base}/oauth/authorize?${new URLSearchParams(query)}`)
    const params = oauth.validateAuthResponse(server, client, back, 'a state')
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      params,
      CALLBACK,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
    const refreshed = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      String(tokens.refresh_token),
      insecure,
    )
    const fresh = await oauth.processRefreshTokenResponse(server, client, refreshed)
    expect(await me(fresh.access_token)).toBe(200)
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), fresh.access_token, insecure),
    )
    expect(await me(fresh.access_token)).toBe(401)
  })

  it('simple-oauth2 completes the confidential and the password flow', async () => {
    const config = {
      client: { id: world.confidential.application_id, secret: world.confidential.secret },
      auth: { tokenHost: base, tokenPath: '/oauth/token', revokePath: '/oauth/revoke' },
    }
    const flow = new AuthorizationCode({ ...config, auth: { ...config.auth, authorizePath: '/oauth/authorize' } })
    const back = await consent(flow.authorizeURL({ redirect_uri: CALLBACK, scope: 'api', state: 's' }))
    const token = await flow.getToken({ code: String(back.searchParams.get('code')), redirect_uri: CALLBACK })
    expect(token.expired()).toBe(false)
    const fresh = await token.refresh()
    expect(await me(String(fresh.token['access_token']))).toBe(200)
    await fresh.revokeAll()
    expect(await me(String(fresh.token['access_token']))).toBe(401)
    const password = await new ResourceOwnerPassword(config).getToken({ username: 'ann', password: PASSWORD })
    expect(await me(String(password.token['access_token']))).toBe(200)
  })

  it.runIf(programs.need('git'))('gitbeaker works with an OAuth token, and git clones with it', async () => {
    const { json } = await world.tokens()
    const token = String(json['access_token'])
    const api = new Gitlab({ host: base, oauthToken: token })
    expect(await api.Users.showCurrentUser()).toMatchObject({ username: 'ann' })
    await api.Projects.create({ name: 'cloned', path: 'cloned', initializeWithReadme: true })
    const reader = await world.tokens(world.confidential, { scope: 'read_repository' })
    const folder = mkdtempSync(join(tmpdir(), 'forgefold-clone-'))
    try {
      const url = `http://oauth2:${String(reader.json['access_token'])}@127.0.0.1:${listening.port}/ann/cloned.git`
      const clone = ['-c', 'credential.helper=', 'clone', '--quiet', url, folder]
      await promisify(execFile)('git', clone, { env: { ...process.env, GIT_TERMINAL_PROMPT: '0' }, timeout: 120_000 })
      expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('cloned')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.runIf(programs.need('chromium'))(
    'a browser without scripts registers an application, consents and lands, by keyboard alone',
    async () => {
      const chrome = await chromium.launch({
        executablePath: programs.find('chromium') ?? 'chromium',
        args: ['--no-sandbox'],
      })
      try {
        const page = await (await chrome.newContext({ javaScriptEnabled: false })).newPage()
        const tabTo = async (selector: string): Promise<void> => {
          for (let tabs = 0; tabs < 60; tabs++) {
            if (await page.locator(`${selector}:focus`).count()) return
            await page.keyboard.press('Tab')
          }
          throw new Error(`${selector} cannot be reached by keyboard on ${page.url()}`)
        }
        await page.goto(`${base}/profile/applications`)
        await tabTo('#login')
        await page.keyboard.type('ann')
        await tabTo('#password')
        await page.keyboard.type(PASSWORD)
        await page.keyboard.press('Enter')
        await page.waitForURL('**/profile/applications')
        await tabTo('#name')
        await page.keyboard.type('By keyboard')
        await tabTo('#redirect_uri')
        await page.keyboard.type(`${base}/-/health`)
        await tabTo('#scope-read_user')
        await page.keyboard.press('Space')
        await tabTo('form[action="/profile/applications"] button')
        await page.keyboard.press('Enter')
        await page.waitForURL(/\/profile\/applications\/\d+$/)
        const uid = String(await page.textContent('#application_id'))
        const query = {
          client_id: uid,
          redirect_uri: `${base}/-/health`,
          response_type: 'code',
          scope: 'read_user',
          state: 'x y',
        }
        await page.goto(`${base}/oauth/authorize?${new URLSearchParams(query)}`)
        await tabTo('button[value="Authorize"]')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/-/health?**')
        const landed = new URL(page.url())
        expect([landed.searchParams.get('state'), landed.searchParams.get('code')]).toEqual([
          'x y',
          expect.stringMatching(/^[0-9a-f]{64}$/),
        ])
      } finally {
        await chrome.close()
      }
    },
  )
})
