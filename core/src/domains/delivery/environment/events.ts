import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

/** What environments are for. */
export const TIERS = ['production', 'staging', 'testing', 'development', 'other'] as const

/** What an environment is for; not to be confused with the tier of the instance. */
export type EnvironmentTier = (typeof TIERS)[number]

const PATTERNS: ReadonlyArray<readonly [RegExp, EnvironmentTier]> = [
  [/dev|review|trunk/i, 'development'],
  [/te?st|int|acc(?:ep)?|acpt|qa|qc|control|quality/i, 'testing'],
  [/st(?:a)?g|mod(?:e)?l|pre|demo/i, 'staging'],
  [/pro?d|live/i, 'production'],
]

/** The tier an environment's name suggests; the first pattern that fits decides. */
export const guessTier = (name: string): EnvironmentTier =>
  PATTERNS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'

const tier = codecs.oneOf(TIERS)

const created = t.type({
  projectId: codecs.safeInteger,
  name: t.string,
  slug: t.string,
  externalUrl: codecs.nullable(t.string),
  tier,
})
const changed = t.intersection([t.type({}), t.partial({ externalUrl: codecs.nullable(t.string), tier })])
/** The moment at which it stops by itself. */
const planned = t.type({ stopAt: codecs.instant })
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
  EnvironmentDeleted: current(nothing),
})

export type EnvironmentEvent = EventOf<typeof environmentEvents>
