import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { PasswordHasher } from '@forgefold/core/ports'

/** scrypt's cost: 2^logN rounds over blocks of 128·r bytes, p times. */
export interface ScryptCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** One of the settings of equal strength in OWASP's password storage sheet: 32 MiB for each hash. */
const OWASP_COST: ScryptCost = { logN: 15, r: 8, p: 3 }

/** 1 MiB and some milliseconds, for random secrets, which are protected by their entropy rather than by the cost of the hash. */
const RANDOM_COST: ScryptCost = { logN: 10, r: 8, p: 1 }

const SALT_BYTES = 16
const HASH_BYTES = 32
const MAX_MEMORY = 256 * 1024 * 1024
const HASH = /^\$scrypt\$ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)\$([\w-]{22})\$([\w-]{43})$/

const derive = (password: string, salt: Buffer, { logN, r, p }: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: MAX_MEMORY }
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })

/** Limits concurrent hashes: each takes a thread of libuv's pool, which file I/O shares. */
const gate = (most: number): (<A>(work: () => Promise<A>) => Promise<A>) => {
  let running = 0
  const waiting: Array<() => void> = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

const MAX_CONCURRENT_HASHES = 2

/**
 * Hashes passwords with scrypt; each hash records its cost, so that the cost can be raised without invalidating old hashes.
 *
 * @example
 * const passwords = makePasswordHasher()
 * assert.equal(await passwords.verify('secret', await passwords.hash('secret')), true)
 */
export const makePasswordHasher = (
  cost: ScryptCost = OWASP_COST,
  random: (bytes: number) => Buffer = randomBytes,
): PasswordHasher => {
  const inTurn = gate(MAX_CONCURRENT_HASHES)
  return {
    hash: (password, isRandom = false) =>
      inTurn(async () => {
        const salt = Buffer.from(random(SALT_BYTES))
        const taken = isRandom && cost.logN > RANDOM_COST.logN ? RANDOM_COST : cost
        const key = await derive(password, salt, taken)
        const parameters = `ln=${taken.logN},r=${taken.r},p=${taken.p}`
        return `$scrypt$${parameters}$${salt.toString('base64url')}$${key.toString('base64url')}`
      }),
    verify: async (password, hash) => {
      const [, logN, r, p, salt, expected] = HASH.exec(hash) ?? []
      if (salt === undefined || expected === undefined) return false
      const stored: ScryptCost = { logN: Number(logN), r: Number(r), p: Number(p) }
      try {
        const key = await inTurn(() => derive(password, Buffer.from(salt, 'base64url'), stored))
        return timingSafeEqual(key, Buffer.from(expected, 'base64url'))
      } catch {
        // scrypt refuses these parameters, so the hash was not made by this code.
        return false
      }
    },
  }
}
