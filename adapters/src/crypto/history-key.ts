import { createHash, createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import type { Sha256, VerifierKey } from '@forgefold/core/audit'
import type { InstanceKey } from './instance-key.js'

/** The DER prefixes of an Ed25519 key's 32 bytes (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const NAME_DIGITS = 16
const HASH_BYTES = 32

/** Copied via a string into a small array, which costs a third of a separate buffer. */
export const sha256: Sha256 = (content) => {
  const text = hash('sha256', content, 'binary')
  const digest = new Uint8Array(HASH_BYTES)
  for (let at = 0; at < HASH_BYTES; at++) digest[at] = text.charCodeAt(at)
  return digest
}

/**
 * Whether an Ed25519 signature (RFC 8032) of a message was made by the key.
 *
 * @example
 * assert.equal(isEd25519Signature(Buffer.from('a text'), Buffer.alloc(64), Buffer.alloc(32)), false)
 */
export const isEd25519Signature = (message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean => {
  const der = Buffer.concat([PUBLIC_PREFIX, key])
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}

/** The key with which an instance signs the state of its history. */
export interface HistoryKey {
  readonly verifier: VerifierKey
  readonly sign: (message: Uint8Array) => Uint8Array
}

const keyOf = (key: KeyObject): HistoryKey => {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const raw = spki.subarray(PUBLIC_PREFIX.length)
  const name = `forgefold-history/${createHash('sha256').update(raw).digest('hex').slice(0, NAME_DIGITS)}`
  return { verifier: { name, key: raw }, sign: (message) => sign(null, message, key) }
}

/**
 * Derived from the instance key; its name is derived from the public key, so it is the same at whatever address the instance is served.
 *
 * @example
 * import { makeInstanceKey } from '@forgefold/adapters/crypto'
 * const key = makeInstanceKey()
 * assert.deepEqual(historyKeyOf(key).key, historyKeyOf(key).key)
 */
export const historyKeyOf = (key: InstanceKey): HistoryKey => {
  let made: HistoryKey | undefined
  // Derived at first use: most forges in tests never sign anything.
  const whole = (): HistoryKey => {
    made ??= keyOf(
      createPrivateKey({
        key: Buffer.concat([PRIVATE_PREFIX, key.derive('history checkpoints')]),
        format: 'der',
        type: 'pkcs8',
      }),
    )
    return made
  }
  return {
    get verifier() {
      return whole().verifier
    },
    sign: (message) => whole().sign(message),
  }
}
