import * as E from 'fp-ts/lib/Either.js'
import { type Forge, isLongText, keepText, keptText } from '../../../app/index.js'
import { type Rejection, refuse, tooLarge } from '../../../kernel/index.js'
import type { SettingValue } from './catalogue/attribute.js'
import { attributeNamed, INITIAL_SETTINGS, SETTING_NAMES, type SettingName, type Settings } from './catalogue.js'
import type { Held } from './held.js'
import { heldOf, type SettingsState } from './state.js'

type Vault = Pick<Forge, 'blobs' | 'secretBox' | 'secrets'>

const holdText = async (vault: Vault, text: string, secret: boolean): Promise<Held | undefined> => {
  const digest = vault.secrets.keyedDigest(text)
  const kept = secret ? vault.secretBox.seal(text) : text
  if (isLongText(kept)) {
    const blob = await keepText(vault.blobs, kept)
    return blob === undefined ? undefined : { blob, secret, digest }
  }
  return secret ? { sealed: kept, digest } : { value: text }
}

/** Makes a value ready for the history: secrets sealed, long texts put into Blobs. Rejections: `TooLarge`. */
export const hold = async (
  vault: Vault,
  values: ReadonlyMap<SettingName, SettingValue>,
): Promise<E.Either<Rejection, ReadonlyMap<SettingName, Held>>> => {
  const all = new Map<SettingName, Held>()
  for (const [name, value] of values) {
    const asText = typeof value === 'string' && value !== ''
    const held = asText ? await holdText(vault, value, attributeNamed(name)?.sealed === true) : { value }
    if (held === undefined) return refuse(tooLarge)
    all.set(name, held)
  }
  return E.right(all)
}

const open = async (vault: Vault, held: Held): Promise<SettingValue> => {
  if ('value' in held) return held.value
  if ('sealed' in held) return vault.secretBox.open(held.sealed) ?? null
  const text = await keptText(vault.blobs, held.blob)
  if (text === undefined) return null
  return held.secret ? (vault.secretBox.open(text) ?? null) : text
}

/** Opens the folded settings; a secret sealed under another key reads as null. */
export const reveal = async (vault: Vault, state: SettingsState): Promise<Settings> => {
  const all: Record<string, SettingValue> = { ...INITIAL_SETTINGS }
  for (const name of SETTING_NAMES)
    if (state.values[name] !== undefined) all[name] = await open(vault, heldOf(state, name))
  return all as unknown as Settings
}
