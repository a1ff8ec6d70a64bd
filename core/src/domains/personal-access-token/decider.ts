import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, conflict, type FieldErrors, invalid, recordNotFound, refuse } from '../../kernel/index.js'
import type { PersonalAccessTokenCommand } from './commands.js'
import { type PersonalAccessTokenEvent, personalAccessTokenEvents } from './events.js'
import type { PersonalAccessTokenState } from './state.js'

const errorsOf = (command: Extract<PersonalAccessTokenCommand, { readonly type: 'Create' }>): FieldErrors => ({
  ...(command.name.trim() === '' ? { name: ["can't be blank"] } : {}),
  ...(command.name.length > 255 ? { name: ['is too long (maximum is 255 characters)'] } : {}),
  ...(command.scopes.length === 0 ? { scopes: ["can't be blank"] } : {}),
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
        if (Object.keys(errors).length > 0) return refuse(invalid(errors))
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
