import * as t from 'io-ts'
import { codecs } from '../../../kernel/index.js'
import type { SettingValue } from './catalogue/attribute.js'
import type { SettingName } from './catalogue/index.js'
import { INITIAL_SETTINGS } from './initial/index.js'

/** An unsealed value. */
const plain = t.type({ value: t.unknown })

/** A sealed secret, with its digest under the instance's key, by which two secrets are compared without unsealing. */
const sealed = t.type({ sealed: t.string, digest: t.string })

/** A long text, stored as a blob under its SHA-256; `secret` where the blob is sealed. */
const blob = t.type({ blob: t.string, secret: t.boolean, digest: t.string })

/** A value that is neither secret nor long. */
export interface PlainValue {
  readonly value: SettingValue
}

/** A value as events hold it. */
export type StoredValue =
  | PlainValue
  | { readonly sealed: string; readonly digest: string }
  | { readonly blob: string; readonly secret: boolean; readonly digest: string }

const isStoredValue = (u: unknown): u is StoredValue => sealed.is(u) || blob.is(u) || plain.is(u)

/** The codec of a stored value. */
const storedValue: t.Type<StoredValue, StoredValue, unknown> = new t.Type<StoredValue, StoredValue, unknown>(
  'StoredValue',
  isStoredValue,
  (u, context) => (isStoredValue(u) ? t.success(u) : t.failure(u, context)),
  (value) => value,
)

/** All stored values of one event. */
export const storedValues = codecs.record(t.string, storedValue)

/** The changed settings, as events hold their values. */
export interface ChangedSettings {
  readonly values: Readonly<Record<string, StoredValue>>
}

/** The stored value of a setting: its initial value where it was never changed. */
export const storedValueOf = ({ values }: ChangedSettings, name: SettingName): StoredValue =>
  values[name] ?? { value: INITIAL_SETTINGS[name] }

/** Whether two stored values are the same, without opening secrets. */
export const isSameStoredValue = (a: StoredValue, b: StoredValue): boolean => {
  if ('digest' in a) return 'digest' in b && a.digest === b.digest
  return 'value' in b && sameValue(a.value, b.value)
}

const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}
