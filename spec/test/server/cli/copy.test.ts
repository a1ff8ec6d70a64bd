import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type EventId, instantOf, type NewEvent, streamName, userActor } from '@forgefold/core/kernel'
import { runCommandLine, type Terminal } from '@forgefold/server/cli'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder = ''
let double: EventStoreDbDouble
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-copy-'))
  double = await startEventStoreDbDouble()
})
afterEach(async () => {
  await double.stop()
  await rm(folder, { recursive: true })
})

const events = (count: number): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, (_, n) => ({
    id: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}` as EventId,
    type: 'Tested',
    version: 1,
    data: { n },
    metadata: { at: instantOf(1_650_000_000_000 + n), actor: userActor(1), correlationId: 'c' },
  }))

const write = async (data: string, count: number): Promise<void> => {
  const store = openSqliteEventStore({ path: join(folder, data) })
  for (const [n, event] of events(count).entries()) await store.append(streamName('tested', n % 3), [event], 'any')
  await store.close()
}

const runs = async (args: ReadonlyArray<string>, asked: Terminal['asked'] = new Promise(() => undefined)) => {
  const said: Array<string> = []
  const told: Array<string> = []
  const shown: Array<string> = []
  const code = await runCommandLine(['copy', ...args], {
    environment: {},
    say: (line) => said.push(line),
    tell: (line) => told.push(line),
    progress: (line) => shown.push(line),
    asked,
  })
  return { code, said, told, shown }
}

describe('forgefold copy', () => {
  it('copies a data folder to EventStoreDB and back', async () => {
    await write('events.sqlite', 20)
    const there = await runs(['--from', `sqlite:${folder}`, '--to', double.connectionString])
    expect(there).toMatchObject({ code: 0, told: [] })
    expect(there.said[0]).toBe('20 events stand in both stores, 20 of them copied now; every one was compared.')
    expect(there.shown.at(-1)).toBe('verifying  100 %  20 events')
    expect(double.log.records).toHaveLength(20)
    const back = await runs(['--from', double.connectionString, '--to', `sqlite:${join(folder, 'back')}`])
    expect(back.code).toBe(0)
    expect(back.said[1]).toBe(there.said[1])
  })

  it('stops when the process is asked to end, and goes on when run again', async () => {
    await write('events.sqlite', 30)
    const to = ['--from', `sqlite:${folder}`, '--to', double.connectionString]
    const stopped = await runs(to, Promise.resolve('SIGINT'))
    expect(stopped).toMatchObject({ code: 1, told: ['forgefold: the copy was interrupted; run it again to go on'] })
    expect((await runs(to)).code).toBe(0)
    expect((await runs(to)).said[0]).toBe(
      '30 events stand in both stores, 0 of them copied now; every one was compared.',
    )
  })

  it('lets what counts by positions begin anew in the folder that moves', async () => {
    await write('events.sqlite', 3)
    const aside = ['read-model.sqlite', 'checkpoints.sqlite'].map((name) => join(folder, name))
    for (const file of aside) writeFileSync(file, '')
    await runs(['--from', `sqlite:${folder}`, '--to', double.connectionString, '--renew', folder])
    expect(aside.map((file) => existsSync(file))).toEqual([false, false])
    expect(existsSync(join(folder, 'events.sqlite'))).toBe(true)
  })

  it('refuses a target with another history, and says where they part', async () => {
    await write('events.sqlite', 5)
    await write('other.sqlite', 2)
    const other = openSqliteEventStore({ path: join(folder, 'other.sqlite') })
    await other.append(streamName('foreign', 1), events(1), 'noStream')
    await other.close()
    const result = await runs(['--from', `sqlite:${folder}`, '--to', `sqlite:${join(folder, 'other.sqlite')}`])
    expect(result).toMatchObject({ code: 1, said: [] })
    expect(result.told[0]).toContain('foreign-1@0')
  })

  it('tells what it does not understand', async () => {
    expect(await runs([])).toMatchObject({ code: 2 })
    expect(await runs(['--from', 'postgres:x', '--to', double.connectionString])).toMatchObject({ code: 2 })
    expect(await runs(['--from', `sqlite:${folder}/none`, '--to', double.connectionString])).toMatchObject({ code: 2 })
    const secret = await runs(['--from', 'esdb://admin:s3cret@host:port', '--to', double.connectionString])
    expect(secret.code).toBe(2)
    expect(secret.told.join()).not.toContain('s3cret')
  })
})
