import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { issueSecret, revokeSecret } from '../../../access/index.js'
import { SCOPES, type Scope } from '../../../access/principal.js'
import {
  type Aggregate,
  blank,
  blankOrTooLong,
  codecs,
  current,
  type Day,
  type EventOf,
  eventCatalogue,
  type FieldErrors,
  fieldErrors,
  type Instant,
  secondsAfter,
} from '../../../kernel/index.js'

const created = t.type({
  userId: codecs.safeInteger,
  name: t.string,
  scopes: codecs.list(codecs.oneOf(SCOPES)),
  /** Invalid from 00:00 UTC of that day on; null: never. */
  expiresAt: codecs.nullable(codecs.day),
  /** SHA-256 of the secret. */
  digest: t.string,
  /** Created by an administrator to act as that user. */
  impersonation: t.boolean,
})
const used = t.type({ usedAt: codecs.instant })
const nothing = t.type({})

const personalAccessTokenEvents = eventCatalogue({
  TokenCreated: current(created),
  /** Recorded at the first use, then at most once in ten minutes. */
  TokenUsed: current(used),
  TokenRevoked: current(nothing),
})

export type PersonalAccessTokenEvent = EventOf<typeof personalAccessTokenEvents>

/** A token as `decide` needs it. */
export interface IssuedToken {
  readonly kind: 'issued'
  readonly userId: number
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresAt: Day | null
  readonly digest: string
  readonly impersonation: boolean
  readonly revoked: boolean
  readonly usedAt: Instant | null
}

export type PersonalAccessTokenState = { readonly kind: 'none' } | IssuedToken

/** A token that is used for years has many events. */
const personalAccessTokenSnapshot: t.Type<PersonalAccessTokenState, unknown, unknown> = codecs.union([
  t.type({ kind: t.literal('none') }),
  t.type({
    kind: t.literal('issued'),
    userId: codecs.safeInteger,
    name: t.string,
    scopes: codecs.list(codecs.oneOf(SCOPES)),
    expiresAt: codecs.nullable(codecs.day),
    digest: t.string,
    impersonation: t.boolean,
    revoked: t.boolean,
    usedAt: codecs.nullable(codecs.instant),
  }),
])

export type PersonalAccessTokenCommand =
  | {
      readonly type: 'Create'
      readonly userId: number
      readonly name: string
      readonly scopes: ReadonlyArray<Scope>
      readonly expiresAt: Day | null
      /** SHA-256 of the secret. */
      readonly digest: string
      readonly impersonation: boolean
    }
  | { readonly type: 'NoteUse'; readonly at: Instant }
  | { readonly type: 'Revoke' }

const errorsOf = (command: Extract<PersonalAccessTokenCommand, { readonly type: 'Create' }>): FieldErrors | undefined =>
  fieldErrors({
    name: blankOrTooLong(command.name),
    scopes: command.scopes.length === 0 ? blank('') : [],
  })

/** Seconds between recorded uses of a token. */
export const USE_RECORDED_EVERY_SECONDS = 600

const isNews = (state: PersonalAccessTokenState, at: Instant): boolean =>
  state.kind === 'issued' &&
  !state.revoked &&
  (state.usedAt === null || at >= secondsAfter(state.usedAt, USE_RECORDED_EVERY_SECONDS))

/** A secret with which a program acts as a user, with limited scopes and until a given day. */
export const personalAccessToken: Aggregate<
  PersonalAccessTokenCommand,
  PersonalAccessTokenEvent,
  PersonalAccessTokenState
> = {
  category: 'personal_access_token',
  stateVersion: 2,
  snapshot: personalAccessTokenSnapshot,
  events: personalAccessTokenEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    switch (command.type) {
      case 'Create': {
        const { type: _, ...data } = command
        const scopes = [...new Set(data.scopes)]
        return issueSecret(state, errorsOf(command), { type: 'TokenCreated', data: { ...data, scopes } })
      }
      case 'NoteUse':
        return E.right(isNews(state, command.at) ? [{ type: 'TokenUsed', data: { usedAt: command.at } }] : [])
      case 'Revoke':
        return revokeSecret(state, { type: 'TokenRevoked', data: {} })
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TokenCreated':
        return { kind: 'issued', ...event.data, revoked: false, usedAt: null }
      case 'TokenUsed':
        return state.kind === 'none' ? state : { ...state, usedAt: event.data.usedAt }
      case 'TokenRevoked':
        return state.kind === 'none' ? state : { ...state, revoked: true }
    }
  },
}
