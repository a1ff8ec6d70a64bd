import type { Attribute, SettingValue } from '../catalogue/attribute.js'
import { TEXT_CHECKS } from './text-checks.js'

const validateNumber = (attribute: Attribute, value: number): ReadonlyArray<string> => {
  const { above, below, min, max, step } = attribute
  const findings: Array<string> = []
  if (attribute.shape !== 'number' && attribute.shape !== 'decimal' && !Number.isSafeInteger(value))
    return ['must be an integer']
  if (!Number.isFinite(value)) return ['is not a number']
  if (above !== undefined && value <= above) findings.push(`must be greater than ${above}`)
  if (min !== undefined && value < min) findings.push(`must be greater than or equal to ${min}`)
  if (below !== undefined && value >= below) findings.push(`must be less than ${below}`)
  if (max !== undefined && value > max) findings.push(`must be less than or equal to ${max}`)
  if (findings.length === 0 && step !== undefined && Math.abs(value / step - Math.round(value / step)) > 1e-6)
    findings.push(`must be a multiple of ${step}`)
  return findings
}

const validateText = (attribute: Attribute, value: string): ReadonlyArray<string> => {
  const { maxLength, check } = attribute
  const isBlank = value.trim() === ''
  if (isBlank && attribute.filled) return ["can't be blank"]
  if (maxLength !== undefined && [...value].length > maxLength)
    return [`is too long (maximum is ${maxLength} characters)`]
  if (isBlank) return []
  const sentence = check === undefined ? undefined : TEXT_CHECKS[check](value)
  return sentence === undefined ? [] : [sentence]
}

const ITEM_SENTENCES: Readonly<Record<string, (most: number) => string>> = {
  git_rate_limit_users_allowlist: (most) => `exceeds maximum length (${most} usernames)`,
}

const validateItems = (
  name: string,
  attribute: Attribute,
  value: ReadonlyArray<string> | ReadonlyArray<number>,
): ReadonlyArray<string> => {
  const { maxItems } = attribute
  const findings = new Set(
    value.flatMap((item) =>
      typeof item === 'number' ? validateNumber(attribute, item) : validateText(attribute, item),
    ),
  )
  if (maxItems !== undefined && value.length > maxItems)
    findings.add(ITEM_SENTENCES[name]?.(maxItems) ?? `is too long (maximum is ${maxItems} entries)`)
  return [...findings]
}

/** The only storage of this instance. */
const STORAGES: ReadonlyArray<string> = ['default']

const validateWeights = (value: Readonly<Record<string, number>>): ReadonlyArray<string> => {
  const unknown = Object.keys(value).filter((name) => !STORAGES.includes(name))
  const findings = unknown.length === 0 ? [] : [`can't include: ${unknown.join(', ')}`]
  for (const [name, weight] of Object.entries(value))
    if (weight < 0 || weight > 100) findings.push(`value for '${name}' must be between 0 and 100`)
  return findings
}

const validateNull = (attribute: Attribute): ReadonlyArray<string> => {
  if (attribute.nullable) return []
  if (attribute.shape === 'boolean') return ['must be a boolean value']
  if (attribute.shape === 'text')
    return [attribute.words === undefined ? "can't be blank" : 'is not included in the list']
  return attribute.filled ? ["can't be blank", 'is not a number'] : ['is not a number']
}

/** Lists whose unknown values are reported one by one. */
const WORD_SENTENCES: Readonly<Record<string, (word: string) => string>> = {
  restricted_visibility_levels: (word) => `'${word}' is not a valid visibility level`,
  valid_runner_registrars: (word) => `${word} is not included in the list`,
}

/** Whether the unknown values of a list are reported one by one. */
export const isListedOneByOne = (name: string): boolean => WORD_SENTENCES[name] !== undefined

const valuesNotAllowed = (attribute: Attribute, value: SettingValue): ReadonlyArray<string> => {
  if (value === null) return []
  if (attribute.numbers !== undefined) return attribute.numbers.includes(value as number) ? [] : [String(value)]
  const { words } = attribute
  if (words === undefined) return []
  const given = Array.isArray(value) ? (value as ReadonlyArray<string>) : [String(value)]
  return given.filter((word) => !words.includes(word))
}

/** The errors of a value that is not among the allowed values of its setting; empty where every value is allowed. */
export const validateMembership = (name: string, attribute: Attribute, value: SettingValue): ReadonlyArray<string> => {
  const unknown = valuesNotAllowed(attribute, value)
  if (unknown.length === 0) return []
  const sentence = WORD_SENTENCES[name]
  return sentence === undefined ? ['is not included in the list'] : unknown.map(sentence)
}

/** The errors of a single value; empty where there are none. */
export const validateSetting = (name: string, attribute: Attribute, value: SettingValue): ReadonlyArray<string> => {
  if (value === null) return validateNull(attribute)
  if (typeof value === 'number') return validateNumber(attribute, value)
  if (typeof value === 'string') return validateText(attribute, value)
  if (typeof value === 'boolean') return []
  return Array.isArray(value)
    ? validateItems(name, attribute, value as ReadonlyArray<string> | ReadonlyArray<number>)
    : validateWeights(value as Readonly<Record<string, number>>)
}
