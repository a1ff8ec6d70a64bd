import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { type Benchmark, median, type Rounds } from '../benchmark.js'
import { setProduct } from './stage.js'
import { type Step, walkPages } from './walk.js'

const DEPLOYMENTS = 200
const GOAL = 6
const CONNECTIONS = 64
/** So often all connections ask at the same time. */
const TIMES = 14
/** So many of the worst are told. */
const TOLD = 5
/** How long an answer may take on a busy machine, in milliseconds. */
const DEADLINE = 120_000

/** The processor time that the main thread of a process has taken, in milliseconds. Throws where the system has no `/proc`. */
const mainThreadTimeOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

interface Walked {
  readonly pattern: string
  readonly middle: number
  readonly most: number
}

const ratioOf = ({ middle, most }: Walked): number => most / middle

const told = (one: Walked): string =>
  `${ratioOf(one).toFixed(1)} ×  median ${one.middle.toFixed(1)} ms, at most ${one.most.toFixed(1)} ms  ${one.pattern}`

const answered = (agent: Agent, { url, headers }: Step): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { ...headers }, timeout: DEADLINE }, (response) => {
      response.resume().on('error', reject)
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    })
    request.on('timeout', () => request.destroy(new Error(`${url} answered nothing within ${DEADLINE} ms`)))
    request.on('error', reject)
  })

const walked = async (pid: number, agent: Agent, step: Step): Promise<Walked> => {
  const times: Array<number> = []
  for (let time = 0; time < TIMES; time++) {
    const before = mainThreadTimeOf(pid)
    await Promise.all(Array.from({ length: CONNECTIONS }, () => answered(agent, step)))
    times.push(mainThreadTimeOf(pid) - before)
  }
  return { pattern: step.pattern, middle: median(times), most: Math.max(...times) }
}

const prepare = async (): Promise<Rounds> => {
  const product = await setProduct(DEPLOYMENTS)
  const { steps, missed } = await walkPages(product)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const found: Array<Walked> = []
  let isFirst = true
  return {
    unit: '× its own median, of the path where that is most',
    rounds: 1,
    ceiling: async () => 1,
    product: async () => {
      // There is no round to warm up: what is computed at the first request is what is looked for.
      if (isFirst) {
        isFirst = false
        return 1
      }
      for (const step of steps) found.push(await walked(product.pid, agent, step))
      return Math.max(...found.map(ratioOf))
    },
    notes: () => [
      `${found.length} paths, ${found.filter((one) => ratioOf(one) > GOAL).length} of them above the goal; the worst:`,
      ...found
        .toSorted((one, other) => ratioOf(other) - ratioOf(one))
        .slice(0, TOLD)
        .map(told),
      'the dearest:',
      ...found
        .toSorted((one, other) => other.middle - one.middle)
        .slice(0, TOLD)
        .map(told),
      `${missed.length} paths led nowhere and are not measured: ${missed.join(', ')}`,
    ],
    finish: async () => {
      agent.destroy()
      await product.stop()
    },
  }
}

/** R3 in processor time, which other programs on the machine hardly change: what is computed late, or once for each who asks, shows here as well. */
export const processorLatency: Benchmark = {
  name: 'R3p',
  work: 'every documented GET, 64 at the same time: the most processor time of the main thread for one such time of fourteen',
  ceiling: 'the median of the same path',
  goal: { atMost: GOAL },
  prepare,
}
