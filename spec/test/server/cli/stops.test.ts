import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort, type ServerProcess, serversIn, TOKEN } from './servers.js'

const folder = mkdtempSync(join(tmpdir(), 'forgefold-stops-'))
const { start, ready, killAll } = serversIn(folder)

afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

/** From the signal to the end of the process, in milliseconds. */
const stopping = async (server: ServerProcess, signal: NodeJS.Signals): Promise<number> => {
  const began = performance.now()
  server.child.kill(signal)
  const { code, signal: by } = await server.ended
  // Before the process listens to signals they end it themselves.
  expect(code === 0 || by === signal, server.told()).toBe(true)
  return performance.now() - began
}

/** How many times longer than on an idle machine an empty program takes just now; 1 at least. */
const slowness = (): number => {
  const began = performance.now()
  spawnSync(process.execPath, ['--eval', ''])
  return Math.max(1, (performance.now() - began) / 50)
}

/** One stop, in milliseconds of a machine that has nothing else to do. */
const stoppingAlone = async (server: ServerProcess, signal: NodeJS.Signals): Promise<number> => {
  const took = await stopping(server, signal)
  return took / slowness()
}

/** Within a second; on a machine with more to do than it can, now and then one is late, but none hangs. */
const expectPrompt = (took: ReadonlyArray<number>): void => {
  const inOrder = [...took].sort((a, b) => a - b)
  const text = took.map(Math.round).join(', ')
  expect(inOrder[inOrder.length >> 1] ?? 0, text).toBeLessThan(1_000)
  expect(inOrder.at(-1) ?? 0, text).toBeLessThan(5_000)
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const MOMENTS = 8

/** Of the time that a start takes: the last moments find a server that has just started. */
const SHARE_OF_START = 1.25

const FAR_AWAY = 'a node far away'

/** How much longer a start takes there, in milliseconds. */
const MUCH_LONGER = 1_000

describe('a server told to stop, at whatever moment of its start, stops within a second', () => {
  let double: EventStoreDbDouble
  let startTakes = 0
  beforeAll(async () => {
    double = await startEventStoreDbDouble()
    const began = performance.now()
    await ready(start('sqlite'))
    startTakes = performance.now() - began
  })
  afterEach(() => {
    killAll()
    double.faults.clear()
  })
  afterAll(() => double.stop())

  const stores: ReadonlyArray<readonly [name: string, prepare: () => Promise<string>]> = [
    ['SQLite', async () => 'sqlite'],
    ['memory', async () => 'memory'],
    ['an answering node', async () => double.connectionString],
    [FAR_AWAY, async () => (double.faults.delay(50), double.connectionString)],
    ['a silent node', async () => (double.faults.silent(), double.connectionString)],
    [
      'a node that discovery does not find',
      async () => (double.faults.silent(), double.connectionString.replace('esdb:', 'esdb+discover:')),
    ],
    ['no node', async () => `esdb://127.0.0.1:${await freePort()}?tls=false`],
  ]

  it.each(stores)('on %s', async (name, prepare) => {
    const store = await prepare()
    const longest = startTakes * SHARE_OF_START + (name === FAR_AWAY ? MUCH_LONGER : 0)
    const took: Array<number> = []
    for (let n = 0; n < MOMENTS; n++) {
      const server = start(store)
      await pause(Math.random() * longest)
      took.push(await stoppingAlone(server, SIGNALS[n % 2] as NodeJS.Signals))
    }
    expectPrompt(took)
  })

  it('on a node that disappears or falls silent on the way', async () => {
    const took: Array<number> = []
    for (let n = 0; n < MOMENTS; n++) {
      const own = await startEventStoreDbDouble()
      try {
        const server = start(own.connectionString)
        const calls = 1 + Math.floor(Math.random() * 12)
        await vi.waitUntil(() => own.calls.length >= calls || server.said() !== '', 60_000)
        if (n % 2 === 0) await own.crash()
        else own.faults.silent()
        await pause(Math.random() * 500)
        // A start that was quicker than we were has become a server, whose end is another matter.
        if (server.said() === '') took.push(await stoppingAlone(server, SIGNALS[n % 2] as NodeJS.Signals))
      } finally {
        await own.stop()
      }
    }
    expectPrompt(took)
  })
})

// Both wait for an answer that does not come.
describe.concurrent('a server at work told to stop', () => {
  it.each(['silent', 'gone'])('stops in the end where its node is %s', async (how) => {
    const double = await startEventStoreDbDouble()
    try {
      const server = start(double.connectionString)
      const base = await ready(server)
      if (how === 'gone') await double.crash()
      else double.faults.silent()
      const headers = { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ name: 'Late' })
      void fetch(`${base}/api/v4/projects`, { method: 'POST', headers, body }).catch(() => undefined)
      await pause(200)
      expect(await stopping(server, 'SIGTERM')).toBeLessThan(20_000)
    } finally {
      await double.stop()
    }
  })
})
