import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 8192
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

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
