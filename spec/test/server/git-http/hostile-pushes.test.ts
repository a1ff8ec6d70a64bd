import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
