import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '@forgefold/core/ports'
import type { InstanceKey } from './instance-key.js'
import { type RandomSource, systemRandom } from './random.js'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Secrets from the system's random source; keyed digests by HMAC-SHA-256 under the instance's key.
 *
 * @example
 * import { makeInstanceKey } from '@forgefold/adapters/crypto'
 * assert.equal(makeSecrets(makeInstanceKey()).token(20).length, 20)
 */
export const makeSecrets = (key: InstanceKey, random: RandomSource = systemRandom): Secrets => {
  const digestKey = key.derive('keyed digest')
  return {
    token: (length) => {
      let token = ''
      for (const byte of random.slice(length)) token += ALPHABET[byte & 63]
      return token
    },
    hex: (bytes) => random.slice(bytes).toString('hex'),
    digest: (secret) => sha256(secret).toString('hex'),
    keyedDigest: (text) => createHmac('sha256', digestKey).update(text).digest('hex'),
    // Digests are compared, so that timing reveals the length of neither.
    equal: (a, b) => timingSafeEqual(sha256(a), sha256(b)),
  }
}
