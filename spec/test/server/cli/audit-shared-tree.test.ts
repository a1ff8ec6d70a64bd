import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { forgefold } from '@forgefold/spec/processes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serversIn, TOKEN } from './servers.js'

const run = promisify(execFile)

let folder: string
let servers: ReturnType<typeof serversIn>
let double: EventStoreDbDouble
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-tree-'))
  servers = serversIn(folder)
  double = await startEventStoreDbDouble()
})
afterAll(async () => {
  servers.killAll()
  await double.stop()
  await rm(folder, { recursive: true, force: true })
})

const HEAD = /forgefold-history\/\w+\n\d+\n.*\n\n.*\n/

describe.each(['sqlite', 'eventstoredb'])('processes that share the tree of a history on %s', (kind) => {
  it('each tell a head of the one history, while the server writes and tells its own', async () => {
    const store = kind === 'sqlite' ? 'sqlite' : double.connectionString
    const base = await servers.ready(servers.start(store))
    const data = join(folder, kind === 'sqlite' ? '1' : '2')
    const where = ['--data', data, ...(kind === 'sqlite' ? [] : ['--event-store', store])]
    const audit = (...args: ReadonlyArray<string>) => run(process.execPath, [forgefold, 'audit', ...args, ...where])
    const write = async (nth: number): Promise<string> => {
      const made = await fetch(`${base}/api/v4/projects`, {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `app-${nth}` }),
      })
      expect(made.status).toBe(201)
      const head = await fetch(`${base}/.well-known/forgefold/checkpoint`)
      expect(head.status).toBe(200)
      return head.text()
    }
    const writing = async () => {
      const heads: Array<string> = []
      for (let nth = 0; nth < 20; nth++) heads.push(await write(nth))
      return heads
    }
    const [told, ...asked] = await Promise.all([
      writing(),
      audit('checkpoint'),
      audit('checkpoint'),
      audit('checkpoint'),
    ])
    const heads = [...told, ...asked.map(({ stdout }) => stdout)]
    for (const head of heads) expect(head).toMatch(HEAD)
    const kept = join(folder, `${kind}.checkpoints`)
    await writeFile(kept, heads.map((head) => head.trimEnd()).join('\n\n') + '\n')
    expect((await audit('verify', '--skip-rows', '--against', kept)).stdout).toMatch(/\d+ events verified/)
  })
})
