import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { storedValues } from './stored-value.js'

const established = t.type({ at: codecs.instant })

const changed = t.type({
  at: codecs.instant,
  /** Only what is different from before; names of the catalogue. */
  values: storedValues,
})

export const settingsEvents = eventCatalogue({
  /** The instance has settings from now on, all at their first values. */
  SettingsEstablished: current(established),
  SettingsChanged: current(changed),
})

export type SettingsEvent = EventOf<typeof settingsEvents>
