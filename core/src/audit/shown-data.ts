import { categoryOf, type StoredEvent } from '../kernel/envelope.js'

/** What stands for a text that is kept sealed. */
const SEALED = '[sealed]'
/** What stands for a text whose key was destroyed with the person it told of. */
const ERASED = '[erased]'
/** What stands for the digest of a secret. */
const DIGEST = '[digest]'

/** Fields that hold digests or hashes of secrets, whatever event they stand in. */
const DIGESTS: ReadonlySet<string> = new Set([
  'digest',
  'accessDigest',
  'refreshDigest',
  'secretDigest',
  'recoveryDigests',
  'passwordHash',
])

/** Fields of single categories that are sealed, or secrets. */
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

/** What a setting became, where it is no secret. */
const shownSetting = (entry: unknown): unknown => {
  if (!isFields(entry)) return entry
  if ('value' in entry) return entry['value']
  return entry['sealed'] !== undefined || entry['secret'] === true ? SEALED : '[long text]'
}

const NONE: ReadonlySet<string> = new Set()
const VALUE: ReadonlySet<string> = new Set(['value'])

/** Attributes are sealed where they tell of a person. */
const sealedIn = (category: string, { kind }: Fields): ReadonlySet<string> =>
  category === 'custom_attributes' && kind === 'user' ? VALUE : (SEALED_IN[category] ?? NONE)

/** Opens nothing: tells whether the key of a user's profile still exists. */
export type IsErased = (userId: number, sealedProfile: string) => boolean

/**
 * The data of an event as it may be shown: no digests, values of variables, sealed settings or profiles. A profile whose key was destroyed is
 * told as erased.
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
