import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { SCOPES, type Scope } from '../../../access/index.js'
import {
  type Aggregate,
  blankOrTooLong,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  type FieldErrors,
  fieldErrors,
  invalid,
  notFound,
  refuse,
} from '../../../kernel/index.js'
import { redirectUriErrors } from './redirect-uri.js'

const scopes = codecs.list(codecs.oneOf(SCOPES))

const registered = t.type({
  name: t.string,
  /** The public identifier of the client (`client_id`). */
  uid: t.string,
  /** SHA-256 of the client secret. */
  secretDigest: t.string,
  redirectUris: codecs.list(t.string),
  scopes,
  confidential: t.boolean,
  /** Users are not asked for consent. */
  trusted: t.boolean,
  /** Null: created by an administrator for the whole instance. */
  ownerId: codecs.nullable(codecs.safeInteger),
  expiringTokens: t.boolean,
})
const changed = t.partial({
  name: t.string,
  redirectUris: codecs.list(t.string),
  scopes,
  confidential: t.boolean,
  trusted: t.boolean,
  expiringTokens: t.boolean,
})
const renewed = t.type({ secretDigest: t.string })
const nothing = t.type({})

/** Every event of an OAuth application, with its versions. */
const oauthApplicationEvents = eventCatalogue({
  ApplicationRegistered: current(registered),
  ApplicationChanged: current(changed),
  ClientSecretRenewed: current(renewed),
  ApplicationDeleted: current(nothing),
})

export type OAuthApplicationEvent = EventOf<typeof oauthApplicationEvents>

/** An application as `decide` needs it. */
export interface LiveApplication {
  readonly kind: 'live'
  readonly name: string
  readonly uid: string
  readonly secretDigest: string
  readonly redirectUris: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<Scope>
  readonly confidential: boolean
  readonly trusted: boolean
  readonly ownerId: number | null
  readonly expiringTokens: boolean
}

export type OAuthApplicationState = { readonly kind: 'none' } | LiveApplication | { readonly kind: 'deleted' }

/** The attributes of an application as entered, not yet validated. */
export interface ApplicationDetails {
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<string>
  readonly confidential: boolean
  readonly trusted: boolean
  readonly expiringTokens: boolean
}

export type OAuthApplicationCommand =
  | ({
      readonly type: 'Register'
      readonly uid: string
      readonly secretDigest: string
      readonly ownerId: number | null
    } & ApplicationDetails)
  | ({ readonly type: 'Change' } & Partial<ApplicationDetails>)
  | { readonly type: 'RenewSecret'; readonly secretDigest: string }
  | { readonly type: 'Delete' }

/** The error for unknown scopes. */
export const UNKNOWN_SCOPE = "doesn't match configured on the server."

const isScope = (word: string): word is Scope => (SCOPES as ReadonlyArray<string>).includes(word)

const uriErrors = (uris: ReadonlyArray<string>): ReadonlyArray<string> =>
  uris.length === 0 ? ["can't be blank"] : [...new Set(uris.flatMap(redirectUriErrors))]

const scopeErrors = (scopes: ReadonlyArray<string>): ReadonlyArray<string> =>
  scopes.length === 0 ? ["can't be blank"] : scopes.every(isScope) ? [] : [UNKNOWN_SCOPE]

const findings = (details: Partial<ApplicationDetails>): FieldErrors | undefined =>
  fieldErrors({
    name: details.name === undefined ? [] : blankOrTooLong(details.name),
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
