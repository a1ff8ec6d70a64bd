import { privateAddressHost } from '@forgefold/core/domains/instance/operation'
import {
  ALIASES,
  CATALOGUE,
  type Edition,
  isKnown,
  oldNamesOf,
  SETTING_NAMES,
  type SettingName,
  type SettingsRecord,
  tierHas,
} from '@forgefold/core/domains/instance/settings'

/** A decimal number as exact text: `1.0`, `0.5`. */
const decimalText = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value))

const presentValue = (name: SettingName, { values }: SettingsRecord, host: string): unknown => {
  if (name === 'commit_email_hostname') return privateAddressHost(values, host)
  return CATALOGUE[name].shape === 'decimal' ? decimalText(Number(values[name])) : values[name]
}

/** The names under which a setting is shown on this tier and release: its own, and old ones. */
export const answeredNames = (name: SettingName, { tier, release }: Edition): ReadonlyArray<string> => {
  const { hidden, tier: needed } = CATALOGUE[name]
  if (hidden || !tierHas(tier, needed)) return []
  const old = oldNamesOf(name, release).filter((alias) => ALIASES[alias]?.answered === true)
  return isKnown(name, release) ? [name, ...old] : old
}

/** JSON text of settings. */
export type PresentSettings = (record: SettingsRecord) => string

/**
 * The settings as the API shows them (docs/reference/behaviour/instance.md#response): exactly the fields of the tier and the release, without
 * hidden secrets. The text of a setting is kept while its value is the same, because a change concerns a few of the several hundred.
 */
export const settingsPresenter = (edition: Edition, host: string): PresentSettings => {
  const fields = SETTING_NAMES.map((name) => ({
    name,
    keys: answeredNames(name, edition).map((answered) => `,${JSON.stringify(answered)}:`),
    value: undefined as unknown,
    text: '',
  })).filter(({ keys }) => keys.length > 0)
  return (record) => {
    const { createdAt = null, updatedAt = null } = record
    let text = JSON.stringify({ id: 1, created_at: createdAt, updated_at: updatedAt }).slice(0, -1)
    for (const field of fields) {
      const value = presentValue(field.name, record, host)
      if (value !== field.value) {
        const json = JSON.stringify(value)
        field.text = field.keys.map((key) => key + json).join('')
        field.value = value
      }
      text += field.text
    }
    return `${text}}`
  }
}
