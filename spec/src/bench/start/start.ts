import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Benchmark, Rounds } from '../benchmark.js'
import { type Child, startChild } from '../http/child.js'
import { serve, setProduct } from '../http/stage.js'

const MINIMAL = join(dirname(fileURLToPath(import.meta.url)), 'minimal-server.js')
const DEPLOYMENTS = 1_000
/** Makes the bundle that `npm start` starts, and tells where it is. */
const BUNDLING = fileURLToPath(new URL('../../../../scripts/bundle.mjs', import.meta.url))
/** How long a server is left alone before its memory is looked at, in milliseconds. */
const IDLE = 3_000

interface Started {
  readonly child: Child
  /** From the start of the process to the first 200, in milliseconds. */
  readonly milliseconds: number
}

/** Both servers on stores that exist, and the product on none, to be started as often as one likes. */
interface Starts {
  readonly minimal: () => Promise<Started>
  readonly product: () => Promise<Started>
  readonly first: () => Promise<Started>
  readonly finish: () => Promise<void>
}

const startedAt = async (
  start: () => Promise<Child>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Started> => {
  const began = performance.now()
  const child = await start()
  const answer = await fetch(child.url + path, { headers })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  await answer.text()
  return { child, milliseconds: performance.now() - began }
}

const setStarts = async (): Promise<Starts> => {
  const program = execFileSync(process.execPath, [BUNDLING]).toString().trim()
  const { data, headers, pause, stop } = await setProduct(DEPLOYMENTS)
  await pause()
  const rows = mkdtempSync(join(tmpdir(), 'forgefold-minimal-'))
  const begun: Array<string> = []
  return {
    minimal: () => startedAt(() => startChild(MINIMAL, [join(rows, 'rows.sqlite')]), '/row'),
    product: () => startedAt(() => serve(data, { program }), '/api/v4/projects/1/deployments/1', headers),
    first: () => {
      const empty = mkdtempSync(join(tmpdir(), 'forgefold-first-'))
      begun.push(empty)
      return startedAt(() => serve(empty, { program }), '/api/v4/version', headers)
    },
    finish: async () => {
      await stop()
      for (const folder of [rows, ...begun]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const timeOf = async (start: () => Promise<Started>): Promise<number> => {
  const { child, milliseconds } = await start()
  await child.stop()
  return milliseconds
}

const measured = async (unit: string, figure: (start: () => Promise<Started>) => Promise<number>): Promise<Rounds> => {
  const { minimal, product, finish } = await setStarts()
  return { unit, rounds: 7, ceiling: () => figure(minimal), product: () => figure(product), finish }
}

/** The memory of a process that is in use, in megabytes. */
const residentOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024

export const startUp: Benchmark = {
  name: 'S1',
  work: 'start of the bundle on an existing store to the first 200',
  ceiling: 'a minimal script: Node, uWebSockets.js, SQLite',
  goal: { atMost: 1.6 },
  prepare: () => measured('ms', timeOf),
}

export const firstStart: Benchmark = {
  name: 'S4',
  work: 'start of the bundle on an empty folder to the first 200',
  ceiling: 'its start on an existing store (S1)',
  goal: { atMost: 1.5 },
  prepare: async () => {
    const { product, first, finish } = await setStarts()
    return { unit: 'ms', rounds: 7, ceiling: () => timeOf(product), product: () => timeOf(first), finish }
  },
}

export const idleMemory: Benchmark = {
  name: 'S2',
  work: 'memory after the first answer, idle',
  ceiling: 'a minimal script: Node, uWebSockets.js, SQLite',
  goal: { atMost: 1.35 },
  prepare: () =>
    measured('MB', async (start) => {
      const { child } = await start()
      await setTimeout(IDLE)
      const resident = residentOf(child.pid)
      await child.stop()
      return resident
    }),
}
