import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Rejection } from '../../../kernel/index.js'
import { conflict, oauthError, refuse, secondsAfter } from '../../../kernel/index.js'
import type { AuthorizationGrantCommand } from './commands.js'
import { type AuthorizationGrantEvent, authorizationGrantEvents } from './events.js'
import type { AuthorizationGrantState, GivenGrant } from './state.js'

/** How long a code may be redeemed, in seconds. */
export const CODE_LIFETIME = 600

/** RFC 6749 §5.2: everything that may be wrong with a code or a refresh token looks the same from outside. */
export const invalidGrant: Rejection = oauthError(
  'invalid_grant',
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
)

type Redeem = Extract<AuthorizationGrantCommand, { readonly type: 'Redeem' }>
type Decision = E.Either<Rejection, ReadonlyArray<AuthorizationGrantEvent>>

const pkceHolds = (grant: GivenGrant, given: string | undefined): E.Either<Rejection, void> => {
  if (grant.codeChallenge === null) return given === undefined ? E.right(undefined) : refuse(invalidGrant)
  if (given === undefined) return refuse(oauthError('invalid_request', 'Missing required parameter: code_verifier.'))
  return given === grant.codeChallenge ? E.right(undefined) : refuse(invalidGrant)
}

const redeem = (command: Redeem, grant: GivenGrant): Decision => {
  if (grant.applicationId !== command.applicationId) return refuse(invalidGrant)
  if (grant.familyId !== null || command.at >= grant.expiresAt) return refuse(invalidGrant)
  if (grant.redirectUri !== command.redirectUri) return refuse(invalidGrant)
  const pkce = pkceHolds(grant, command.challengeOfVerifier)
  if (E.isLeft(pkce)) return pkce
  return E.right([{ type: 'CodeRedeemed', data: { familyId: command.familyId, at: command.at } }])
}

/** One authorization code: single use, short life, bound to client, redirect URI and challenge. Its stream is named by the code's digest. */
export const authorizationGrant: Aggregate<
  AuthorizationGrantCommand,
  AuthorizationGrantEvent,
  AuthorizationGrantState
> = {
  category: 'authorization_grant',
  stateVersion: 2,
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
    if (state.familyId === null || state.replayed) return E.right([])
    return E.right([{ type: 'CodeReplayed', data: { familyId: state.familyId, at: command.at } }])
  },
  evolve: (state, event) => {
    if (event.type === 'AuthorizationGranted')
      return { kind: 'granted', ...event.data, familyId: null, replayed: false }
    if (state.kind === 'none') return state
    switch (event.type) {
      case 'CodeRedeemed':
        return { ...state, familyId: event.data.familyId }
      case 'CodeReplayed':
        return { ...state, replayed: true }
    }
  },
}
