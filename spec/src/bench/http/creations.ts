import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { makeIds } from '@forgefold/adapters/crypto'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { startChild } from './child.js'
import { provision, serve, TOKEN } from './stage.js'

const LOOPS = 32
const EACH = 60
const EACH_WAY_MS = 2

const DOUBLE = fileURLToPath(new URL('../event-store/double-process.js', import.meta.url))

/** So many loops, each doing the work one after the other; what they do together in a second. */
const rateOf = async (work: (loop: number, n: number) => Promise<void>): Promise<number> => {
  const elapsed = await timed(() =>
    Promise.all(
      Array.from({ length: LOOPS }, async (_, loop) => {
        for (let n = 0; n < EACH; n++) await work(loop, n)
      }),
    ),
  )
  return ((LOOPS * EACH) / elapsed) * 1000
}

/** Posts JSON over connections that stay open. */
const poster = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: LOOPS })
  const headers = { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' }
  return {
    post: (body: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
          answer.resume()
          answer.on('end', () =>
            answer.statusCode === 201 ? resolve() : reject(new Error(`a creation answered ${answer.statusCode}`)),
          )
        })
        sent.on('error', reject)
        sent.end(body)
      }),
    end: () => agent.destroy(),
  }
}

const prepare = async (): Promise<Rounds> => {
  const double = await startChild(DOUBLE, [String(EACH_WAY_MS)])
  const connectionString = `${double.url.replace('http:', 'esdb:')}?tls=false`
  const data = mkdtempSync(join(tmpdir(), 'forgefold-bench-'))
  const server = await serve(data, { store: connectionString })
  const sha = await provision(server.url)
  const client = EventStoreDBClient.connectionString(connectionString)
  const { post, end } = poster(`${server.url}/api/v4/projects/1/deployments`)
  const ids = makeIds()
  let round = 0
  return {
    unit: 'a second',
    rounds: 7,
    ceiling: async () => {
      const name = `bare-${round++}`
      const event = () => jsonEvent({ id: ids.uuid(), type: 'Deployed', data: { sha, note: 'x'.repeat(240) } })
      return rateOf(async (loop, n) => {
        await client.appendToStream(`${name}-${loop}-${n}`, event(), { expectedRevision: 'no_stream' })
      })
    },
    product: () =>
      rateOf(() => post(JSON.stringify({ environment: 'production', sha, ref: 'main', tag: false, status: 'failed' }))),
    finish: async () => {
      end()
      await client.dispose()
      await server.stop()
      await double.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

export const createOnNode: Benchmark = {
  name: 'W1e',
  work: `POST a deployment on EventStoreDB (the double, ${EACH_WAY_MS} ms each way), ${LOOPS} loops`,
  ceiling: 'the bare client appending one event to a new stream, as many loops',
  goal: { atLeast: 0.35 },
  prepare,
}
