import { privateAddressHost } from '@forgefold/core/domains/instance/operation'
import {
  ALIASES,
  CATALOGUE,
  type Edition,
  isKnown,
  oldNamesOf,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  type SettingsRecord,
  tierHas,
} from '@forgefold/core/domains/instance/settings'

/** A decimal number as exact text: `1.0`, `0.5`. */
const decimalText = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value))

/** How the value of a setting is shown. */
const presentationOf = (name: SettingName, host: string): ((values: Settings) => unknown) => {
  if (name === 'commit_email_hostname') return (values) => privateAddressHost(values, host)
  return CATALOGUE[name].shape === 'decimal' ? (values) => decimalText(Number(values[name])) : (values) => values[name]
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

/** Members of the object that is answered, with the text of a setting from the last time. */
interface Field {
  readonly keys: ReadonlyArray<string>
  readonly presented: (values: Settings) => unknown
  value: unknown
  text: string
}

/** Fields whose text is kept as one: a text of a few long parts is sent in half the time of one of several hundred. */
const FIELDS_OF_A_PART = 16

/** The text of some fields, made anew where one of their values is another than the last time. */
const partOf = (fields: ReadonlyArray<Field>): ((values: Settings) => string) => {
  let text = ''
  return (values) => {
    let isChanged = false
    for (const field of fields) {
      const value = field.presented(values)
      if (value === field.value) continue
      const json = JSON.stringify(value)
      field.text = field.keys.map((key) => key + json).join('')
      field.value = value
      isChanged = true
    }
    if (isChanged) text = fields.map((field) => field.text).join('')
    return text
  }
}

/**
 * The settings as the API shows them (docs/reference/behaviour/instance.md#response): exactly the fields of the tier and the release, without
 * hidden secrets. The text of a setting is kept while its value is the same, because a change concerns a few of the several hundred.
 */
export const settingsPresenter = (edition: Edition, host: string): PresentSettings => {
  const fields = SETTING_NAMES.map(
    (name): Field => ({
      keys: answeredNames(name, edition).map((answered) => `,${JSON.stringify(answered)}:`),
      presented: presentationOf(name, host),
      value: undefined,
      text: '',
    }),
  ).filter(({ keys }) => keys.length > 0)
  const parts = Array.from({ length: Math.ceil(fields.length / FIELDS_OF_A_PART) }, (_, at) =>
    partOf(fields.slice(at * FIELDS_OF_A_PART, (at + 1) * FIELDS_OF_A_PART)),
  )
  return ({ createdAt = null, updatedAt = null, values }) => {
    let text = JSON.stringify({ id: 1, created_at: createdAt, updated_at: updatedAt }).slice(0, -1)
    for (const part of parts) text += part(values)
    return `${text}}`
  }
}
