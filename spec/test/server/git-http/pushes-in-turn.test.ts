import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from './world.js'

/** More than there are places for all conversations. */
const PUSHES = 70

const LOGIN = `Basic ${Buffer.from('oauth2:dev').toString('base64')}`
const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
const NO_OBJECTS = Buffer.concat([header, createHash('sha1').update(header).digest()])

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

const push = async (ref: string): Promise<string> => {
  const update = `${'0'.repeat(40)} ${main} ${ref}\0 report-status`
  const line = `${(update.length + 4).toString(16).padStart(4, '0')}${update}0000`
  const response = await fetch(`http://127.0.0.1:${world.port}/group/open.git/git-receive-pack`, {
    method: 'POST',
    headers: { Authorization: LOGIN, 'Content-Type': 'application/x-git-receive-pack-request' },
    body: Buffer.concat([Buffer.from(line), NO_OBJECTS]),
  })
  return response.text()
}

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
