import { issueSecret, revokeSecret } from '../../../access/index.js'
import { type Aggregate, type FieldErrors, faulty, isLonger, unnamed } from '../../../kernel/index.js'
import type { DeployTokenCommand } from './commands.js'
import { type DeployTokenEvent, deployTokenEvents } from './events.js'
import type { DeployTokenState } from './state.js'

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9_.+-]*$/
const USERNAME_TEXT = "can contain only letters, digits, '_', '-', '+', and '.'"

const errorsOf = (command: Extract<DeployTokenCommand, { readonly type: 'Create' }>): FieldErrors | undefined =>
  faulty({
    name: unnamed(command.name),
    username: isLonger(command.username, 255) || !USERNAME.test(command.username) ? [USERNAME_TEXT] : [],
    base: command.scopes.length === 0 ? ["Scopes can't be blank"] : [],
  })

/** A secret that lets machines into one project or group, without being anybody. */
export const deployToken: Aggregate<DeployTokenCommand, DeployTokenEvent, DeployTokenState> = {
  category: 'deploy_token',
  stateVersion: 1,
  events: deployTokenEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    switch (command.type) {
      case 'Create': {
        const { type: _, ...data } = command
        const scopes = [...new Set(data.scopes)]
        return issueSecret(state, errorsOf(command), { type: 'DeployTokenCreated', data: { ...data, scopes } })
      }
      case 'Revoke':
        return revokeSecret(state, { type: 'DeployTokenRevoked', data: {} })
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DeployTokenCreated':
        return { kind: 'issued', revoked: false }
      case 'DeployTokenRevoked':
        return state.kind === 'none' ? state : { ...state, revoked: true }
    }
  },
}
