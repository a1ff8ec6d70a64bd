import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { sha256 } from '@forgefold/adapters/crypto'
import { makeMemoryTreeTiles } from '@forgefold/adapters/memory'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { openLiveTree } from '@forgefold/core/audit'
import type { EventStore } from '@forgefold/core/ports'
import { openTestInstance } from '../../instance/index.js'
import { type Benchmark, median, type Rounds } from '../benchmark.js'
import { setProduct } from '../http/stage.js'
import { scratch } from './raw-log.js'

const LOOPS = 64
const EACH = 40
const TICK_US = 10_000

/** Microseconds of the processor that a process has taken. */
const processorTime = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

const inLoops = async (work: () => Promise<unknown>): Promise<void> => {
  const loop = async (): Promise<void> => {
    for (let n = 0; n < EACH; n++) await work()
  }
  await Promise.all(Array.from({ length: LOOPS }, loop))
}

/** An instance that creates deployments on SQLite beside a tree that follows; how long that takes for each event is noted. */
const timedInstance = async () => {
  const { path, remove } = scratch()
  const store = openSqliteEventStore({ path: path('events.sqlite') })
  const instance = await openTestInstance({ more: { ports: { events: store } } })
  const as = instance.root
  await instance.ask('POST', '/api/v4/projects', { as, json: { name: 'bench', initialize_with_readme: true } })
  const commit = await instance.ask('GET', '/api/v4/projects/1/repository/commits/main', { as })
  const { id: sha } = commit.json as { readonly id: string }
  let took: Array<number> = []
  const noted: EventStore = {
    ...store,
    subscribe: (subscriber) =>
      store.subscribe({
        ...subscriber,
        onEvents: (batch, upTo) => {
          const started = process.hrtime.bigint()
          const told = subscriber.onEvents(batch, upTo)
          const each = Number(process.hrtime.bigint() - started) / 1000 / batch.length
          took.push(...batch.map(() => each))
          return told
        },
      }),
  }
  const tree = openLiveTree({ events: noted, tiles: makeMemoryTreeTiles(), sha256 }, (error) => {
    throw error
  })
  return {
    /** Microseconds for what one creation appends: the median, as other programs take the processor in between. */
    perCreation: async (): Promise<number> => {
      took = []
      await inLoops(() => instance.ask('POST', '/api/v4/projects/1/deployments', { as, json: deploymentOf(sha) }))
      return (median(took) * took.length) / (LOOPS * EACH)
    },
    close: async (): Promise<void> => {
      await tree.stop()
      await instance.close()
      await store.close()
      await remove()
    },
  }
}

const deploymentOf = (sha: string) => ({ environment: 'production', sha, ref: 'main', tag: false, status: 'failed' })

const prepare = async (): Promise<Rounds> => {
  const product = await setProduct(0)
  const agent = new Agent({ keepAlive: true, maxSockets: LOOPS })
  const headers = { ...product.headers, 'Content-Type': 'application/json' }
  const body = JSON.stringify(deploymentOf(product.sha))
  const create = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${product.url}/api/v4/projects/1/deployments`,
        { method: 'POST', agent, headers },
        (answer) => {
          answer.resume()
          answer.on('end', () => (answer.statusCode === 201 ? resolve() : reject(new Error(`${answer.statusCode}`))))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  const instance = await timedInstance()
  return {
    unit: 'µs of the processor',
    rounds: 9,
    ceiling: async () => {
      const before = processorTime(product.pid)
      await inLoops(create)
      return (processorTime(product.pid) - before) / (LOOPS * EACH)
    },
    product: instance.perCreation,
    finish: async () => {
      agent.destroy()
      await instance.close()
      await product.stop()
    },
  }
}

export const followingTree: Benchmark = {
  name: 'A2',
  work: 'the tree of proofs: what it takes for the events of a creation',
  ceiling: 'the server that records the deployment (W1), its tree included',
  goal: { atMost: 0.03 },
  prepare,
}
