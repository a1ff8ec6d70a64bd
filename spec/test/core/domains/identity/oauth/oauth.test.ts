import assert from 'node:assert/strict'
import type { Scope } from '@forgefold/core/access'
import {
  type AuthorizationGrantEvent,
  authorizationGrant,
  CODE_LIFETIME,
} from '@forgefold/core/domains/identity/authorization-grant'
import { matchesRedirectUri, redirectUriErrors } from '@forgefold/core/domains/identity/oauth-application'
import { type OAuthTokenEvent, oauthToken } from '@forgefold/core/domains/identity/oauth-token'
import {
  fold,
  type Instant,
  instantOf,
  isExpired,
  millisecondsOf,
  type StoredEvent,
  secondsAfter,
} from '@forgefold/core/kernel'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const START = '2022-08-22T12:00:00.000Z' as Instant
const SCOPES: ReadonlyArray<Scope> = ['api', 'read_user', 'read_api', 'openid']
const scopes = fc.subarray([...SCOPES], { minLength: 1 })

type Command = Parameters<typeof oauthToken.decide>[0]

const issue = (given: ReadonlyArray<Scope>, lifetime: number | null = 7200): Command => ({
  type: 'Issue',
  grant: 'authorization_code',
  applicationId: 1,
  userId: 1,
  scopes: given,
  accessDigest: 'a0',
  refreshDigest: 'r0',
  lifetime,
  redirectUri: 'https://app.test/cb',
  codeChallenge: null,
  authenticatedAt: START,
  at: START,
})

const refresh = (presented: string, next: string, wanted?: ReadonlyArray<Scope>): Command => ({
  type: 'Refresh',
  applicationId: 1,
  presented,
  scopes: wanted,
  redirectUri: undefined,
  challengeOfVerifier: undefined,
  accessDigest: `a${next}`,
  refreshDigest: `r${next}`,
  lifetime: 7200,
  at: START,
})

const after = (commands: ReadonlyArray<Command>): ReadonlyArray<OAuthTokenEvent> => {
  const events: Array<OAuthTokenEvent> = []
  for (const command of commands) {
    const decided = oauthToken.decide(command)(fold(oauthToken, events))
    if (E.isRight(decided)) events.push(...decided.right)
  }
  return events
}

