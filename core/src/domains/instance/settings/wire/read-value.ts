import type { Attribute, SettingValue } from '../catalogue/attribute.js'
import { isListedOneByOne, validateMembership } from '../rules/validate-setting.js'
import { readIntegers, readTexts, readWeights } from './collections.js'
import {
  badParameter,
  badValue,
  castFlag,
  castInteger,
  castNumber,
  type Reading,
  read,
  readFlag,
  readInteger,
  readNumber,
  readText,
} from './scalars.js'

/** Lists whose text may also be split at blanks, semicolons and line ends. */
const ANY_SEPARATOR = new Set(['asset_proxy_allowlist'])

/** Texts for which blank means null. */
const BLANK_IS_NULL = new Set(['default_branch_name', 'enabled_git_access_protocol'])

const parsed = (name: string, attribute: Attribute, raw: unknown): Reading => {
  switch (attribute.shape) {
    case 'boolean':
      return attribute.coerced ? castFlag(raw) : readFlag(raw)
    case 'integer':
      return attribute.coerced ? castInteger(raw) : readInteger(raw)
    case 'number':
    case 'decimal':
      return attribute.coerced ? castNumber(raw) : readNumber(raw)
    case 'text':
      return readText(raw)
    case 'texts':
      if (raw === null) return read(attribute.nullable ? null : [])
      return readTexts(raw, ANY_SEPARATOR.has(name) ? 'any' : 'comma')
    case 'integers':
      return readIntegers(raw ?? [])
    case 'weights':
      return readWeights(raw)
  }
}

const cleared = (name: string, value: SettingValue): SettingValue => {
  if (typeof value !== 'string' || !BLANK_IS_NULL.has(name)) return value
  return value.trim() === '' || (name === 'enabled_git_access_protocol' && value === 'nil') ? null : value
}

/** Reads one value by its attribute: checks its type, then whether it is allowed. */
export const readValue = (name: string, attribute: Attribute, raw: unknown): Reading => {
  const reading = parsed(name, attribute, raw)
  if (reading.kind !== 'value') return reading
  const value = cleared(name, reading.value)
  const errors = validateMembership(name, attribute, value)
  if (errors.length === 0) return read(value)
  return attribute.coerced || isListedOneByOne(name) ? badValue(...errors) : badParameter('does not have a valid value')
}
