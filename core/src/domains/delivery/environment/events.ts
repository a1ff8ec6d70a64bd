import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { TIERS } from '../environment-naming/tier.js'

export { type EnvironmentTier, guessTier, TIERS } from '../environment-naming/tier.js'

const tier = codecs.oneOf(TIERS)

const created = t.type({
  projectId: codecs.safeInteger,
  name: t.string,
  slug: t.string,
  externalUrl: codecs.nullable(t.string),
  tier,
})
const changed = t.intersection([
  t.type({}),
  t.partial({ name: t.string, externalUrl: codecs.nullable(t.string), tier }),
])
/** When it stops automatically. */
const planned = t.type({ stopAt: codecs.instant })
/** When it is deleted automatically. */
const scheduled = t.type({ deleteAt: codecs.instant })
const nothing = t.type({})

/** Every event of an environment, with its versions. */
export const environmentEvents = eventCatalogue({
  EnvironmentCreated: current(created),
  EnvironmentChanged: current(changed),
  EnvironmentStopPlanned: current(planned),
  /** The job that stops it has been started. */
  EnvironmentStopping: current(nothing),
  EnvironmentStopped: current(nothing),
  EnvironmentMadeAvailable: current(nothing),
  EnvironmentDeletionScheduled: current(scheduled),
  EnvironmentDeleted: current(nothing),
})

export type EnvironmentEvent = EventOf<typeof environmentEvents>
