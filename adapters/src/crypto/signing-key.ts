import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const BITS = 2048

/**
 * A fresh RSA key for signatures.
 *
 * @example
 * assert.equal(makeSigningKey().asymmetricKeyType, 'rsa')
 */
export const makeSigningKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: BITS }).privateKey

/**
 * The key kept at the path (PEM, readable by the owner only); made where there is none. Throws where the file holds something else.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const path = `${mkdtempSync('key-')}/signing-key.pem`
 * assert.ok(loadSigningKey(path).equals(loadSigningKey(path)))
 */
export const loadSigningKey = (path: string): KeyObject => {
  if (existsSync(path)) return createPrivateKey(readFileSync(path))
  try {
    writeFileSync(path, makeSigningKey().export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return createPrivateKey(readFileSync(path))
}

/**
 * A name for a key, the same for the same key.
 *
 * @example
 * import { makeSigningKey } from '@forgefold/adapters/crypto'
 * const key = makeSigningKey()
 * assert.equal(signingKeyId(key), signingKeyId(key))
 */
export const signingKeyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 22)
