import { DAY_SECONDS, type Instant, secondsAfter } from '../../../kernel/index.js'
import type { SshPublicKey } from '../../../ports/public-keys.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'

type Restriction = `${string}_key_restriction` & keyof Settings

/** The restrictions with the names of their types, in the order in which a refusal lists them. */
const TYPES: ReadonlyArray<readonly [name: string, setting: Restriction, algorithm: string]> = [
  ['RSA', 'rsa_key_restriction', 'ssh-rsa'],
  ['DSA', 'dsa_key_restriction', 'ssh-dss'],
  ['ECDSA', 'ecdsa_key_restriction', 'ecdsa-sha2-'],
  ['ED25519', 'ed25519_key_restriction', 'ssh-ed25519'],
  ['ECDSA_SK', 'ecdsa_sk_key_restriction', 'sk-ecdsa-sha2-'],
  ['ED25519_SK', 'ed25519_sk_key_restriction', 'sk-ssh-ed25519@'],
]

const FORBIDDEN = -1

const either = (names: ReadonlyArray<string>): string =>
  names.length < 3 ? names.join(' or ') : `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`

/** What the restrictions of types and sizes say against a new SSH key, of a user or a machine. */
export const keyRestrictionFindings = (
  { type, bits }: Pick<SshPublicKey, 'type' | 'bits'>,
  settings: Settings,
): ReadonlyArray<string> => {
  const [, setting] = TYPES.find(([, , algorithm]) => type.startsWith(algorithm)) ?? []
  const least = setting === undefined ? FORBIDDEN : settings[setting]
  if (least !== FORBIDDEN) return bits < least ? [`must be at least ${least} bits`] : []
  const allowed = TYPES.filter(([, name]) => settings[name] !== FORBIDDEN).map(([name]) => name)
  return [`type is forbidden. Must be ${either(allowed)}`]
}

/** What the longest life of SSH keys says against the end of a new one of a user. */
export const keyLifetimeFindings = (
  expiresAt: Instant | null,
  now: Instant,
  settings: Settings,
): ReadonlyArray<string> => {
  const days = settings.max_ssh_key_lifetime
  if (days === null) return []
  if (expiresAt === null)
    return [
      'has no expiration date but an expiration date is required for SSH keys on this instance. Contact the instance administrator.',
    ]
  return expiresAt > secondsAfter(now, days * DAY_SECONDS)
    ? ['has an invalid expiration date. Set a shorter lifetime for the key or contact the instance administrator.']
    : []
}
