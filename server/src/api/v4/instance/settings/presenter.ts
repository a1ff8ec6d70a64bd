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

/**
 * The settings as the API shows them (docs/reference/behaviour/instance.md#response): exactly the fields of the tier and the release, without
 * hidden secrets.
 */
export const presentSettings = (
  record: SettingsRecord,
  edition: Edition,
  host: string,
): Readonly<Record<string, unknown>> => {
  const json: Record<string, unknown> = {
    id: 1,
    created_at: record.createdAt ?? null,
    updated_at: record.updatedAt ?? null,
  }
  for (const name of SETTING_NAMES) {
    const names = answeredNames(name, edition)
    if (names.length === 0) continue
    const value = presentValue(name, record, host)
    for (const answered of names) json[answered] = value
  }
  return json
}
