import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { instantOf } from '@forgefold/core/kernel'
import { type Listening, listenNode } from '@forgefold/server'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, CALLBACK, openWorld, PASSWORD, type World } from './world.js'

/** Debian's own Python: the packages belong to it. */
const PYTHON = '/usr/bin/python3'

const PREAMBLE = `
import json, os, sys
base, callback, client_id, secret, password = sys.argv[1:6]
def visit(url):
    print(json.dumps({'open': url}), flush=True)
    return sys.stdin.readline().strip()
def tell(**what):
    print(json.dumps({'tell': what}), flush=True)
def status(token):
    import requests
    return requests.get(base + '/api/v4/user', headers={'Authorization': 'Bearer ' + token}).status_code
`

const AUTHLIB = `${PREAMBLE}
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken
metadata = requests.get(base + '/.well-known/openid-configuration').json()
client = OAuth2Session(client_id, secret, scope='openid email api', redirect_uri=callback, code_challenge_method='S256',
                       token_endpoint_auth_method='client_secret_basic', revocation_endpoint_auth_method='client_secret_post')
verifier, nonce = generate_token(48), generate_token()
url, state = client.create_authorization_url(metadata['authorization_endpoint'], code_verifier=verifier, nonce=nonce, max_age=3600)
token = client.fetch_token(metadata['token_endpoint'], authorization_response=visit(url), state=state, code_verifier=verifier)
keys = JsonWebKey.import_key_set(requests.get(metadata['jwks_uri']).json())
claims = jwt.decode(token['id_token'], keys, claims_cls=CodeIDToken, claims_options={'iss': {'values': [metadata['issuer']]}},
                    claims_params={'nonce': nonce, 'client_id': client_id, 'max_age': 3600})
claims.validate(leeway=5)
userinfo = client.get(metadata['userinfo_endpoint']).json()
first = token['access_token']
token = client.refresh_token(metadata['token_endpoint'])
active = client.introspect_token(metadata['introspection_endpoint'], token=token['access_token']).json()
before = [status(first), status(token['access_token'])]
client.revoke_token(metadata['revocation_endpoint'], token=token['access_token'])
tell(sub=claims['sub'], auth_time=claims['auth_time'], userinfo=userinfo['sub'], active=active['active'], before=before,
     after=status(token['access_token']))
silent = OAuth2Session(client_id, secret, scope='openid email api', redirect_uri=callback)
url, state = silent.create_authorization_url(metadata['authorization_endpoint'], prompt='none')
from urllib.parse import parse_qs, urlparse
tell(silent=parse_qs(urlparse(visit(url)).query)['error'][0])
own = OAuth2Session(client_id, secret, scope='read_user').fetch_token(metadata['token_endpoint'], grant_type='client_credentials')
tell(own=status(own['access_token']))
try:
    OAuth2Session(client_id, 'wrong').fetch_token(metadata['token_endpoint'], grant_type='client_credentials')
except Exception as error:
    tell(wrong=error.error)
`

const REQUESTS = `${PREAMBLE}
os.environ['OAUTHLIB_INSECURE_TRANSPORT'] = '1'
from requests_oauthlib import OAuth2Session
from oauthlib.oauth2 import BackendApplicationClient, LegacyApplicationClient
token_url = base + '/oauth/token'
session = OAuth2Session(client_id, redirect_uri=callback, scope=['read_user', 'api'])
url, state = session.authorization_url(base + '/oauth/authorize')
token = session.fetch_token(token_url, authorization_response=visit(url), client_secret=secret)
user = session.get(base + '/api/v4/user').json()['username']
# A token that is taken for expired is refreshed by the session itself.
saved = []
expired = OAuth2Session(client_id, token={**token, 'expires_at': 1}, auto_refresh_url=token_url,
                        auto_refresh_kwargs={'client_id': client_id, 'client_secret': secret}, token_updater=saved.append)
refreshed = expired.get(base + '/api/v4/user').status_code
tell(user=user, expires_in=token['expires_in'], refreshed=refreshed, saved=len(saved), old=status(token['access_token']))
legacy = OAuth2Session(client=LegacyApplicationClient(client_id=client_id))
legacy.fetch_token(token_url, username='ann', password=password, client_id=client_id, client_secret=secret)
tell(password=legacy.get(base + '/api/v4/user').status_code)
backend = OAuth2Session(client=BackendApplicationClient(client_id=client_id))
own = backend.fetch_token(token_url, client_id=client_id, client_secret=secret)
tell(own=status(own['access_token']))
`

describe.runIf(programs.need('python-authlib', 'python-requests-oauthlib'))(
  'Python clients of the OAuth provider',
  () => {
    let world: World
    let listening: Listening
    let base: string
    beforeAll(async () => {
      world = await openWorld({ more: { guessedExternalUrl: true } })
      world.instance.clock.moveTo(instantOf(Date.now()))
      listening = await listenNode(world.instance.forgefold.handler, '127.0.0.1', 0)
      base = `http://127.0.0.1:${listening.port}`
    })
    afterAll(async () => {
      await listening.close(100)
      await world.instance.close()
    })

    /** Runs the program; a browser without scripts goes wherever it sends its user. Gives what it told. */
    const run = async (program: string): Promise<Readonly<Record<string, unknown>>> => {
      const { application_id, secret } = world.confidential
      const child = spawn(PYTHON, ['-c', program, base, CALLBACK, application_id, secret, PASSWORD])
      const ended = once(child, 'close')
      let complaints = ''
      child.stderr.on('data', (chunk) => {
        complaints += chunk
      })
      const browser = new Browser((request) => fetch(request, { redirect: 'manual' }), base)
      await browser.signIn('ann')
      const told: Record<string, unknown> = {}
      for await (const line of createInterface(child.stdout)) {
        const said = JSON.parse(line) as { readonly open?: string; readonly tell?: Readonly<Record<string, unknown>> }
        Object.assign(told, said.tell)
        if (said.open === undefined) continue
        await browser.open(said.open)
        if (browser.url.startsWith(base)) await browser.send('/oauth/authorize', {}, 'value="Authorize"')
        child.stdin.write(`${browser.url}\n`)
      }
      expect([await ended, complaints]).toEqual([[0, null], ''])
      return told
    }

    it('authlib signs in with PKCE, validates the id_token, refreshes, introspects, revokes, and hears of errors', async () => {
      const signedIn = Math.floor(Date.parse(world.instance.clock.now()) / 1000)
      expect(await run(AUTHLIB)).toEqual({
        sub: String(world.userId),
        auth_time: signedIn,
        userinfo: String(world.userId),
        active: true,
        before: [401, 200],
        after: 401,
        silent: 'consent_required',
        // A client's own token acts for nobody.
        own: 401,
        wrong: 'invalid_client',
      })
    })

    it('requests-oauthlib signs in, refreshes by itself, and takes the password and client flows', async () => {
      expect(await run(REQUESTS)).toEqual({
        user: 'ann',
        expires_in: 7200,
        refreshed: 200,
        saved: 1,
        old: 401,
        password: 200,
        own: 401,
      })
    })
  },
  60_000,
)