/** Somebody presents one of the last refresh tokens, old or new, or revokes. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ presented: fc.nat(8), wanted: fc.option(scopes, { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.constant('revoke' as const) },
)

const walk = (
  given: ReadonlyArray<Scope>,
  steps: ReadonlyArray<typeof step extends fc.Arbitrary<infer S> ? S : never>,
) =>
  after([
    issue(given),
    ...steps.map(
      (one, index): Command =>
        one === 'revoke' ? { type: 'Revoke', at: START } : refresh(`r${one.presented}`, String(index + 1), one.wanted),
    ),
  ])

describe('a family of tokens', () => {
  it('has at most one refresh token that works, and none once it is revoked', () => {
    fc.assert(
      fc.property(scopes, fc.array(step, { maxLength: 8 }), (given, steps) => {
        const events = walk(given, steps)
        const state = fold(oauthToken, events)
        const working = Array.from({ length: 10 }, (_, n) => `r${n}`).filter((digest) =>
          E.isRight(oauthToken.decide(refresh(digest, 'x'))(state)),
        )
        expect(working.length).toBe(events.some(({ type }) => type === 'TokensRevoked') ? 0 : 1)
      }),
    )
  })

  it('never gets wider by a refresh', () => {
    fc.assert(
      fc.property(scopes, fc.array(step, { maxLength: 8 }), (given, steps) => {
        let allowed: ReadonlyArray<Scope> = given
        for (const event of walk(given, steps)) {
          if (event.type !== 'TokensRefreshed') continue
          expect(event.data.scopes.every((scope) => allowed.includes(scope))).toBe(true)
          allowed = event.data.scopes
        }
      }),
    )
  })

  it('is dead from the very second of its expiry', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (lifetime) => {
        const state = fold(oauthToken, after([issue(['api'], lifetime)]))
        assert(state.kind === 'live')
        const end = millisecondsOf(secondsAfter(START, lifetime))
        expect([isExpired(state, instantOf(end - 1)), isExpired(state, instantOf(end))]).toEqual([false, true])
      }),
    )
  })

  it('takes a refresh that says nothing of redirect URI and verifier, and refuses one that says something else', () => {
    const state = fold(oauthToken, after([issue(['api'])]))
    const saying = (more: object) => E.isRight(oauthToken.decide({ ...refresh('r0', '1'), ...more } as Command)(state))
    expect(saying({})).toBe(true)
    expect(saying({ redirectUri: 'https://app.test/cb' })).toBe(true)
    expect(saying({ redirectUri: 'https://app.test/other' })).toBe(false)
    expect(saying({ challengeOfVerifier: 'x' })).toBe(false)
    expect(saying({ applicationId: 2 })).toBe(false)
  })

  it('has one winner in every interleaving of two racing refreshers', () => {
    // Each loads, then appends at the revision it saw; a conflict makes it load again.
    const schedules = (left: number, right: number): ReadonlyArray<string> =>
      left + right === 0
        ? ['']
        : [
            ...(left > 0 ? schedules(left - 1, right).map((rest) => `L${rest}`) : []),
            ...(right > 0 ? schedules(left, right - 1).map((rest) => `R${rest}`) : []),
          ]
    for (const schedule of schedules(4, 4)) {
      const stream = [...after([issue(['api'])])]
      const racers = {
        L: { seen: -1, done: undefined as boolean | undefined },
        R: { seen: -1, done: undefined as boolean | undefined },
      }
      for (const name of schedule as unknown as Iterable<'L' | 'R'>) {
        const racer = racers[name]
        if (racer.done !== undefined) continue
        if (racer.seen < 0) {
          racer.seen = stream.length
          continue
        }
        const decided = oauthToken.decide(refresh('r0', name))(fold(oauthToken, stream.slice(0, racer.seen)))
        if (E.isLeft(decided)) racer.done = false
        else if (racer.seen !== stream.length) racer.seen = -1
        else {
          stream.push(...decided.right)
          racer.done = true
        }
      }
      expect([racers.L.done, racers.R.done].sort(), schedule).toEqual([false, true])
    }
  })
})

describe('an authorization code', () => {
  const grant = {
    type: 'Grant',
    applicationId: 1,
    userId: 1,
    redirectUri: 'https://app.test/cb',
    scopes: ['api'],
    codeChallenge: null,
    nonce: null,
    authenticatedAt: START,
    at: START,
  } as const
  const redeem = (familyId: number, at: Instant = START) =>
    ({
      type: 'Redeem',
      applicationId: 1,
      redirectUri: 'https://app.test/cb',
      challengeOfVerifier: undefined,
      familyId,
      at,
    }) as const
  type GrantCommand = Parameters<typeof authorizationGrant.decide>[0]
  const history = (commands: ReadonlyArray<GrantCommand>): ReadonlyArray<AuthorizationGrantEvent> => {
    const events: Array<AuthorizationGrantEvent> = []
    for (const command of commands) {
      const decided = authorizationGrant.decide(command)(fold(authorizationGrant, events))
      if (E.isRight(decided)) events.push(...decided.right)
    }
    return events
  }

  it('is never redeemed twice', () => {
    const commands = fc.array(
      fc.oneof(
        fc.nat(5).map((familyId) => redeem(familyId)),
        fc.nat(5).map((familyId) => ({ ...redeem(familyId), applicationId: 2 })),
      ),
      { maxLength: 10 },
    )
    fc.assert(
      fc.property(commands, (sequence) => {
        const redeemed = history([grant, ...sequence]).filter(({ type }) => type === 'CodeRedeemed')
        expect(redeemed.length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is not redeemed once it is withdrawn, and withdrawn once, redeemed or not', () => {
    const withdraw = { type: 'Withdraw', at: START } as const
    const types = (...commands: ReadonlyArray<GrantCommand>) => history([grant, ...commands]).map(({ type }) => type)
    expect(types(withdraw, withdraw, redeem(1))).toEqual(['AuthorizationGranted', 'CodeWithdrawn'])
    expect(types(redeem(1), withdraw)).toEqual(['AuthorizationGranted', 'CodeRedeemed', 'CodeWithdrawn'])
    expect(E.isLeft(authorizationGrant.decide(withdraw)(authorizationGrant.initial))).toBe(true)
  })

  it('is good for ten minutes, exactly', () => {
    const at = (seconds: number) => history([grant, redeem(1, secondsAfter(START, seconds))]).length
    expect([at(CODE_LIFETIME - 1), at(CODE_LIFETIME)]).toEqual([2, 1])
  })

  it('is bound to client, redirect URI and challenge', () => {
    const given = history([{ ...grant, codeChallenge: 'challenge' }])
    const works = (more: object) =>
      E.isRight(
        authorizationGrant.decide({ ...redeem(1), challengeOfVerifier: 'challenge', ...more } as GrantCommand)(
          fold(authorizationGrant, given),
        ),
      )
    expect(works({})).toBe(true)
    expect(works({ applicationId: 2 })).toBe(false)
    expect(works({ redirectUri: 'https://app.test/cb/' })).toBe(false)
    expect(works({ challengeOfVerifier: 'other' })).toBe(false)
    expect(works({ challengeOfVerifier: undefined })).toBe(false)
  })
})

describe('redirect URIs', () => {
  it.each([
    ['https://app.test/cb', 'https://app.test/cb', true],
    ['https://app.test/cb', 'https://app.test/cb/', false],
    ['https://app.test/cb', 'https://app.test/cb?any=1', true],
    ['https://app.test/cb', 'https://app.test/cb?any=1#fragment', false],
    ['https://app.test/cb', 'https://app.test/cb?a=1\r\nSet-Cookie: x=y', false],
    ['https://app.test/cb?a=1&b=2', 'https://app.test/cb?b=2&a=1', true],
    ['https://app.test/cb?a=1', 'https://app.test/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:54321/cb', true],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:1@evil.test/cb', false],
    ['http://[::1]:1/cb', 'http://[::1]:2/cb', true],
    ['http://[::1]:1/cb', 'http://[::1]:99999/cb', false],
    ['http://localhost/cb', 'http://localhost:2/cb', false],
    ['com.example.app:/cb', 'com.example.app:/cb', true],
  ])('registered %s, asked %s: %s', (registered, asked, matches) => {
    expect(matchesRedirectUri(registered, asked)).toBe(matches)
  })

  it.each([
    ['https://app.test/#x', 'cannot contain a fragment.'],
    ['/relative', 'must be an absolute URI.'],
    ['https://', 'must be an absolute URI.'],
    ['https://a b', 'must be a valid URI.'],
    ['https://[bad/x', 'must be a valid URI.'],
    ['https://app.test:port/', 'must be a valid URI.'],
    ['http://app.test:65536/', 'must be a valid URI.'],
    ['https://%zz/', 'must be a valid URI.'],
    ['http://:80/', 'must be a valid URI.'],
    ['https://@/', 'must be a valid URI.'],
    ['javascript:alert(1)', 'is forbidden by the server.'],
    ['DATA:text/html,x', 'is forbidden by the server.'],
  ])('%s is refused: %s', (uri, text) => {
    expect(redirectUriErrors(uri)).toEqual([text])
  })

  it.each(['http://127.0.0.1:65535/cb', 'https://app.test?a=1', 'https://user@app.test:/', 'http://[::1]:8/', 'x:y'])(
    '%s is accepted',
    (uri) => expect(redirectUriErrors(uri)).toEqual([]),
  )
})

describe('events from before id_tokens told when somebody signed in', () => {
  const stored = (type: string, data: unknown) =>
    ({ type, version: 1, data, stream: 'x-1', position: 0 }) as unknown as StoredEvent
  const issued = {
    grant: 'password',
    applicationId: null,
    userId: 1,
    scopes: ['api'],
    accessDigest: 'a',
    refreshDigest: null,
    expiresAt: null,
    redirectUri: null,
    codeChallenge: null,
    at: START,
  }
  const granted = {
    applicationId: 1,
    userId: 1,
    redirectUri: 'https://app.test/cb',
    scopes: ['openid'],
    codeChallenge: null,
    nonce: null,
    expiresAt: START,
  }

  it('are lifted: nobody knows', () => {
    expect(oauthToken.events.decode(stored('TokensIssued', issued))).toEqual(
      E.right({ type: 'TokensIssued', data: { ...issued, authenticatedAt: null } }),
    )
    expect(authorizationGrant.events.decode(stored('AuthorizationGranted', granted))).toEqual(
      E.right({ type: 'AuthorizationGranted', data: { ...granted, authenticatedAt: null } }),
    )
  })
})
