import type { Instant } from '../../../kernel/index.js'
import type { SettingValue } from './catalogue/attribute.js'
import { INITIAL_SETTINGS, type SettingName } from './catalogue/index.js'
import type { StoredValue } from './stored-value.js'

/** The settings as folded: what was ever changed, still sealed. Where nothing was, the catalogue's first value holds. */
export interface SettingsState {
  /** Undefined until the settings are established. */
  readonly createdAt: Instant | undefined
  readonly updatedAt: Instant | undefined
  readonly values: Readonly<Record<string, StoredValue>>
  /** When each value that was ever changed took the one it has. */
  readonly changedAt: Readonly<Record<string, Instant>>
}

export const initialSettingsState: SettingsState = {
  createdAt: undefined,
  updatedAt: undefined,
  values: {},
  changedAt: {},
}

/** What stands for a setting, changed or not. */
export const storedValueOf = (state: SettingsState, name: SettingName): StoredValue =>
  state.values[name] ?? { value: INITIAL_SETTINGS[name] as SettingValue }
