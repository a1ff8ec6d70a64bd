import { startForge, type TestForge } from '@forgefold/server/testing'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

const opened: Array<TestForge> = []
const forkOf = async (forge: TestForge): Promise<TestForge> => {
  const fork = await forge.fork()
  opened.push(fork)
  return fork
}
const start = async (): Promise<TestForge> => {
  const forge = await startForge({ port: false })
  opened.push(forge)
  return forge
}
afterEach(async () => {
  vi.useRealTimers()
  for (const forge of opened.splice(0)) await forge.close()
})

const makeProject = async (forge: TestForge, name: string): Promise<number> =>
  (await forge.as('root').fetch(`/api/v4/projects?name=${name}`, { method: 'POST' })).status

const namesIn = async (forge: TestForge): Promise<ReadonlyArray<string>> => {
  const answer = await forge.as('root').fetch('/api/v4/projects?per_page=100&order_by=id&sort=asc')
  return ((await answer.json()) as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)
}

/** Which forge forks, writes or is reset, by its number. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('write' as const), at: fc.nat(9) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('fork' as const), at: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const), at: fc.nat(9) }) },
  ),
  { maxLength: 12 },
)

describe('the forks of a forge', () => {
  it('hold what was there and what they wrote, and nothing of each other, whatever is written where and when', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const first = { forge: await start(), began: [] as ReadonlyArray<string>, names: [] as ReadonlyArray<string> }
        const lines = [first]
        let made = 0
        for (const { kind, at } of all) {
          const line = lines[at % lines.length] ?? first
          if (kind === 'write') {
            const name = `p${++made}`
            expect(await makeProject(line.forge, name)).toBe(201)
            line.names = [...line.names, name]
          } else if (kind === 'fork') lines.push({ ...line, forge: await forkOf(line.forge), began: line.names })
          else {
            await line.forge.reset()
            line.names = line.began
          }
        }
        for (const { forge, names } of lines) {
          expect(await namesIn(forge)).toEqual(names)
          const events = await forge.events.since(undefined, { type: 'ProjectCreated' })
          expect(events).toHaveLength(names.length)
        }
        for (const forge of opened.splice(0)) await forge.close()
      }),
      { numRuns: 20 },
    )
  })
  it('read nothing of the history while nothing is asked of them', async () => {
    const forge = await start()
    await makeProject(forge, 'app')
    await forge.settled()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const fork = await forkOf(forge)
    const read = vi.spyOn(fork.forge.events, 'readAll')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read.mock.calls).toEqual([])
  })
})
