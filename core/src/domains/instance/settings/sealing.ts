import * as E from 'fp-ts/lib/Either.js'
import { type Forge, isLongText, storedText, storeText } from '../../../app/index.js'
import { type Rejection, refuse, tooLarge } from '../../../kernel/index.js'
import type { SettingValue } from './catalogue/attribute.js'
import { attributeNamed, SETTING_NAMES, type SettingName, type Settings } from './catalogue/index.js'
import { INITIAL_SETTINGS } from './initial/index.js'
import { type ChangedSettings, type StoredValue, storedValueOf } from './stored-value.js'

type Vault = Pick<Forge, 'blobs' | 'secretBox' | 'secrets'>

const sealText = async (vault: Vault, text: string, secret: boolean): Promise<StoredValue | undefined> => {
  const digest = vault.secrets.keyedDigest(text)
  const kept = secret ? vault.secretBox.seal(text) : text
  if (isLongText(kept)) {
    const blob = await storeText(vault.blobs, kept)
    return blob === undefined ? undefined : { blob, secret, digest }
  }
  return secret ? { sealed: kept, digest } : { value: text }
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

const open = async (vault: Vault, stored: StoredValue): Promise<SettingValue> => {
  if ('value' in stored) return stored.value
  if ('sealed' in stored) return vault.secretBox.open(stored.sealed) ?? null
  const text = await storedText(vault.blobs, stored.blob)
  if (text === undefined) return null
  return stored.secret ? (vault.secretBox.open(text) ?? null) : text
}

/** Unseals the folded settings; a secret sealed under another key reads as null. */
export const unsealSettings = async (vault: Vault, state: ChangedSettings): Promise<Settings> => {
  const all: Record<string, SettingValue> = { ...INITIAL_SETTINGS }
  for (const name of SETTING_NAMES)
    if (state.values[name] !== undefined) all[name] = await open(vault, storedValueOf(state, name))
  return all as unknown as Settings
}
