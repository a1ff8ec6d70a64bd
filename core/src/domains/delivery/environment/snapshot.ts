import * as t from 'io-ts'
import { instant, nullable, oneOf, safeInteger, union } from '../../../kernel/codecs.js'
import { TIERS } from '../environment-naming/tier.js'
import { ENVIRONMENT_STATES, type EnvironmentState, type LiveEnvironment } from './state.js'

const live: t.Type<LiveEnvironment, unknown, unknown> = t.type({
  kind: t.literal('live'),
  projectId: safeInteger,
  name: t.string,
  slug: t.string,
  externalUrl: nullable(t.string),
  tier: oneOf(TIERS),
  status: oneOf(ENVIRONMENT_STATES),
  stopAt: nullable(instant),
  deleteAt: nullable(instant),
})

/** The snapshot of an environment: each deployment with a stop time adds an event to its stream. */
export const environmentSnapshot: t.Type<EnvironmentState, unknown, unknown> = union([
  live,
  t.type({ kind: oneOf(['none', 'deleted']) }),
])
