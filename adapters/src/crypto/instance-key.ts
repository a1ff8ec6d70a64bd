import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'

const KEY_BYTES = 32

/** The one secret of an instance; each use has a key of its own, derived from it. */
export interface InstanceKey {
  /** 32 bytes, the same for the same purpose. */
  readonly derive: (purpose: string) => Buffer
}

/**
 * Wraps 32 secret bytes. Throws on any other length.
 *
 * @example
 * assert.throws(() => instanceKeyOf(Buffer.from('too short')), /32 bytes/)
 */
export const instanceKeyOf = (bytes: Uint8Array): InstanceKey => {
  if (bytes.length !== KEY_BYTES) throw new Error(`an instance key has ${KEY_BYTES} bytes`)
  const derived = new Map<string, Buffer>()
  const derive = (purpose: string): Buffer => {
    const known = derived.get(purpose)
    if (known !== undefined) return known
    const made = Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), `forgefold ${purpose}`, KEY_BYTES))
    derived.set(purpose, made)
    return made
  }
  return { derive }
}

/**
 * A key that lives as long as its process: for tests and for in-memory stores.
 *
 * @example
 * assert.notDeepEqual(makeInstanceKey().derive('mails'), makeInstanceKey().derive('mails'))
 */
export const makeInstanceKey = (): InstanceKey => instanceKeyOf(randomBytes(KEY_BYTES))

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST'

const read = (path: string): InstanceKey => {
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} does not hold an instance key`)
  return instanceKeyOf(Buffer.from(text, 'hex'))
}

/**
 * Reads the instance's key from a file, or creates it there, readable by its owner only.
 *
 * If several processes start at once, one of them creates the key and all use it. Throws if the file holds anything else.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const path = `${mkdtempSync('key-')}/instance.key`
 * assert.deepEqual(loadInstanceKey(path).derive('mails'), loadInstanceKey(path).derive('mails'))
 */
export const loadInstanceKey = (path: string): InstanceKey => {
  try {
    return read(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!isThere(error)) throw error
  } finally {
    unlinkSync(draft)
  }
  return read(path)
}
