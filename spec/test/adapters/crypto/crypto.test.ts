import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  loadInstanceKey,
  makeIds,
  makeInstanceKey,
  makePasswordHasher,
  makeSecretBox,
  makeSecrets,
} from '@forgefold/adapters/crypto'
import { eventIdOf } from '@forgefold/core/app'
import type { EventId } from '@forgefold/core/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('ids', () => {
  it('grow strictly, also when the clock stands still or goes back', () => {
    let now = 1_650_000_000_000
    const ids = makeIds(() => now)
    let last = ''
    for (let n = 0; n < 100_000; n++) {
      if (n % 1000 === 0) now += (n / 1000) % 3 === 0 ? -5 : 1
      const id = n % 2 === 0 ? ids.commandId() : ids.uuid()
      if (n < 100) expect(id).toMatch(UUID)
      if (!(id > last)) throw new Error(`${id} does not follow ${last}`)
      last = id
    }
  })

  it('carry the time, and leave room for the events of a command', () => {
    const id = makeIds(() => 0x0123456789ab).commandId()
    expect(id.slice(0, 13)).toBe('01234567-89ab')
    expect(id.slice(-4)).toBe('0000')
    expect(eventIdOf(id, 255)).toBe(`${id.slice(0, -4)}00ff`)
  })

  it('are there before 1970, and grow', () => {
    for (const now of [0, -315_619_200_000]) {
      const ids = makeIds(() => now)
      const [first, second] = [ids.commandId(), ids.uuid()]
      expect([first, second]).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)])
      expect(second > first).toBe(true)
    }
  })

  it('derive the same from the same cause and purpose only', () => {
    const ids = makeIds()
    const cause = ids.uuid() as EventId
    expect(ids.derived(cause, 'merge')).toBe(makeIds().derived(cause, 'merge'))
    expect(ids.derived(cause, 'merge')).toMatch(UUID)
    expect(ids.derived(cause, 'merge')).not.toBe(ids.derived(cause, 'close'))
    expect(ids.derived(cause, 'merge').slice(-4)).toBe('0000')
    expect(ids.derived(ids.uuid() as EventId, 'merge')).not.toBe(ids.derived(cause, 'merge'))
  })
})

describe('secrets', () => {
  const secrets = makeSecrets(makeInstanceKey())

  it('have the length and alphabet asked for, and differ', () => {
    const tokens = Array.from({ length: 500 }, () => secrets.token(20))
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{20}$/)
    expect(new Set(tokens).size).toBe(500)
    expect(new Set(tokens.join('')).size).toBe(64)
    expect(secrets.hex(32)).toMatch(/^[0-9a-f]{64}$/)
    expect(secrets.token(20_000)).toHaveLength(20_000)
  })

  it('digest as SHA-256, keyed by the instance where asked', () => {
    expect(secrets.digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(secrets.keyedDigest('abc')).toBe(secrets.keyedDigest('abc'))
    expect(secrets.keyedDigest('abc')).not.toBe(makeSecrets(makeInstanceKey()).keyedDigest('abc'))
    expect(secrets.keyedDigest('abc')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('compare whatever their lengths', () => {
    expect(secrets.equal('same', 'same')).toBe(true)
    expect(secrets.equal('same', 'sama')).toBe(false)
    expect(secrets.equal('same', 'longer')).toBe(false)
    expect(secrets.equal('', '')).toBe(true)
  })
})

describe('a secret box', () => {
  it('opens what it sealed, and nothing altered or foreign', () => {
    const box = makeSecretBox(makeInstanceKey())
    const sealed = box.seal('päss')
    expect(sealed).not.toContain('päss')
    expect(box.open(sealed)).toBe('päss')
    expect(box.seal('päss')).not.toBe(sealed)
    expect(makeSecretBox(makeInstanceKey()).open(sealed)).toBeUndefined()
    expect(box.open(`${sealed.slice(0, 5)}${sealed[5] === 'A' ? 'B' : 'A'}${sealed.slice(6)}`)).toBeUndefined()
    for (const odd of ['', '1.', 'päss']) expect(box.open(odd)).toBeUndefined()
  })
})

describe('passwords', () => {
  const hasher = makePasswordHasher()

  it('are hashed at the cost that OWASP names, with a salt of their own', async () => {
    const [one, two] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')])
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
    expect(one).not.toBe(two)
    expect(await hasher.verify('correct horse', one)).toBe(true)
    expect(await hasher.verify('wrong horse', one)).toBe(false)
    expect(await hasher.verify('ﬁsh', await hasher.hash('fish'))).toBe(true)
  })

  it('are hashed quickly where a program drew them, but never at a higher cost than others', async () => {
    const drawn = await hasher.hash('T4l5bYk2mQ0wXz_8hVdP', true)
    expect(drawn).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$/)
    expect(await hasher.verify('T4l5bYk2mQ0wXz_8hVdP', drawn)).toBe(true)
    expect(await hasher.verify('T4l5bYk2mQ0wXz_8hVdQ', drawn)).toBe(false)
    expect(await makePasswordHasher({ logN: 1, r: 1, p: 1 }).hash('pw', true)).toMatch(/^\$scrypt\$ln=1,r=1,p=1\$/)
  })

  it('of another cost still verify; what is no hash never does', async () => {
    const cheap = await makePasswordHasher({ logN: 10, r: 8, p: 1 }).hash('pw')
    expect(await hasher.verify('pw', cheap)).toBe(true)
    for (const odd of [
      '',
      'pw',
      '$scrypt$',
      cheap.slice(0, -1),
      cheap.replace('ln=10', 'ln=99'),
      cheap.replace('r=8', 'r=0'),
    ])
      expect(await hasher.verify('pw', odd)).toBe(false)
  })
})

describe('the instance key', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'forgefold-key-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is made once, readable by its owner only, and gives the same keys ever after', () => {
    const path = join(folder, 'key')
    const first = loadInstanceKey(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(loadInstanceKey(path).derive('a')).toEqual(first.derive('a'))
    expect(first.derive('a')).not.toEqual(first.derive('b'))
  })

  it('is never made up where the file holds something else', () => {
    const path = join(folder, 'key')
    writeFileSync(path, 'not a key')
    expect(() => loadInstanceKey(path)).toThrow('does not hold an instance key')
  })
})
