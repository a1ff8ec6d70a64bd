import * as E from 'fp-ts/lib/Either.js'
import {
  type Aggregate,
  blank,
  conflict,
  type FieldErrors,
  faulty,
  invalid,
  recordNotFound,
  refuse,
  unnamed,
} from '../../kernel/index.js'
import type { PersonalAccessTokenCommand } from './commands.js'
import { type PersonalAccessTokenEvent, personalAccessTokenEvents } from './events.js'
import type { PersonalAccessTokenState } from './state.js'

const errorsOf = (command: Extract<PersonalAccessTokenCommand, { readonly type: 'Create' }>): FieldErrors | undefined =>
  faulty({
    name: unnamed(command.name),
    scopes: command.scopes.length === 0 ? blank('') : [],
  })

/** A secret by which a program acts as a user, within scopes and until a day. */
export const personalAccessToken: Aggregate<
  PersonalAccessTokenCommand,
  PersonalAccessTokenEvent,
  PersonalAccessTokenState
> = {
  category: 'personal_access_token',
  stateVersion: 1,
  events: personalAccessTokenEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    switch (command.type) {
      case 'Create': {
        if (state.kind !== 'none') return refuse(conflict())
        const errors = errorsOf(command)
        if (errors !== undefined) return refuse(invalid(errors))
        const { type: _, ...data } = command
        return E.right([{ type: 'TokenCreated', data: { ...data, scopes: [...new Set(data.scopes)] } }])
      }
      case 'Revoke':
        if (state.kind === 'none') return refuse(recordNotFound)
        return E.right(state.revoked ? [] : [{ type: 'TokenRevoked', data: {} }])
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TokenCreated':
        return { kind: 'issued', ...event.data, revoked: false }
      case 'TokenRevoked':
        return state.kind === 'none' ? state : { ...state, revoked: true }
    }
  },
}
