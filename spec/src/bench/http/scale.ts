import type { Benchmark, Rounds } from '../benchmark.js'
import { sizeOr } from '../size.js'
import { loadsOn } from './deployments.js'
import { rateOf } from './load.js'
import { type Product, setProduct } from './stage.js'

const FEW = 1_000
const MANY = 1_000_000

const KINDS = ['one', 'list', 'create'] as const
type Kind = (typeof KINDS)[number]
type Costs = Readonly<Record<Kind, number>>

/** Microseconds that a request of each kind takes of the server and of whoever asks, 64 at a time. */
const costsOf = async ({ url, headers, sha }: Product): Promise<Costs> => {
  const loads = loadsOn(url, headers, sha)
  const costs: Partial<Record<Kind, number>> = {}
  for (const kind of KINDS) costs[kind] = 1_000_000 / (await rateOf(loads[kind]))
  return costs as Costs
}

const prepare = async (): Promise<Rounds> => {
  const many = sizeOr(MANY)
  const few = await setProduct(FEW)
  const full = await setProduct(many)
  let base: Costs = { one: 1, list: 1, create: 1 }
  const ratios: Record<Kind, Array<number>> = { one: [], list: [], create: [] }
  const worst = (costs: Costs): number => Math.max(...KINDS.map((kind) => costs[kind] / base[kind]))
  return {
    unit: '× the cost, of the kind that grows most',
    rounds: 3,
    ceiling: async () => {
      base = await costsOf(few)
      return 1
    },
    product: async () => {
      const costs = await costsOf(full)
      for (const kind of KINDS) ratios[kind].push(costs[kind] / base[kind])
      return worst(costs)
    },
    notes: () =>
      KINDS.map(
        (kind) => `${kind}: ${ratios[kind].map((ratio) => ratio.toFixed(2)).join(', ')} (the first one warms up)`,
      ),
    finish: async () => {
      await Promise.all([few.stop(), full.stop()])
    },
  }
}

export const scale: Benchmark = {
  name: 'scale',
  work: `read, list and record a deployment among 1,000,000 (or --size)`,
  ceiling: 'the same among 1,000',
  goal: { atMost: 1.5 },
  prepare,
}
