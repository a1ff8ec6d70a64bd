/** The code challenge methods that are accepted (RFC 7636 §4.3): `plain` is not. */
export const CHALLENGE_METHODS = ['S256'] as const

export const isChallengeMethod = (method: string | undefined): boolean =>
  CHALLENGE_METHODS.some((accepted) => accepted === method)

const VERIFIER = /^[A-Za-z0-9\-._~+/=]{43,128}$/
const CHALLENGE = /^[A-Za-z0-9\-_]{43}$/
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** 43 to 128 unreserved characters (RFC 7636 §4.1), or those of base64: credential helpers send bytes encoded with them (docs/reference/behaviour/identity.md#code-verifiers). */
export const isVerifier = (text: string): boolean => VERIFIER.test(text)

/** The URL-safe base64 of a SHA-256, without padding. */
export const isChallenge = (text: string): boolean => CHALLENGE.test(text)

const bitsOf = (hex: string): string =>
  [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')

/** The S256 challenge of a verifier (RFC 7636 §4.2); `digest` is SHA-256, hexadecimal. */
export const challengeOf = (verifier: string, digest: (text: string) => string): string => {
  const groups = bitsOf(digest(verifier)).match(/.{1,6}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(6, '0'), 2)]).join('')
}

/**
 * Whether the challenge of a code verifier proves that the client began the authorization (RFC 7636 §4.6). `missing`: a challenge was sent, and no verifier;
 * `different` also where a verifier comes for a code without a challenge.
 */
export const compareChallenges = (
  expected: string | null,
  given: string | undefined,
): 'equal' | 'missing' | 'different' => {
  if (expected === null) return given === undefined ? 'equal' : 'different'
  if (given === undefined) return 'missing'
  return given === expected ? 'equal' : 'different'
}
