import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from './world.js'

let world: World
let main: string
beforeAll(async () => {
  world = await openWorld()
  await world.client().run('init', '-q', 'c1')
  const client = world.client('c1')
  await writeFile(join(world.folder, 'c1/README.md'), 'hello\n')
  await client.run('add', '.')
  await client.run('commit', '-qm', 'First')
  await client.run('push', '-q', world.url('group/open', 'dev'), 'main')
  main = (await client.run('rev-parse', 'main')).trim()
})
afterAll(() => world.close())

const NOTHING = '0'.repeat(40)
const LOGIN = `Basic ${Buffer.from('oauth2:dev').toString('base64')}`
const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
const NO_OBJECTS = Buffer.concat([header, createHash('sha1').update(header).digest()])

const line = (text: Buffer): Buffer =>
  Buffer.concat([Buffer.from((text.length + 4).toString(16).padStart(4, '0')), text])

/** A push of refs that all point to `main`, by names that no git program would send. */
const push = async (...refs: ReadonlyArray<string>): Promise<string> => {
  const lines = refs.map((ref, at) =>
    line(Buffer.from(`${NOTHING} ${main} ${ref}${at === 0 ? '\0 report-status' : ''}`, 'latin1')),
  )
  const response = await fetch(`http://127.0.0.1:${world.port}/group/open.git/git-receive-pack`, {
    method: 'POST',
    headers: { Authorization: LOGIN, 'Content-Type': 'application/x-git-receive-pack-request' },
    body: Buffer.concat([...lines, Buffer.from('0000'), NO_OBJECTS]),
    signal: AbortSignal.timeout(120_000),
  })
  return response.text()
}

/** The refs that the history says have moved. */
const recorded = async (): Promise<ReadonlyArray<unknown>> => {
  const read = await world.forgefold.forge.events.readStream('repository-2' as never)
  return JSON.parse(JSON.stringify(read)).events.map(({ data }: { data: { ref?: string } }) => data.ref)
}

describe('names of pushed refs that hold line breaks', () => {
  it.each([
    ['the end of the question, and a report', `refs/heads/a\n.\ntell\n-\n${NOTHING} ${'1'.repeat(40)} refs/heads/main`],
    ['an end with a prefix', `refs/heads/a\nref \n.\ntell\n-\nref ${NOTHING} ${'1'.repeat(40)} refs/heads/main`],
    ['another ref', `refs/heads/a\n${NOTHING} ${'1'.repeat(40)} refs/heads/b`],
    ['an option', 'refs/heads/a\noption ci.skip'],
  ])('say nothing but that the name is refused: %s', async (_what, name) => {
    const before = await recorded()
    expect(await push(name)).toContain('ng ')
    expect(await recorded()).toEqual(before)
  })

  it('record nothing for a ref of the same push', async () => {
    const forged = `refs/heads/a\n${NOTHING} ${NOTHING.replace(/0$/, '1')} refs/heads/real`
    await push(forged, 'refs/heads/real')
    const moves = (await recorded()).filter((ref) => ref === 'refs/heads/real')
    expect(moves.length).toBeLessThan(2)
  })

  it('leave the repository open to others', async () => {
    expect(await push('refs/heads/after')).toContain('ok refs/heads/after')
    expect(await recorded()).toContain('refs/heads/after')
  })
})

it('refs whose names are not UTF-8 are refused, because the history could not name them', async () => {
  expect(await push('refs/heads/\xff\xfe')).toContain('ng refs/heads/')
  expect(await push('refs/tags/\xc3\xa9')).toContain('ok refs/tags/é')
})

it('refs with blanks that are none to git are read like others', async () => {
  for (const name of ['\u2028', '\ufeff', '\u00a0a']) {
    expect(await push(`refs/heads/${Buffer.from(name).toString('latin1')}`)).toContain('ok refs/heads/')
    expect(await world.forgefold.forge.git.of(2).resolve(`refs/heads/${name}`)).toBe(main)
  }
})

/** More than there are places for all conversations. */
const PUSHES = 70

