import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'
import { TIERS } from './tier.js'

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

export type EnvironmentEvent =
  | { readonly type: 'EnvironmentCreated'; readonly data: Readonly<t.TypeOf<typeof created>> }
  | { readonly type: 'EnvironmentChanged'; readonly data: Readonly<t.TypeOf<typeof changed>> }
  | { readonly type: 'EnvironmentStopPlanned'; readonly data: Readonly<t.TypeOf<typeof planned>> }
  /** The job that stops it has been started. */
  | { readonly type: 'EnvironmentStopping'; readonly data: Readonly<t.TypeOf<typeof nothing>> }
  | { readonly type: 'EnvironmentStopped'; readonly data: Readonly<t.TypeOf<typeof nothing>> }
  | { readonly type: 'EnvironmentMadeAvailable'; readonly data: Readonly<t.TypeOf<typeof nothing>> }
  | { readonly type: 'EnvironmentDeleted'; readonly data: Readonly<t.TypeOf<typeof nothing>> }

/** Every event of an environment, with its versions. */
export const environmentEvents = eventCatalogue<EnvironmentEvent>({
  EnvironmentCreated: current(created),
  EnvironmentChanged: current(changed),
  EnvironmentStopPlanned: current(planned),
  EnvironmentStopping: current(nothing),
  EnvironmentStopped: current(nothing),
  EnvironmentMadeAvailable: current(nothing),
  EnvironmentDeleted: current(nothing),
})
