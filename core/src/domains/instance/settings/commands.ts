import type { FieldErrors, Instant } from '../../../kernel/index.js'
import type { Edition, SettingName } from './catalogue/index.js'
import type { StoredValue } from './stored-value.js'

export type SettingsCommand =
  /** Opens the record; nothing where it is open. */
  | { readonly type: 'Establish'; readonly at: Instant }
  /** Changes all of these values or none. */
  | {
      readonly type: 'Change'
      readonly at: Instant
      /** Interlocks differ by tier and release. */
      readonly edition: Edition
      readonly values: ReadonlyMap<SettingName, StoredValue>
      /** What is wrong with single values already; told together with what the interlocks find. */
      readonly findings: FieldErrors
    }
