import { type Benchmark, median, type Rounds } from '../benchmark.js'
import { latencyOf } from './load.js'
import { setProduct } from './stage.js'
import { type Step, walkPages } from './walk.js'

const DEPLOYMENTS = 200
const GOAL = 6
/** So many of the worst are told. */
const TOLD = 12
/** A second above the goal may have met a pause of the machine, so the median of this many seconds is taken. */
const REPEATED = 3

interface Walked extends Step {
  readonly p50: number
  readonly p99: number
}

const ratioOf = ({ p50, p99 }: Walked): number => p99 / p50

const told = (one: Walked): string =>
  `${ratioOf(one).toFixed(1)} ×  p50 ${one.p50.toFixed(2)} ms, p99 ${one.p99.toFixed(2)} ms  ${one.pattern}`

const walked = async (step: Step): Promise<Walked> => {
  const first: Walked = { ...step, ...(await latencyOf(step)) }
  if (ratioOf(first) <= GOAL) return first
  const all = [first]
  while (all.length < REPEATED) all.push({ ...step, ...(await latencyOf(step)) })
  const middle = median(all.map(ratioOf))
  return all.find((one) => ratioOf(one) === middle) ?? first
}

const prepare = async (): Promise<Rounds> => {
  const product = await setProduct(DEPLOYMENTS)
  const { steps, missed } = await walkPages(product)
  let paths: ReadonlyArray<Walked> = []
  return {
    unit: '× its own median, of the path where that is most',
    rounds: 1,
    ceiling: async () => 1,
    product: async () => {
      const found: Array<Walked> = []
      for (const step of steps) found.push(await walked(step))
      paths = found.toSorted((one, other) => ratioOf(other) - ratioOf(one))
      return Math.max(...found.map(ratioOf))
    },
    notes: () => [
      `${paths.length} paths, ${paths.filter((one) => ratioOf(one) > GOAL).length} of them above the goal; the worst:`,
      ...paths.slice(0, TOLD).map(told),
      `${missed.length} paths led nowhere and are not measured: ${missed.join(', ')}`,
    ],
    finish: product.stop,
  }
}

export const latency: Benchmark = {
  name: 'R3',
  work: 'every documented GET, warm, 64 connections: the 99th percentile',
  ceiling: 'the median of the same path',
  goal: { atMost: GOAL },
  prepare,
}
