import { createHash, randomFillSync } from 'node:crypto'

const POOL_BYTES = 8192
const BLOCK_BYTES = 32
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

let digits = ''
let spent = 0

/** This many random bytes as hexadecimal digits, from a pool of text, because turning a few bytes into text costs more than generating them. */
const randomHex = (bytes: number): string => {
  const length = bytes * 2
  if (spent + length > digits.length) {
    digits = randomFillSync(Buffer.alloc(Math.max(bytes, POOL_BYTES))).toString('hex')
    spent = 0
  }
  spent += length
  return digits.slice(spent - length, spent)
}

/** This many random bytes, from a pool, because each system call costs more than the bytes; valid until the end of the caller's turn of the event loop. */
export const randomSlice = (bytes: number): Buffer => {
  if (bytes > POOL_BYTES) return randomFillSync(Buffer.alloc(bytes))
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.subarray(used - bytes, used)
}

/** A source of random bytes. */
export interface RandomSource {
  /** This many bytes as hexadecimal digits. */
  readonly hex: (bytes: number) => string
  /** This many bytes; valid until the end of the caller's turn of the event loop. */
  readonly slice: (bytes: number) => Buffer
}

/** The system's source. */
export const systemRandom: RandomSource = { hex: randomHex, slice: randomSlice }

/**
 * Pseudo-random bytes, the same for the same seed: for tests, never for real secrets. `at` resumes a source at a byte offset.
 *
 * @example
 * assert.deepEqual(makeSeededRandom('seed').hex(4), makeSeededRandom('seed').hex(4))
 */
export const makeSeededRandom = (seed: string, at = 0): RandomSource & { readonly taken: () => number } => {
  const key = createHash('sha256').update(seed).digest()
  let next = at
  const block = (index: number): Buffer => createHash('sha256').update(key).update(String(index)).digest()
  const slice = (bytes: number): Buffer => {
    const first = Math.floor(next / BLOCK_BYTES)
    const last = Math.floor((next + bytes) / BLOCK_BYTES)
    const blocks = Buffer.concat(Array.from({ length: last - first + 1 }, (_, index) => block(first + index)))
    const from = next - first * BLOCK_BYTES
    next += bytes
    return blocks.subarray(from, from + bytes)
  }
  return { slice, hex: (bytes) => slice(bytes).toString('hex'), taken: () => next }
}
