import * as t from 'io-ts'
import { DEPLOY_SCOPES, type DeployScope, type IssuedSecret, issueSecret, revokeSecret } from '../../../access/index.js'
import { instant, list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  blankOrTooLong,
  current,
  type EventOf,
  eventCatalogue,
  type FieldErrors,
  fieldErrors,
  type Instant,
  isLonger,
} from '../../../kernel/index.js'

const created = t.type({
  /** One of the two is given: the project or group of the token. */
  projectId: nullable(safeInteger),
  groupId: nullable(safeInteger),
  name: t.string,
  username: t.string,
  scopes: list(oneOf(DEPLOY_SCOPES)),
  /** Null: never. */
  expiresAt: nullable(instant),
  /** SHA-256 of the secret. */
  digest: t.string,
})
const nothing = t.type({})

const deployTokenEvents = eventCatalogue({
  DeployTokenCreated: current(created),
  DeployTokenRevoked: current(nothing),
})

export type DeployTokenEvent = EventOf<typeof deployTokenEvents>

export type DeployTokenState = IssuedSecret

export type DeployTokenCommand =
  | {
      readonly type: 'Create'
      readonly projectId: number | null
      readonly groupId: number | null
      readonly name: string
      readonly username: string
      readonly scopes: ReadonlyArray<DeployScope>
      readonly expiresAt: Instant | null
      /** SHA-256 of the secret. */
      readonly digest: string
    }
  | { readonly type: 'Revoke' }

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9_.+-]*$/
const USERNAME_TEXT = "can contain only letters, digits, '_', '-', '+', and '.'"

const errorsOf = (command: Extract<DeployTokenCommand, { readonly type: 'Create' }>): FieldErrors | undefined =>
  fieldErrors({
    name: blankOrTooLong(command.name),
    username: isLonger(command.username, 255) || !USERNAME.test(command.username) ? [USERNAME_TEXT] : [],
    base: command.scopes.length === 0 ? ["Scopes can't be blank"] : [],
  })

/** A secret that gives machines access to one project or group, without being a user. */
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
