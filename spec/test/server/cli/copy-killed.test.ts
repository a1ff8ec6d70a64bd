import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type EventId, instantOf, streamName, userActor } from '@forgefold/core/kernel'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { forgefold } from '@forgefold/spec/processes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const EVENTS = 6000

let folder: string
let double: EventStoreDbDouble
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-copy-killed-'))
  double = await startEventStoreDbDouble()
  await mkdir(join(folder, 'first'))
  const store = openSqliteEventStore({ path: join(folder, 'first', 'events.sqlite') })
  for (let n = 0; n < EVENTS; n += 100) {
    const events = Array.from({ length: 100 }, (_, m) => ({
      id: `01890000-0000-7000-8000-${String(n + m).padStart(12, '0')}` as EventId,
      type: 'Tested',
      version: 1,
      data: { n: n + m, text: 'é'.repeat(m) },
      metadata: { at: instantOf(1_650_000_000_000 + n + m), actor: userActor(1), correlationId: 'c' },
    }))
    await store.append(streamName('tested', n % 700), events, 'any')
  }
  await store.close()
})
afterAll(async () => {
  await double.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = (from: string, to: string) => {
  const child = spawn(process.execPath, [forgefold, 'copy', '--from', from, '--to', to], {
    env: { PATH: process.env['PATH'] },
  })
  const said = { out: '', told: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.told += chunk
  })
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) }
}

const countIn = async (path: string): Promise<number> => {
  if (!existsSync(path)) return 0
  const store = openSqliteEventStore({ path })
  const read = await store.readAll({ limit: EVENTS + 1 })
  await store.close()
  return read.kind === 'Read' ? read.events.length : 0
}

/** Kills the copy each time it has got further, then lets it end; gives what the last one said and how many were killed amid their work. */
const copyWithKills = async (from: string, to: string, arrived: () => Promise<number>) => {
  let amid = 0
  for (let kills = 0; kills < 3; kills++) {
    const before = await arrived()
    const { child, ended } = start(from, to)
    const goal = before + EVENTS / 6
    const until = performance.now() + 120_000
    while ((await arrived()) < goal && child.exitCode === null && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10))
    child.kill('SIGKILL')
    await ended
    const now = await arrived()
    if (now > before && now < EVENTS) amid++
  }
  const last = start(from, to)
  return { code: await last.ended, ...last.said, amid }
}

describe('forgefold copy as a process that is killed', () => {
  let digest = ''

  it('goes on to EventStoreDB where it was, and ends verified', async () => {
    const done = await copyWithKills(
      `sqlite:${join(folder, 'first')}`,
      double.connectionString,
      async () => double.log.records.length,
    )
    expect(done).toMatchObject({ code: 0, told: '' })
    expect(done.amid).toBeGreaterThan(0)
    const [, all, fresh] = /^(\d+) events stand in both stores, (\d+) of them copied now/.exec(done.out) ?? []
    expect([Number(all), double.log.records.length]).toEqual([EVENTS, EVENTS])
    expect(Number(fresh)).toBeLessThan(EVENTS)
    digest = /digest ([0-9a-f]{64})/.exec(done.out)?.[1] ?? ''
  })

  it('goes on to SQLite where it was, and ends with the same digest', async () => {
    const target = join(folder, 'second', 'events.sqlite')
    const done = await copyWithKills(double.connectionString, `sqlite:${join(folder, 'second')}`, () => countIn(target))
    expect(done).toMatchObject({ code: 0, told: '' })
    expect(done.amid).toBeGreaterThan(0)
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(done.out).toContain(`digest ${digest}`)
    expect(await countIn(target)).toBe(EVENTS)
  })
})
