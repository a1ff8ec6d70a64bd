import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Rejection } from '../../../kernel/index.js'
import { conflict, oauthError, refuse } from '../../../kernel/index.js'
import { invalidGrant } from '../authorization-grant/aggregate.js'
import type { OAuthTokenCommand } from './commands.js'
import { type OAuthTokenEvent, oauthTokenEvents } from './events.js'
import { expiryOf } from './lifetime.js'
import type { LiveTokenFamily, OAuthTokenState } from './state.js'

type Refresh = Extract<OAuthTokenCommand, { readonly type: 'Refresh' }>
type Decision = E.Either<Rejection, ReadonlyArray<OAuthTokenEvent>>

const refresh = (command: Refresh, family: LiveTokenFamily): Decision => {
  if (family.revoked || family.refreshDigest !== command.presented) return refuse(invalidGrant)
  if (family.applicationId !== command.applicationId) return refuse(invalidGrant)
  if (command.redirectUri !== undefined && command.redirectUri !== family.redirectUri) return refuse(invalidGrant)
  if (command.challengeOfVerifier !== undefined && command.challengeOfVerifier !== family.codeChallenge)
    return refuse(invalidGrant)
  const scopes = command.scopes ?? family.scopes
  if (!scopes.every((scope) => family.scopes.includes(scope)))
    return refuse(oauthError('invalid_scope', 'The requested scope is invalid, unknown, or malformed.'))
  const { accessDigest, refreshDigest, at, lifetime } = command
  return E.right([
    {
      type: 'TokensRefreshed',
      data: { scopes, accessDigest, refreshDigest, expiresAt: expiryOf(at, lifetime), at },
    },
  ])
}

/** A family of OAuth tokens: an access token and the refresh token that replaces both. */
export const oauthToken: Aggregate<OAuthTokenCommand, OAuthTokenEvent, OAuthTokenState> = {
  category: 'oauth_token',
  stateVersion: 3,
  events: oauthTokenEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Issue') {
      if (state.kind !== 'none') return refuse(conflict())
      const { type: _, lifetime, ...data } = command
      return E.right([
        { type: 'TokensIssued', data: { ...data, scopes: data.scopes, expiresAt: expiryOf(command.at, lifetime) } },
      ])
    }
    if (state.kind === 'none') return refuse(invalidGrant)
    switch (command.type) {
      case 'Refresh':
        return refresh(command, state)
      case 'Revoke':
        return E.right(state.revoked ? [] : [{ type: 'TokensRevoked', data: { at: command.at } }])
      case 'GiveExpiry':
        return E.right(
          state.expiresAt !== null || state.revoked
            ? []
            : [{ type: 'ExpiryGiven', data: { expiresAt: expiryOf(command.at, command.lifetime) } }],
        )
    }
  },
  evolve: (state, event) => {
    if (event.type === 'TokensIssued') {
      const { at, scopes, ...data } = event.data
      return { kind: 'live', ...data, scopes, issuedAt: at, revoked: false }
    }
    if (state.kind === 'none') return state
    switch (event.type) {
      case 'TokensRefreshed': {
        const { at, ...data } = event.data
        return { ...state, ...data, issuedAt: at }
      }
      case 'TokensRevoked':
        return { ...state, revoked: true }
      case 'ExpiryGiven':
        return { ...state, expiresAt: event.data.expiresAt }
    }
  },
}
