import * as t from 'io-ts'
import { DEPLOY_SCOPES } from '../../../access/index.js'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const { safeInteger, nullable, instant, oneOf } = codecs

const created = t.type({
  /** One of the two is given: what the token opens. */
  projectId: nullable(safeInteger),
  groupId: nullable(safeInteger),
  name: t.string,
  username: t.string,
  scopes: t.readonlyArray(oneOf(DEPLOY_SCOPES)),
  /** Null: never. */
  expiresAt: nullable(instant),
  /** SHA-256 of the secret. */
  digest: t.string,
})
const nothing = t.type({})

export const deployTokenEvents = eventCatalogue({
  DeployTokenCreated: current(created),
  DeployTokenRevoked: current(nothing),
})

export type DeployTokenEvent = EventOf<typeof deployTokenEvents>
