import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const BITS = 2048

const generate = promisify(generateKeyPair)

/**
 * A new RSA key for signatures, generated on another thread because it takes some tenths of a second.
 *
 * @example
 * assert.equal((await makeSigningKey()).asymmetricKeyType, 'rsa')
 */
export const makeSigningKey = async (): Promise<KeyObject> =>
  (await generate('rsa', { modulusLength: BITS })).privateKey

/** Writes the file atomically; if another process has created one meanwhile, that one is kept. */
const keep = async (path: string, key: KeyObject): Promise<void> => {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * The key stored at the path (PEM, readable by the owner only); created if there is none. Throws if the file holds anything else.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const path = `${mkdtempSync('key-')}/signing-key.pem`
 * assert.ok((await loadSigningKey(path)).equals(await loadSigningKey(path)))
 */
export const loadSigningKey = async (path: string): Promise<KeyObject> => {
  if (!existsSync(path)) await keep(path, await makeSigningKey())
  return createPrivateKey(await readFile(path))
}

/**
 * The id of a key, derived from it.
 *
 * @example
 * import { makeSigningKey } from '@forgefold/adapters/crypto'
 * const key = await makeSigningKey()
 * assert.equal(signingKeyId(key), signingKeyId(key))
 */
export const signingKeyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 22)