it('pushes that wait for one repository leave the others to their readers', async () => {
  const leave = await world.forgefold.forge.mutex.acquire('repository 2')
  const pushed = Promise.all(Array.from({ length: PUSHES }, (_, n) => push(`refs/tags/t${n}`)))
  const arrived = () => {
    const { taken, waiting } = world.forgefold.forge.git.load()
    return taken + waiting
  }
  await expect.poll(arrived).toBeGreaterThanOrEqual(PUSHES)
  const advertised = await fetch(`http://127.0.0.1:${world.port}/group/private.git/info/refs?service=git-upload-pack`, {
    headers: { Authorization: LOGIN },
    signal: AbortSignal.timeout(20_000),
  })
  // The head is sent before the conversation has its place.
  expect(await advertised.text()).toMatch(/0000$/)
  leave()
  for (const [n, text] of (await pushed).entries()) expect(text).toContain(`ok refs/tags/t${n}`)
})

/** The head of an entry of a pack: its type, and the size of what it holds. */
const entryHead = (type: number, size: number): Buffer => {
  const bytes = [(type << 4) | (size & 15)]
  for (let rest = size >>> 4; rest > 0; rest >>>= 7) {
    bytes.push((bytes.pop() as number) | 0x80)
    bytes.push(rest & 127)
  }
  return Buffer.from(bytes)
}

const sizeOf = (size: number): ReadonlyArray<number> =>
  size < 128 ? [size] : [(size & 127) | 128, ...sizeOf(size >>> 7)]

/** How far back an entry of a pack is. */
const distance = (bytes: number): Buffer => {
  const digits = [bytes & 127]
  for (let rest = bytes >>> 7; rest > 0; rest >>>= 7) digits.unshift(128 | (--rest & 127))
  return Buffer.from(digits)
}

const MEBIBYTE = 1024 * 1024
const OFFSET_DELTA = 6
const BLOB = 3

/** A delta that repeats all of its base; pieces of it are at most as long as their length may say. */
const repeated = (size: number, times: number): Buffer => {
  const copies: Array<number> = []
  for (let copy = 0; copy < times; copy++)
    for (let at = 0; at < size; at += 8 * MEBIBYTE) {
      const length = Math.min(size - at, 8 * MEBIBYTE)
      const digits = [at, at >>> 8, at >>> 16, at >>> 24, length, length >>> 8, length >>> 16].map((n) => n & 255)
      copies.push(0xff, ...digits)
    }
  return Buffer.from([...sizeOf(size), ...sizeOf(size * times), ...copies])
}

it('a pack of a few hundred bytes that says it holds an object larger than the memory of most machines is refused', async () => {
  const first = Buffer.alloc(64 * 1024, 'a')
  const entries = [Buffer.concat([entryHead(BLOB, first.length), deflateSync(first)])]
  let size = first.length
  for (const times of [16, 16, 16, 6]) {
    const delta = repeated(size, times)
    const back = distance((entries.at(-1) as Buffer).length)
    entries.push(Buffer.concat([entryHead(OFFSET_DELTA, delta.length), back, deflateSync(delta)]))
    size *= times
  }
  expect(size).toBeGreaterThan(1024 * MEBIBYTE)
  const head = Buffer.from(header)
  head.writeUInt32BE(entries.length, 8)
  const content = Buffer.concat([head, ...entries])
  const pack = Buffer.concat([content, createHash('sha1').update(content).digest()])
  expect(pack.length).toBeLessThan(2000)
  const wanted = line(Buffer.from(`${NOTHING} ${main} refs/heads/large\0 report-status`, 'latin1'))
  const response = await fetch(`http://127.0.0.1:${world.port}/group/open.git/git-receive-pack`, {
    method: 'POST',
    headers: { Authorization: LOGIN, 'Content-Type': 'application/x-git-receive-pack-request' },
    body: Buffer.concat([wanted, Buffer.from('0000'), pack]),
    signal: AbortSignal.timeout(120_000),
  })
  expect(await response.text()).toMatch(/^....unpack (?!ok)[\s\S]*ng refs\/heads\/large/)
  expect(await recorded()).not.toContain('refs/heads/large')
})
