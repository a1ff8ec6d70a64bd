import {
  type Attribute,
  type SettingName,
  type Settings,
  type SettingValue,
  settingsRequiredBy,
} from '@forgefold/core/domains/instance/settings'
import type { RawParams } from '../../http/index.js'
import { fields } from '../forms.js'
import { fieldText } from './setting-field.js'

/** The value that the form sent for a setting: the last of several fields, all boxes of a list; undefined if it sent none. */
export const sentFor = (form: RawParams, name: SettingName): string | ReadonlyArray<string> | undefined => {
  const value = form[name]
  if (Array.isArray(value)) return fields(form, name).filter((word) => word !== '')
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : undefined
}

const asSent = ({ shape }: Attribute, text: string): unknown => {
  if (shape === 'weights') return { default: text }
  if (shape === 'texts' || shape === 'integers') return text.split('\n').filter((line) => line.trim() !== '')
  return text
}

/** The parameter that changes a setting to the value that was sent; undefined if it is unchanged, or a secret was left blank. */
const changeOf = (form: RawParams, name: SettingName, attribute: Attribute, value: SettingValue): unknown => {
  const sent = sentFor(form, name)
  if (sent === undefined) return undefined
  if (typeof sent !== 'string') {
    const before = Array.isArray(value) ? value.map(String) : []
    return sent.length === before.length && before.every((word) => sent.includes(word)) ? undefined : sent
  }
  if (attribute.sealed && sent === '') return undefined
  if (sent.trim() === fieldText(attribute, value).trim()) return undefined
  return sent === '' && attribute.nullable ? null : asSent(attribute, sent)
}

/** The parameters of an update: changed values, and the settings that newly set flags require. */
export const changesIn = (
  form: RawParams,
  settings: ReadonlyArray<readonly [SettingName, Attribute]>,
  values: Settings,
): Readonly<Record<string, unknown>> => {
  const changes: Record<string, unknown> = {}
  for (const [name, attribute] of settings) {
    const change = changeOf(form, name, attribute, values[name])
    if (change !== undefined) changes[name] = change
  }
  for (const [name] of settings)
    if (changes[name] === 'true')
      for (const required of settingsRequiredBy(name)?.names ?? []) changes[required] ??= values[required]
  return changes
}
