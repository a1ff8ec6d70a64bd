import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { SCOPES, type Scope } from '../../../access/index.js'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  type Instant,
  oauthError,
  type Rejection,
  refuse,
  secondsAfter,
  upcastFrom,
} from '../../../kernel/index.js'
import { compareChallenges } from './pkce.js'

const grantedFirst = t.type({
  applicationId: codecs.safeInteger,
  userId: codecs.safeInteger,
  redirectUri: t.string,
  scopes: codecs.list(codecs.oneOf(SCOPES)),
  /** URL-safe base64 of the verifier's SHA-256 (RFC 7636, S256); null without PKCE. */
  codeChallenge: codecs.nullable(t.string),
  /** For an ID token (OpenID Connect Core §3.1.2.1). */
  nonce: codecs.nullable(t.string),
  expiresAt: codecs.instant,
})
const granted = t.type({
  ...grantedFirst.props,
  /** When the user authenticated, for an ID token; null: not recorded before version 2. */
  authenticatedAt: codecs.nullable(codecs.instant),
})
const redeemed = t.type({ familyId: codecs.safeInteger, at: codecs.instant })
const replayed = t.type({ familyId: codecs.safeInteger, at: codecs.instant })
const withdrawn = t.type({ at: codecs.instant })

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

const authorizationGrantEvents = eventCatalogue({
  AuthorizationGranted: pipe(
    current(granted, 2),
    upcastFrom(1, grantedFirst, (old): Data<typeof granted> => ({ ...old, authenticatedAt: null })),
  ),
  CodeRedeemed: current(redeemed),
  /** The code was presented a second time. Only older versions write it, and revoke the tokens of the code then. */
  CodeReplayed: current(replayed),
  /** The user withdrew the consent within the lifetime of the code. */
  CodeWithdrawn: current(withdrawn),
})

export type AuthorizationGrantEvent = EventOf<typeof authorizationGrantEvents>

export interface LiveGrant {
  readonly kind: 'granted'
  readonly applicationId: number
  readonly userId: number
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<Scope>
  readonly codeChallenge: string | null
  readonly nonce: string | null
  readonly authenticatedAt: Instant | null
  readonly expiresAt: Instant
  /** The token family that it was exchanged for. */
  readonly familyId: number | null
  readonly withdrawn: boolean
}

export type AuthorizationGrantState = { readonly kind: 'none' } | LiveGrant

export type AuthorizationGrantCommand =
  | {
      readonly type: 'Grant'
      readonly applicationId: number
      readonly userId: number
      readonly redirectUri: string
      readonly scopes: ReadonlyArray<Scope>
      readonly codeChallenge: string | null
      readonly nonce: string | null
      readonly authenticatedAt: Instant | null
      readonly at: Instant
    }
  | {
      readonly type: 'Redeem'
      readonly applicationId: number
      readonly redirectUri: string
      /** The challenge of the given verifier; undefined without a verifier. */
      readonly challengeOfVerifier: string | undefined
      /** The token family that the code is exchanged for. */
      readonly familyId: number
      readonly at: Instant
    }
  /** The code gives no tokens any more; those of a redemption at the same moment are revoked. */
  | { readonly type: 'Withdraw'; readonly at: Instant }

/** How long a code may be redeemed, in seconds. */
export const CODE_LIFETIME = 600

/** Every error in a code or a refresh token looks the same to clients (RFC 6749 §5.2). */
export const invalidGrant: Rejection = oauthError(
  'invalid_grant',
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
)

type Redeem = Extract<AuthorizationGrantCommand, { readonly type: 'Redeem' }>
type Decision = E.Either<Rejection, ReadonlyArray<AuthorizationGrantEvent>>

/** Whether a code may still be redeemed: once, before it expires (RFC 6749 §4.1.2), and while the consent stands. */
export const isRedeemable = ({ familyId, expiresAt, withdrawn }: LiveGrant, now: Instant): boolean =>
  familyId === null && !withdrawn && now < expiresAt

const missingVerifier = oauthError('invalid_request', 'Missing required parameter: code_verifier.')

/** What is checked when a code is exchanged: its client, whether it is still redeemable, its redirect URI and its verifier. */
const redeem = (command: Redeem, grant: LiveGrant): Decision => {
  if (grant.applicationId !== command.applicationId) return refuse(invalidGrant)
  if (!isRedeemable(grant, command.at)) return refuse(invalidGrant)
  if (grant.redirectUri !== command.redirectUri) return refuse(invalidGrant)
  const compared = compareChallenges(grant.codeChallenge, command.challengeOfVerifier)
  if (compared === 'missing') return refuse(missingVerifier)
  if (compared === 'different') return refuse(invalidGrant)
  return E.right([{ type: 'CodeRedeemed', data: { familyId: command.familyId, at: command.at } }])
}

/** One authorization code: for a single use, short-lived, bound to client, redirect URI and challenge. Its stream is named after the code's digest. */
export const authorizationGrant: Aggregate<
  AuthorizationGrantCommand,
  AuthorizationGrantEvent,
  AuthorizationGrantState
> = {
  category: 'authorization_grant',
  stateVersion: 4,
  events: authorizationGrantEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Grant') {
      if (state.kind !== 'none') return refuse(conflict())
      const { type: _, at, ...data } = command
      return E.right([
        {
          type: 'AuthorizationGranted',
          data: { ...data, scopes: data.scopes, expiresAt: secondsAfter(at, CODE_LIFETIME) },
        },
      ])
    }
    if (state.kind === 'none') return refuse(invalidGrant)
    if (command.type === 'Redeem') return redeem(command, state)
    return E.right(state.withdrawn ? [] : [{ type: 'CodeWithdrawn', data: { at: command.at } }])
  },
  evolve: (state, event) => {
    if (event.type === 'AuthorizationGranted')
      return { kind: 'granted', ...event.data, familyId: null, withdrawn: false }
    if (state.kind === 'none') return state
    switch (event.type) {
      case 'CodeRedeemed':
        return { ...state, familyId: event.data.familyId }
      case 'CodeReplayed':
        return state
      case 'CodeWithdrawn':
        return { ...state, withdrawn: true }
    }
  },
}
