import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { sizeOr } from '../size.js'
import type { Child } from './child.js'
import { fillDeployments } from './fill.js'
import { serve, setProduct } from './stage.js'

const EVENTS_EACH = 2
/** As many as are kept. */
const COPIES = 12
/** The default of the server. */
const COPY_EVERY = 50_000
const COLD_MS = 3000

const copiesIn = (data: string): number => {
  try {
    return readdirSync(join(data, 'read-model-copies')).filter((name) => name.endsWith('.sqlite')).length
  } catch {
    return 0
  }
}

/** The rows of the whole history, with copies of them on the way, as a server leaves them that was there all the time. */
const grown = async (data: string, sha: string, events: number): Promise<void> => {
  const part = Math.ceil(events / EVENTS_EACH / COPIES)
  for (let nth = 0; nth < COPIES; nth++) {
    await fillDeployments(join(data, 'events.sqlite'), sha, part, nth * part)
    const server = await serve(data)
    if (part * EVENTS_EACH >= COPY_EVERY)
      for (let tries = 0; copiesIn(data) <= nth && tries < 300; tries++) await pause(100)
    await server.stop()
  }
}

const megabytes = (pid: number, field: 'VmRSS' | 'VmHWM'): string => {
  const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return found === null ? 'unknown' : `${Math.round(Number(found[1]) / 1024)} MB`
}

const prepare = async (): Promise<Rounds> => {
  const events = sizeOr(1_000_000)
  const product = await setProduct(0)
  await product.pause()
  await grown(product.data, product.sha, events)
  const server: Child = await serve(product.data)
  const cold: Array<number> = []
  const warm: Array<number> = []
  let told: ReadonlyArray<string> = []

  const read = (position: number): Promise<number> =>
    timed(async () => {
      const headers = { ...product.headers, 'Forgefold-As-Of': String(position) }
      const answer = await fetch(`${server.url}/api/v4/projects/1/deployments`, { headers })
      if (!answer.ok) throw new Error(`position ${position} answered ${answer.status}`)
      await answer.text()
    })

  return {
    unit: 'ms',
    rounds: 9,
    ceiling: async () => COLD_MS,
    product: async () => {
      const position = Math.floor(events * (0.01 + 0.98 * Math.random()))
      const took = await read(position)
      cold.push(took)
      warm.push(await read(position))
      return took
    },
    notes: () => told,
    finish: async () => {
      told = [
        `${events} events, ${copiesIn(product.data)} copies; cold at most ${Math.round(Math.max(...cold))} ms, again at most ${Math.round(Math.max(...warm))} ms (wanted: below 1,000)`,
        `memory of the server now ${megabytes(server.pid, 'VmRSS')}, at most ${megabytes(server.pid, 'VmHWM')}, mapped files among it`,
      ]
      await server.stop()
      await product.stop()
    },
  }
}

export const asOfReads: Benchmark = {
  name: 'A1',
  work: 'list 20 deployments as of a random moment among 1,000,000 events that is not open',
  ceiling: 'three seconds',
  goal: { atMost: 1 },
  prepare,
}
