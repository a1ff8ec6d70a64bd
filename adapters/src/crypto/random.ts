import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 8192
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

let digits = ''
let spent = 0

/** So many random bytes as hexadecimal digits; made of a pool of text, because turning a few bytes into text costs more than the bytes. */
export const randomHex = (bytes: number): string => {
  const length = bytes * 2
  if (spent + length > digits.length) {
    digits = randomFillSync(Buffer.alloc(Math.max(bytes, POOL_BYTES))).toString('hex')
    spent = 0
  }
  spent += length
  return digits.slice(spent - length, spent)
}

/** So many random bytes, taken from a pool because each call of the system costs more than the bytes; they are the caller's until its next turn. */
export const randomSlice = (bytes: number): Buffer => {
  if (bytes > POOL_BYTES) return randomFillSync(Buffer.alloc(bytes))
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.subarray(used - bytes, used)
}
