import type { Scope } from '@forgefold/core/access'
import {
  type AuthorizationGrantCommand,
  authorizationGrant,
} from '@forgefold/core/domains/identity/authorization-grant'
import { type OAuthTokenCommand, oauthToken } from '@forgefold/core/domains/identity/oauth-token'
import type { Instant } from '@forgefold/core/kernel'
import { aggregateCases } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { runCases } from '../../../../run-cases.js'

const is = <A extends string>(type: A) => fc.constant(type)
const moments = ['2022-04-11T03:00:00.000Z', '2022-04-11T03:05:00.000Z', '2022-04-11T03:20:00.000Z']
const at = fc.constantFrom(...(moments as ReadonlyArray<string> as ReadonlyArray<Instant>))
const scopes = fc.subarray<Scope>(['api', 'read_user', 'openid'])
const client = fc.constantFrom(1, 1, 2)
const redirectUri = fc.constantFrom('https://a.example', 'https://a.example', 'https://b.example')
const codeChallenge = fc.constantFrom(null, 'c')
const authenticatedAt = fc.constant(null)

const ofGrants: fc.Arbitrary<AuthorizationGrantCommand> = fc.oneof(
  fc.record({
    ...{ type: is('Grant'), applicationId: client, userId: fc.constant(7), redirectUri, scopes, codeChallenge },
    ...{ nonce: fc.constant(null), authenticatedAt, at },
  }),
  fc.record({
    ...{ type: is('Redeem'), applicationId: client, redirectUri, familyId: fc.constantFrom(1, 2), at },
    challengeOfVerifier: fc.constantFrom(undefined, 'c', 'd'),
  }),
  fc.record({ type: is('Withdraw'), at }),
)

runCases(
  'an authorization grant',
  aggregateCases({ aggregate: authorizationGrant, commands: ofGrants, unreached: ['CodeReplayed'] }),
)

const digest = fc.constantFrom('a', 'b')
const lifetime = fc.constantFrom(null, 7200)

const ofTokens: fc.Arbitrary<OAuthTokenCommand> = fc.oneof(
  fc.record({
    ...{
      type: is('Issue'),
      grant: fc.constant('authorization_code' as const),
      applicationId: client,
      scopes,
      lifetime,
    },
    ...{ userId: fc.constantFrom(7, null), accessDigest: digest, refreshDigest: fc.constantFrom('a', 'b', null) },
    ...{ redirectUri, codeChallenge, authenticatedAt, at },
  }),
  fc.record({
    ...{ type: is('Refresh'), applicationId: client, presented: digest, lifetime, at },
    ...{ scopes: fc.option(scopes, { nil: undefined }), redirectUri: fc.option(redirectUri, { nil: undefined }) },
    ...{ challengeOfVerifier: fc.constantFrom(undefined, 'c'), accessDigest: digest, refreshDigest: digest },
  }),
  fc.record({ type: is('GiveExpiry'), lifetime: fc.constant(7200), at }),
  fc.record({ type: is('Revoke'), at }),
)

/** Digests of real tokens are never the same again: only here a new refresh token may be the one that was presented. */
const isRepeatable = (command: OAuthTokenCommand): boolean =>
  command.type === 'Refresh' && command.presented === command.refreshDigest

runCases('tokens', aggregateCases({ aggregate: oauthToken, commands: ofTokens, mayRepeat: isRepeatable }))
