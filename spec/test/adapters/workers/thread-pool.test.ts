import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DeadlineExceeded, PoolOverloaded, ThreadPool, type ThreadPoolOptions } from '@forgefold/adapters/workers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What the threads of these tests are told to do. */
type Told = 'answer' | 'fail' | 'spin' | 'backtrack' | 'hoard' | 'exit'

const PROGRAM = `
import { threadId } from 'node:worker_threads'
import { serveThread } from ${JSON.stringify(import.meta.resolve('@forgefold/adapters/workers'))}
serveThread((told) => {
  if (told === 'fail') throw new TypeError('its own')
  if (told === 'spin') for (;;);
  if (told === 'backtrack') return /^(a+)+$/.test('a'.repeat(40) + '!')
  if (told === 'hoard') for (const kept = []; ; ) kept.push(new Array(1e6).fill(kept))
  if (told === 'exit') process.exit(0)
  return threadId
})
`

describe('work in a pool of threads', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-threads-'))
    await writeFile(join(folder, 'program.mjs'), PROGRAM)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const poolOf = (options: Partial<ThreadPoolOptions> = {}): ThreadPool<Told, number> =>
    new ThreadPool(pathToFileURL(join(folder, 'program.mjs')), { milliseconds: 300, ...options })

  it('gives its result, or its own failure', async () => {
    const pool = poolOf()
    expect(await pool.run('answer')).toBeGreaterThan(0)
    await expect(pool.run('fail')).rejects.toThrow('its own')
    expect(await pool.run('answer')).toBeGreaterThan(0)
  })

  it.each(['spin', 'backtrack', 'hoard'] as const)(
    'is ended where it takes too much (%s), and another thread goes on',
    async (told) => {
      const pool = poolOf({ threads: 1 })
      const first = await pool.run('answer')
      await expect(pool.run(told)).rejects.toThrow(DeadlineExceeded)
      expect(await pool.run('answer')).not.toBe(first)
    },
  )

  it('keeps nobody waiting who has other things to do', async () => {
    const pool = poolOf()
    const late = pool.run('spin').catch((error: unknown) => error)
    let turns = 0
    const count = setInterval(() => turns++, 5)
    expect(await late).toBeInstanceOf(DeadlineExceeded)
    clearInterval(count)
    expect(turns).toBeGreaterThan(10)
  })

  it('waits for a thread, also for one that takes the place of another', async () => {
    const pool = poolOf({ threads: 2 })
    const told: ReadonlyArray<Told> = ['answer', 'spin', 'exit', 'answer', 'fail', 'answer', 'spin', 'answer']
    const done = await Promise.allSettled(told.map((one) => pool.run(one)))
    expect(done.map(({ status }) => status === 'fulfilled')).toEqual(told.map((one) => one === 'answer'))
  })

  it('is refused where too much waits', async () => {
    const pool = poolOf({ threads: 1, waiting: 1 })
    const [first, second, third] = await Promise.allSettled([
      pool.run('answer'),
      pool.run('answer'),
      pool.run('answer'),
    ])
    expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(third).toMatchObject({ status: 'rejected', reason: expect.any(PoolOverloaded) })
  })
})
