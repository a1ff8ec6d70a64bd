import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'
import { heldValues } from './held.js'

const established = t.type({ at: codecs.instant })

const changed = t.type({
  at: codecs.instant,
  /** Only what is different from before; names of the catalogue. */
  values: heldValues,
})

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

export type SettingsEvent =
  /** The instance has settings from now on, all at their first values. */
  | { readonly type: 'SettingsEstablished'; readonly data: Data<typeof established> }
  | { readonly type: 'SettingsChanged'; readonly data: Data<typeof changed> }

export const settingsEvents = eventCatalogue<SettingsEvent>({
  SettingsEstablished: current(established),
  SettingsChanged: current(changed),
})
