import { categoryOf, type StoredEvent } from '../kernel/envelope.js'

/** Replaces a sealed text. */
const SEALED = '[sealed]'
/** Replaces a sealed text whose key was destroyed with the person's. */
const ERASED = '[erased]'
/** Replaces the digest of a secret. */
const DIGEST = '[digest]'

/** Fields that hold digests or hashes of secrets, in events of every category. */
const DIGESTS: ReadonlySet<string> = new Set([
  'digest',
  'accessDigest',
  'refreshDigest',
  'secretDigest',
  'recoveryDigests',
  'passwordHash',
])

/** Fields of single categories that are sealed or secret. */
const SEALED_IN: Readonly<Record<string, ReadonlySet<string>>> = {
  user: new Set(['profile', 'secret']),
  invitation: new Set(['email']),
  ssh_key: new Set(['details']),
  gpg_key: new Set(['details']),
  ci_variable: new Set(['value']),
  pipeline: new Set(['value']),
  pipeline_schedule: new Set(['value']),
  pipeline_trigger: new Set(['token']),
  webhook: new Set(['url', 'token', 'urlVariables']),
  external_status_check: new Set(['externalUrl']),
  authorization_grant: new Set(['codeChallenge', 'nonce']),
  oauth_token: new Set(['codeChallenge']),
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shownField = (name: string, value: unknown, sealed: ReadonlySet<string>, hidden: string): unknown => {
  if (value === null || value === undefined) return value
  if (sealed.has(name)) return hidden
  if (DIGESTS.has(name)) return DIGEST
  if (Array.isArray(value)) return value.map((one) => (isFields(one) ? shownFields(one, sealed, hidden) : one))
  return isFields(value) ? shownFields(value, sealed, hidden) : value
}

const shownFields = (fields: Fields, sealed: ReadonlySet<string>, hidden: string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shownField(name, value, sealed, hidden)]))

/** The new value of a setting that is no secret. */
const shownSetting = (entry: unknown): unknown => {
  if (!isFields(entry)) return entry
  if ('value' in entry) return entry['value']
  return entry['sealed'] !== undefined || entry['secret'] === true ? SEALED : '[long text]'
}

const NONE: ReadonlySet<string> = new Set()
const VALUE: ReadonlySet<string> = new Set(['value'])

/** Custom attributes are sealed where they belong to a user. */
const sealedIn = (category: string, { kind }: Fields): ReadonlySet<string> =>
  category === 'custom_attributes' && kind === 'user' ? VALUE : (SEALED_IN[category] ?? NONE)

/** Tells whether the key of a user's profile is destroyed, without opening the profile. */
export type IsErased = (userId: number, sealedProfile: string) => boolean

/**
 * The data of an event without secrets and personal data: no digests, no values of variables, no sealed settings or profiles. A profile whose
 * key was destroyed is shown as erased.
 *
 * @example
 * assert.deepEqual(shownData({ stream: 'label-1', data: { title: 'bug' } }), { title: 'bug' })
 */
export const shownData = (event: Pick<StoredEvent, 'stream' | 'data'>, isErased: IsErased = () => false): unknown => {
  const { stream, data } = event
  if (!isFields(data)) return data
  const category = categoryOf(stream)
  if (category === 'settings' && isFields(data['values']))
    return {
      ...data,
      values: Object.fromEntries(Object.entries(data['values']).map(([name, entry]) => [name, shownSetting(entry)])),
    }
  const { profile } = data
  const erased = category === 'user' && typeof profile === 'string' && isErased(Number(stream.slice(5)), profile)
  return shownFields(data, sealedIn(category, data), erased ? ERASED : SEALED)
}
