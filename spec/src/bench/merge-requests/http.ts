import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'better-sqlite3'
import type { Benchmark, Rounds } from '../benchmark.js'
import { startChild } from '../http/child.js'
import { untilIdle } from '../http/idle.js'
import { rateOf } from '../http/load.js'
import { serve, setProduct } from '../http/stage.js'
import { sizeOr } from '../size.js'
import { fillRequests } from './requests.js'

const REQUESTS = sizeOr(100_000)
const ROUNDS = 5
const ceiling = join(dirname(fileURLToPath(import.meta.url)), 'ceiling-server.js')

/** The newest one is open and has been checked, so looking at it starts nothing. */
const NEWEST = REQUESTS - 1

const LIST = '/api/v4/projects/1/merge_requests?state=opened'
const ONE = `/api/v4/projects/1/merge_requests/${NEWEST}`

/** 100,000 requests lie in the rows of the read model; no history stands behind them, since nothing here writes. */
const rounds = async (path: string, ceilingPath: string): Promise<Rounds> => {
  const made = await setProduct(0)
  await made.pause()
  const db = new SqliteDatabase(join(made.data, 'read-model.sqlite'))
  fillRequests(db, REQUESTS)
  db.close()
  const product = await serve(made.data)
  await untilIdle(product.pid)
  const read = async (wanted: string): Promise<string> =>
    (await fetch(product.url + wanted, { headers: made.headers })).text()
  const [first] = JSON.parse(await read(LIST)) as ReadonlyArray<unknown>
  const bare = await startChild(ceiling, [JSON.stringify(first), await read(ONE)])
  return {
    unit: 'requests/s',
    rounds: ROUNDS,
    ceiling: () => rateOf({ url: bare.url + ceilingPath }),
    product: () => rateOf({ url: product.url + path, headers: made.headers }),
    finish: async () => {
      await Promise.all([product.stop(), bare.stop()])
      rmSync(made.data, { recursive: true, force: true })
    },
  }
}

export const listOfRequests: Benchmark = {
  name: 'R2',
  work: 'list of 20 merge requests of 100,000, by one filter, 64 connections',
  ceiling: 'uWebSockets.js, the same rows by hand-written SQL, joined',
  goal: { atLeast: 0.8 },
  prepare: () => rounds(LIST, '/list'),
}

export const oneRequest: Benchmark = {
  name: 'R6',
  work: 'GET one merge request with a token, 64 connections',
  ceiling: 'uWebSockets.js, the same JSON by a point read',
  goal: { atLeast: 0.3 },
  prepare: () => rounds(ONE, '/one'),
}
