import { RUNNER_ACCESS_LEVELS, RUNNER_TYPES } from '@forgefold/core/domains/delivery/runner'
import {
  arrayOf,
  boolean,
  type Fields,
  inRelease,
  instant,
  integer,
  maybe,
  oneOf,
  record,
  type Shape,
  text,
} from '../../shape.js'

const fields: Fields = {
  id: integer,
  description: maybe(text),
  ip_address: maybe(text),
  active: inRelease('runners.active', boolean),
  paused: boolean,
  is_shared: boolean,
  runner_type: oneOf(RUNNER_TYPES),
  name: maybe(text),
  online: maybe(boolean),
  status: oneOf(['online', 'offline', 'not_connected', 'paused']),
}

/** A runner (docs/reference/behaviour/delivery.md#runners). */
export const runnerShape: Shape = record('Runner', fields)

const project = record('RunnerProject', {
  id: integer,
  name: text,
  name_with_namespace: text,
  path: text,
  path_with_namespace: text,
})

/** A runner by itself. */
export const wholeRunnerShape: Shape = record('WholeRunner', {
  ...fields,
  tag_list: arrayOf(text),
  run_untagged: boolean,
  locked: boolean,
  maximum_timeout: maybe(integer),
  access_level: oneOf(RUNNER_ACCESS_LEVELS),
  version: maybe(text),
  revision: maybe(text),
  platform: maybe(text),
  architecture: maybe(text),
  contacted_at: maybe(instant),
  maintenance_note: maybe(text),
  projects: arrayOf(project),
  groups: arrayOf(record('RunnerGroup', { id: integer, web_url: text, name: text })),
})

/** A runner that was registered, with its token. */
export const registeredRunnerShape: Shape = record('RegisteredRunner', {
  id: integer,
  token: text,
  token_expires_at: maybe(instant),
})

/** A new token. */
export const runnerTokenShape: Shape = record('RunnerToken', { token: text, token_expires_at: maybe(instant) })
