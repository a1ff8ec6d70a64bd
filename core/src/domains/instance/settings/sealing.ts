import * as E from 'fp-ts/lib/Either.js'
import { type Forge, isLongText, storedText, storeText } from '../../../app/index.js'
import { type Rejection, refuse, tooLarge } from '../../../kernel/index.js'
import type { SettingValue } from './catalogue/attribute.js'
import { attributeNamed, isSettingName, type SettingName, type Settings } from './catalogue/index.js'
import { INITIAL_SETTINGS } from './initial/index.js'
import { type ChangedSettings, type PlainValue, type StoredValue, storedValueOf } from './stored-value.js'

type Vault = Pick<Forge, 'blobs' | 'secretBox' | 'secrets'>

const sealText = async (vault: Vault, text: string, secret: boolean): Promise<StoredValue | undefined> => {
  const kept = secret ? vault.secretBox.seal(text) : text
  const isLong = isLongText(kept)
  if (!secret && !isLong) return { value: text }
  const digest = vault.secrets.keyedDigest(text)
  if (!isLong) return { sealed: kept, digest }
  const blob = await storeText(vault.blobs, kept)
  return blob === undefined ? undefined : { blob, secret, digest }
}

/** Values as events hold them: secrets sealed, long texts stored as blobs. Rejections: `TooLarge`. */
export const toStoredValues = async (
  vault: Vault,
  values: ReadonlyMap<SettingName, SettingValue>,
): Promise<E.Either<Rejection, ReadonlyMap<SettingName, StoredValue>>> => {
  const all = new Map<SettingName, StoredValue>()
  for (const [name, value] of values) {
    const asText = typeof value === 'string' && value !== ''
    const stored = asText ? await sealText(vault, value, attributeNamed(name)?.sealed === true) : { value }
    if (stored === undefined) return refuse(tooLarge)
    all.set(name, stored)
  }
  return E.right(all)
}

const open = async (vault: Vault, stored: Exclude<StoredValue, PlainValue>): Promise<SettingValue> => {
  if ('sealed' in stored) return vault.secretBox.open(stored.sealed) ?? null
  const text = await storedText(vault.blobs, stored.blob)
  if (text === undefined) return null
  return stored.secret ? (vault.secretBox.open(text) ?? null) : text
}

/** Folded settings with their unsealed values. */
export interface UnsealedSettings {
  readonly state: ChangedSettings
  readonly values: Settings
}

/** Unseals the folded settings, without what others have opened before; a secret sealed under another key reads as null. */
export const unsealSettings = async (
  vault: Vault,
  state: ChangedSettings,
  opened: UnsealedSettings,
): Promise<Settings> => {
  const all: Record<string, SettingValue> = { ...INITIAL_SETTINGS }
  for (const name of Object.keys(state.values).filter(isSettingName)) {
    const stored = storedValueOf(state, name)
    if ('value' in stored) all[name] = stored.value
    else {
      // What could not be opened is tried again.
      const before = stored === opened.state.values[name] ? opened.values[name] : null
      all[name] = before ?? (await open(vault, stored))
    }
  }
  return all as unknown as Settings
}
