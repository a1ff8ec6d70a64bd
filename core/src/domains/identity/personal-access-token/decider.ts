import { issueSecret, revokeSecret } from '../../../access/index.js'
import { type Aggregate, blank, type FieldErrors, faulty, unnamed } from '../../../kernel/index.js'
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
        const { type: _, ...data } = command
        const scopes = [...new Set(data.scopes)]
        return issueSecret(state, errorsOf(command), { type: 'TokenCreated', data: { ...data, scopes } })
      }
      case 'Revoke':
        return revokeSecret(state, { type: 'TokenRevoked', data: {} })
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
