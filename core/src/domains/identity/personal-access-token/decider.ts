import * as E from 'fp-ts/lib/Either.js'
import { issueSecret, revokeSecret } from '../../../access/index.js'
import {
  type Aggregate,
  blank,
  type FieldErrors,
  faulty,
  type Instant,
  secondsAfter,
  unnamed,
} from '../../../kernel/index.js'
import type { PersonalAccessTokenCommand } from './commands.js'
import { type PersonalAccessTokenEvent, personalAccessTokenEvents } from './events.js'
import { personalAccessTokenSnapshot } from './snapshot.js'
import type { PersonalAccessTokenState } from './state.js'

const errorsOf = (command: Extract<PersonalAccessTokenCommand, { readonly type: 'Create' }>): FieldErrors | undefined =>
  faulty({
    name: unnamed(command.name),
    scopes: command.scopes.length === 0 ? blank('') : [],
  })

/** In seconds; a token's uses are noted no more often than that. */
export const USE_NOTED_EVERY_SECONDS = 600

const isNews = (state: PersonalAccessTokenState, at: Instant): boolean =>
  state.kind === 'issued' &&
  !state.revoked &&
  (state.usedAt === null || at >= secondsAfter(state.usedAt, USE_NOTED_EVERY_SECONDS))

/** A secret by which a program acts as a user, within scopes and until a day. */
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
