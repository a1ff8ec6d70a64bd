import type { SettingName, Settings } from '../catalogue/index.js'
import { type ChangedSettings, type StoredValue, storedValueOf } from '../stored-value.js'

/** The settings after a change, as rules see them: of secrets only whether they are present. */
export interface RecordFacts {
  /** The value; undefined where it is a secret or a long text. */
  readonly value: <Name extends SettingName>(name: Name) => Settings[Name] | undefined
  /** Not null, not blank, not empty. */
  readonly present: (name: SettingName) => boolean
  /** Whether the change sets one of these. */
  readonly touches: (names: ReadonlyArray<SettingName>) => boolean
}

const isPresent = (held: StoredValue): boolean => {
  if ('digest' in held) return true
  const { value } = held
  if (value === null) return false
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : true
}

export const recordFacts = (state: ChangedSettings, change: ReadonlyMap<SettingName, StoredValue>): RecordFacts => {
  const held = (name: SettingName): StoredValue => change.get(name) ?? storedValueOf(state, name)
  return {
    value: <Name extends SettingName>(name: Name) => {
      const found = held(name)
      return 'value' in found ? (found.value as Settings[Name]) : undefined
    },
    present: (name) => isPresent(held(name)),
    touches: (names) => names.some((name) => change.has(name)),
  }
}
