import * as t from 'io-ts'
import { codecs } from '../../../kernel/index.js'
import type { SettingsState } from './state.js'
import { storedValues } from './stored-value.js'

const { instant, orUndefined } = codecs

/** How the settings are kept between changes; secrets stay sealed, as in the history. */
export const settingsSnapshot: t.Type<SettingsState, unknown, unknown> = t.type({
  createdAt: orUndefined(instant),
  updatedAt: orUndefined(instant),
  values: storedValues,
  changedAt: t.record(t.string, instant),
})
