import {
  ALIASES,
  type Attribute,
  CATALOGUE,
  INITIAL_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  settingsRequiredBy,
} from '@forgefold/core/domains/instance/settings'
import fc from 'fast-check'

/** Settings whose neighbours narrow what they may be; the neighbours at their first values. */
const NARROWED: Readonly<Partial<Record<SettingName, fc.Arbitrary<unknown>>>> = {
  storage_timeout_fast: fc.integer({ min: 0, max: 30 }),
  storage_timeout_medium: fc.integer({ min: 10, max: 55 }),
  storage_timeout_default: fc.integer({ min: 30, max: 57 }),
  housekeeping_incremental_repack_period: fc.integer({ min: 1, max: 50 }),
  housekeeping_full_repack_period: fc.integer({ min: 10, max: 200 }),
  housekeeping_gc_period: fc.integer({ min: 50, max: 5000 }),
  inactive_projects_delete_after_months: fc.integer({ min: 2, max: 100 }),
  inactive_projects_send_warning_email_after_months: fc.constant(1),
  mirror_capacity_threshold: fc.integer({ min: 1, max: 99 }),
  mirror_max_capacity: fc.integer({ min: 51, max: 1000 }),
  deletion_adjourned_period: fc.integer({ min: 1, max: 90 }),
  external_authorization_service_timeout: fc.integer({ min: 1, max: 10_000 }).map((step) => step / 1000),
  polling_interval_multiplier: fc.integer({ min: 0, max: 40 }).map((quarter) => quarter / 4),
  git_rate_limit_users_allowlist: fc.constantFrom([], ['root']),
}

const letters = fc.stringMatching(/^[a-z]{1,12}$/)

/** Free text; `maxLength` counts characters. */
const free = (maxLength = 400): fc.Arbitrary<string> =>
  fc
    .string({ minLength: 1, maxLength, unit: 'grapheme' })
    .filter((text) => !text.includes('\u0000') && [...text].length <= maxLength)

const line = fc.stringMatching(/^[\x20-\x7e]{1,60}$/)

const BY_CHECK: Readonly<Record<NonNullable<Attribute['check']>, fc.Arbitrary<string>>> = {
  'any text': free(),
  'addresses and networks': fc.constantFrom('0.0.0.0/0, ::/0', '192.0.2.7', '2001:db8::/32,198.51.100.0/24'),
  'cookie domain': letters.map((name) => `.${name}.example.com`),
  'header value': fc.stringMatching(/^[\x21-\x7e]{1,60}$/),
  'host pattern': fc.oneof(
    letters.map((name) => `${name}.example`),
    fc.constant('*.example.com'),
  ),
  'host, address or network': fc.constantFrom(
    'example.com',
    'example.com:8080',
    '10.0.0.0/8',
    '[::1]:443',
    '192.0.2.7',
  ),
  'one line': line,
  URLs: fc.constantFrom('http://localhost:9200', 'https://a.example, http://b.example:9200/path'),
  'branch name': fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?$/),
  'CI file path': fc.stringMatching(/^[a-z]{1,8}\/[a-z]{1,8}\.yml$/),
  duration: fc
    .tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom('days', 'hours', 'weeks'))
    .map((p) => p.join(' ')),
  'duration of a day or more': fc
    .tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom('days', 'weeks', 'years'))
    .map((parts) => parts.join(' ')),
  'e-mail address': letters.map((name) => `${name}@example.com`),
  'grpc or tls URL': fc
    .tuple(fc.constantFrom('grpc', 'tls'), letters)
    .map(([scheme, host]) => `${scheme}://${host}:8000`),
  'host name': letters.map((name) => `${name}.example.com`),
  pattern: letters.map((name) => `@${name}\\.example$`),
  'token prefix': fc.stringMatching(/^[A-Za-z0-9_+=/@:.-]{1,20}$/),
  URL: letters.map((host) => `https://${host}.example.com/path?x=1`),
  'URL or path': fc.oneof(
    letters.map((path) => `/${path}`),
    letters.map((host) => `http://${host}.example.com`),
  ),
}

const numberOf = ({ min, above, max, below }: Attribute): fc.Arbitrary<number> =>
  fc.integer({
    min: min ?? (above === undefined ? 0 : above + 1),
    max: max ?? (below === undefined ? 1_000_000_000 : below - 1),
  })

const item = fc.stringMatching(/^[a-z0-9.-]{1,20}$/)

const textOf = ({ words, check, filled, maxLength = 400 }: Attribute): fc.Arbitrary<string> => {
  if (words !== undefined) return fc.constantFrom(...words)
  const made = check === undefined || check === 'any text' ? free(maxLength) : BY_CHECK[check]
  return filled ? made.filter((text) => text.trim() !== '') : made
}

const shaped = (attribute: Attribute): fc.Arbitrary<unknown> => {
  switch (attribute.shape) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return attribute.numbers === undefined ? numberOf(attribute) : fc.constantFrom(...attribute.numbers)
    case 'number':
    case 'decimal':
      return fc.integer({ min: 0, max: 10 })
    case 'text':
      return textOf(attribute)
    case 'texts':
      return attribute.words === undefined
        ? fc.array(attribute.check === 'one line' ? item : textOf(attribute), { maxLength: 5 })
        : fc.subarray([...attribute.words])
    case 'integers':
      return fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 5 })
    case 'weights':
      return fc.integer({ min: 0, max: 100 }).map((weight) => ({ default: weight }))
  }
}

/** Values that a setting may have, while all others are at their first values. */
export const validValue = (name: SettingName): fc.Arbitrary<unknown> => {
  const attribute: Attribute = CATALOGUE[name]
  const narrowed = NARROWED[name] ?? shaped(attribute)
  return attribute.nullable
    ? fc.oneof({ weight: 4, arbitrary: narrowed }, { weight: 1, arbitrary: fc.constant(null) })
    : narrowed
}

/** What a flag brings along so that it may be switched on. */
export const requiredSettingsOf = (name: SettingName): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (settingsRequiredBy(name)?.names ?? []).map((required) => {
      const attribute: Attribute = CATALOGUE[required]
      const initial = INITIAL_SETTINGS[required]
      if (attribute.shape === 'integer' || attribute.shape === 'number') return [required, initial]
      if (attribute.shape === 'texts') return [required, ['example.com']]
      return [required, attribute.check === 'any text' ? 'something' : fc.sample(textOf(attribute), 1)[0]]
    }),
  )

/** Settings that a request may change: not answered only, and not fixed. */
export const changeableSettings: ReadonlyArray<SettingName> = SETTING_NAMES.filter((name) => {
  const { answeredOnly, fixed } = CATALOGUE[name]
  return !answeredOnly && !fixed
})

/** Names under which a setting is also taken. */
export const aliasesOf = (name: SettingName): ReadonlyArray<string> =>
  Object.keys(ALIASES).filter((alias) => ALIASES[alias]?.of === name)
