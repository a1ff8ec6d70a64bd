import * as E from 'fp-ts/lib/Either.js'
import { SCOPES, type Scope } from '../../../access/index.js'
import type { Aggregate, FieldErrors } from '../../../kernel/index.js'
import { conflict, faulty, invalid, notFound, refuse, unnamed } from '../../../kernel/index.js'
import type { ApplicationDetails, OAuthApplicationCommand } from './commands.js'
import { type OAuthApplicationEvent, oauthApplicationEvents } from './events.js'
import { redirectUriErrors } from './redirect-uri.js'
import type { LiveApplication, OAuthApplicationState } from './state.js'

/** Said of scopes that the server does not know. */
export const UNKNOWN_SCOPE = "doesn't match configured on the server."

const isScope = (word: string): word is Scope => (SCOPES as ReadonlyArray<string>).includes(word)

const uriErrors = (uris: ReadonlyArray<string>): ReadonlyArray<string> =>
  uris.length === 0 ? ["can't be blank"] : [...new Set(uris.flatMap(redirectUriErrors))]

const scopeErrors = (scopes: ReadonlyArray<string>): ReadonlyArray<string> =>
  scopes.length === 0 ? ["can't be blank"] : scopes.every(isScope) ? [] : [UNKNOWN_SCOPE]

const findings = (details: Partial<ApplicationDetails>): FieldErrors | undefined =>
  faulty({
    name: details.name === undefined ? [] : unnamed(details.name),
    redirect_uri: details.redirectUris === undefined ? [] : uriErrors(details.redirectUris),
    scopes: details.scopes === undefined ? [] : scopeErrors(details.scopes),
  })

/** A client that may ask users for access to their accounts (RFC 6749 §2). */
export const oauthApplication: Aggregate<OAuthApplicationCommand, OAuthApplicationEvent, OAuthApplicationState> = {
  category: 'oauth_application',
  stateVersion: 1,
  events: oauthApplicationEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Register') {
      if (state.kind !== 'none') return refuse(conflict())
      const wrong = findings(command)
      if (wrong !== undefined) return refuse(invalid(wrong))
      const { type: _, ...data } = command
      return E.right([{ type: 'ApplicationRegistered', data: { ...data, scopes: command.scopes.filter(isScope) } }])
    }
    if (state.kind !== 'live') return refuse(notFound('Application'))
    switch (command.type) {
      case 'Change': {
        const wrong = findings(command)
        if (wrong !== undefined) return refuse(invalid(wrong))
        const { type: _, scopes, ...rest } = command
        const data = { ...rest, ...(scopes === undefined ? {} : { scopes: scopes.filter(isScope) }) }
        return E.right([{ type: 'ApplicationChanged', data }])
      }
      case 'RenewSecret':
        return E.right([{ type: 'ClientSecretRenewed', data: { secretDigest: command.secretDigest } }])
      case 'Delete':
        return E.right([{ type: 'ApplicationDeleted', data: {} }])
    }
  },
  evolve: (state, event) => {
    if (event.type === 'ApplicationRegistered') return { kind: 'live', ...event.data }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'ApplicationChanged':
        return { ...state, ...(event.data as Partial<LiveApplication>) }
      case 'ClientSecretRenewed':
        return { ...state, secretDigest: event.data.secretDigest }
      case 'ApplicationDeleted':
        return { kind: 'deleted' }
    }
  },
}
