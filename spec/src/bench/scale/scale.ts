import { rmSync } from 'node:fs'
import { type Benchmark, median, type Rounds } from '../benchmark.js'
import type { Child } from '../http/child.js'
import { loadsOn } from '../http/deployments.js'
import { processorTimeOf, untilIdle } from '../http/idle.js'
import { answeredWithin, type Load } from '../http/load.js'
import { type Product, serve, setProduct } from '../http/stage.js'
import { sizeOr } from '../size.js'
import { fillKinds } from './fill.js'
import { loadsOf } from './kind.js'
import { DEPLOYMENT, kinds, kindsAsked } from './kinds.js'

const FEW = 1_000
const MANY = 1_000_000
const GOAL = 1.3
/** Seconds for what answers nothing within one. */
const LONGER = 10
/** So many of those that grow most are told. */
const TOLD = 12

/** A server with one of every kind, and so many of each that is asked for; the histories of deployments are real. */
const serverWith = async (count: number, asked: ReadonlySet<string>): Promise<Product> => {
  const made = await setProduct(asked.has(DEPLOYMENT) ? count : 0)
  for (const kind of kinds) await kind.make(made)
  await untilIdle(made.pid)
  await made.pause()
  await fillKinds(
    made.data,
    kinds.filter(({ name }) => asked.has(name)),
    count,
  )
  const child: Child = await serve(made.data)
  await untilIdle(child.pid)
  return {
    ...made,
    url: child.url,
    pid: child.pid,
    pause: child.stop,
    stop: async () => {
      await child.stop()
      rmSync(made.data, { recursive: true, force: true })
    },
  }
}

/** The requests to those kinds, by name. */
const loadsOfAll = ({ url, headers, sha }: Product, asked: ReadonlySet<string>): ReadonlyMap<string, Load> => {
  const loads = new Map<string, Load>()
  if (asked.has(DEPLOYMENT))
    for (const [request, load] of Object.entries(loadsOn(url, headers, sha)))
      loads.set(`${DEPLOYMENT}: ${request}`, load)
  for (const kind of kinds.filter(({ name }) => asked.has(name)))
    for (const [request, load] of loadsOf(kind, { url, headers })) loads.set(`${kind.name}: ${request}`, load)
  return loads
}

/** Microseconds of processor time that the server takes for an answer: says the same on a busy machine. */
const costOf = async (pid: number, load: Load, seconds = 1): Promise<number> => {
  const before = processorTimeOf(pid)
  const answered = await answeredWithin(load, seconds)
  if (answered > 0) return ((processorTimeOf(pid) - before) * 1000) / answered
  if (seconds >= LONGER) throw new Error(`${load.url} answered nothing within ${seconds} seconds`)
  return costOf(pid, load, LONGER)
}

const prepare = async (): Promise<Rounds> => {
  const asked = kindsAsked()
  const few = await serverWith(FEW, asked)
  const full = await serverWith(sizeOr(MANY), asked)
  const costs = new Map<string, Array<number>>()
  let round = 0
  const grown = (): ReadonlyArray<readonly [name: string, ratio: number]> =>
    [...costs].map(([name, ratios]) => [name, median(ratios)] as const).toSorted(([, a], [, b]) => b - a)
  return {
    unit: '× the cost, of the request that grows most',
    rounds: 3,
    ceiling: async () => 1,
    product: async () => {
      round += 1
      const among = loadsOfAll(few, asked)
      for (const [name, load] of loadsOfAll(full, asked)) {
        const before = await costOf(few.pid, among.get(name) as Load)
        const now = await costOf(full.pid, load)
        if (round > 1) costs.set(name, [...(costs.get(name) ?? []), now / before])
      }
      return grown()[0]?.[1] ?? 1
    },
    notes: () => [
      `${costs.size} requests, ${grown().filter(([, ratio]) => ratio > GOAL).length} of them above the goal; the most:`,
      ...grown()
        .slice(0, TOLD)
        .map(([name, ratio]) => `${ratio.toFixed(2)} ×  ${name}`),
    ],
    finish: async () => {
      await Promise.all([few.stop(), full.stop()])
    },
  }
}

export const scale: Benchmark = {
  name: 'scale',
  work: 'lists, reads and writes of every kind among 1,000,000 of it (or --size), 64 connections',
  ceiling: 'the same among 1,000',
  goal: { atMost: GOAL },
  prepare,
}
