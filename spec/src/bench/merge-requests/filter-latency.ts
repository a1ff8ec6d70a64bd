import { openReadModel, projections } from '@forgefold/adapters/read-model'
import type { Database } from 'better-sqlite3'
import type { Benchmark } from '../benchmark.js'
import { sizeOr } from '../size.js'
import { type FilterCase, filterCases } from './filters.js'
import { fillPlace, fillRequests, PLACE } from './requests.js'

const REQUESTS = sizeOr(100_000)
/** So many calls of each filter, or as many as fit into its time in milliseconds. */
const CALLS = 100
const FEWEST = 3
const TIME = 400

type Work = () => unknown

interface Figures {
  readonly p50: number
  readonly p99: number
}

const at = (sorted: ReadonlyArray<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/** Each call comes after a change, so nothing that was counted before is good any more. */
const latencies = (db: Database, work: Work): Figures => {
  const change = db.prepare('UPDATE read_model SET position = position')
  const times: Array<number> = []
  const began = performance.now()
  while (times.length < FEWEST || (times.length < CALLS && performance.now() - began < TIME)) {
    change.run()
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { p50: at(times, 0.5), p99: at(times, 0.99) }
}

/** The orders that have indexes. */
const ORDERS: Readonly<Record<string, string>> = {
  created_at: 'm.id',
  updated_at: 'm.updated_at',
  title: 'm.title COLLATE NOCASE',
}

/** The page and its count, as hand-written SQL. */
const byHand = (db: Database, { filter, byHand }: FilterCase): Work => {
  const where = `m.target_project_id = ${PLACE.projectId} AND ${byHand}`
  const order = `${ORDERS[filter.orderBy ?? 'created_at']} DESC, m.id DESC`
  const page = db.prepare(`SELECT m.id FROM merge_requests m WHERE ${where} ORDER BY ${order} LIMIT 20`).pluck()
  const count = db.prepare(`SELECT count(*) FROM (SELECT 1 FROM merge_requests m WHERE ${where} LIMIT 10001)`).pluck()
  return () => [page.all(), count.get()]
}

const product = (db: Database, { filter }: FilterCase): Work => {
  const list = projections.find(({ name }) => name === 'merge-requests')?.queries.mergeRequests?.(db).list
  if (list === undefined) throw new Error('there is no projection of merge requests')
  const visibleTo = { userId: 1, seesAll: false, external: false }
  const whole = { orderBy: 'created_at', sort: 'desc', projectId: PLACE.projectId, visibleTo, ...filter } as const
  return () => list(whole, { page: 1, perPage: 20 })
}

/** Faster results count as this, because the difference cannot be noticed. In milliseconds. */
const FAST = 0.1

/** The geometric mean, so that one slow filter does not stand for all. */
const mean = (values: ReadonlyArray<number>): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(Math.max(value, FAST)), 0) / values.length)

const shown = ({ p50, p99 }: Figures): string => `${p50.toFixed(2)} / ${p99.toFixed(2)}`

/** R2f: the list by each documented filter (docs/reference/behaviour/review.md#lists), one by one. */
export const everyFilter: Benchmark = {
  name: 'R2f',
  work: 'list of 20 merge requests of 100,000 by each filter: ids with their count, p99',
  ceiling: 'the same by hand-written SQL; the figures are the geometric means of all filters',
  goal: { atMost: 0.8 },
  prepare: async () => {
    const { db } = openReadModel(':memory:', projections)
    fillPlace(db)
    fillRequests(db, REQUESTS)
    const figures = { product: new Map<string, Figures>(), byHand: new Map<string, Figures>() }
    const measured = (side: keyof typeof figures, workOf: (db: Database, one: FilterCase) => Work): number => {
      for (const one of filterCases) figures[side].set(one.name, latencies(db, workOf(db, one)))
      return mean([...figures[side].values()].map(({ p99 }) => p99))
    }
    return {
      unit: 'ms',
      rounds: 3,
      ceiling: async () => measured('byHand', byHand),
      product: async () => measured('product', product),
      notes: () => [
        'each filter, p50 / p99 in ms, the product and by hand',
        ...filterCases.map(({ name }) => {
          const [ours, theirs] = [figures.product.get(name), figures.byHand.get(name)]
          return ours === undefined || theirs === undefined
            ? name
            : `${name.padEnd(42)} ${shown(ours).padEnd(18)} ${shown(theirs)}`
        }),
      ],
      finish: async () => {
        db.close()
      },
    }
  },
}
