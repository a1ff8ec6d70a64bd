import { hostname } from 'node:os'
import type { Forge } from '@forgefold/core/app'
import { type Instant, millisecondsOf, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { parkedByReactor, REACTOR_NAMES } from '../../../../background/index.js'
import { ok, type Route, route } from '../../../../http/index.js'
import { arrayOf, instant, integer, mapOf, number, record, type Shape, text } from '../../shape.js'
import { sidekiqQueueRoute } from './queue-route.js'

const STARTED_AT = new Date(performance.timeOrigin).toISOString()

/** The size and latency of a queue, in seconds. */
interface Queue {
  readonly backlog: number
  readonly latency: number
}

const secondsSince = (forge: Forge, at: Instant): number =>
  Math.max(0, Math.floor((millisecondsOf(forge.clock.now()) - millisecondsOf(at)) / 1000))

/** The `default` queue, always empty, which clients expect. */
const EMPTY: Queue = { backlog: 0, latency: 0 }

/** A queue for each reactor, of its parked events. Rejections: `Unavailable`. */
const queuesOf = async (forge: Forge): Promise<E.Either<Rejection, Readonly<Record<string, Queue>>>> => {
  const parked = await parkedByReactor(forge.events)
  if (E.isLeft(parked)) return parked
  const waiting = new Map(parked.right.map(({ reactor, events }) => [reactor, events]))
  const queueOf = (reactor: string): Queue => {
    const events = waiting.get(reactor) ?? []
    const [oldest] = events
    return { backlog: events.length, latency: oldest === undefined ? 0 : secondsSince(forge, oldest.at) }
  }
  return E.right({ default: EMPTY, ...Object.fromEntries(REACTOR_NAMES.map((name) => [name, queueOf(name)])) })
}

const processesOf = ({ reactorActivity }: Forge) => [
  {
    hostname: hostname(),
    pid: process.pid,
    tag: 'forgefold',
    started_at: STARTED_AT,
    queues: ['default', ...REACTOR_NAMES],
    labels: [],
    concurrency: REACTOR_NAMES.length + 1,
    busy: reactorActivity.now.busy,
  },
]

const jobsOf = ({ reactorActivity }: Forge, queues: Readonly<Record<string, Queue>>) => {
  const { processed, failed } = reactorActivity.now
  return { processed, failed, enqueued: Object.values(queues).reduce((sum, { backlog }) => sum + backlog, 0) }
}

const queues: Shape = mapOf(record('SidekiqQueue', { backlog: integer, latency: number }))
const processes: Shape = arrayOf(
  record('SidekiqProcess', {
    hostname: text,
    pid: integer,
    tag: text,
    started_at: instant,
    queues: arrayOf(text),
    labels: arrayOf(text),
    concurrency: integer,
    busy: integer,
  }),
)
const jobs: Shape = record('SidekiqJobs', { processed: integer, failed: integer, enqueued: integer })

const SHAPES = { queues, processes, jobs } as const

/** A route that shows parts of the background work (docs/reference/behaviour/instance.md#sidekiq-metrics). */
const metricsRoute = (name: string, summary: string, parts: ReadonlyArray<keyof typeof SHAPES>): Route =>
  route({
    method: 'GET',
    path: `/sidekiq/${name}`,
    area: 'Instance',
    summary,
    caller: 'admin',
    params: {},
    success: {
      status: 200,
      schemaFor: record(`Sidekiq_${name}`, Object.fromEntries(parts.map((part) => [part, SHAPES[part]]))),
    },
    handler: async ({ forge }) => {
      const queues = await queuesOf(forge)
      if (E.isLeft(queues)) return queues
      const all = { queues: queues.right, processes: processesOf(forge), jobs: jobsOf(forge, queues.right) }
      return ok(Object.fromEntries(parts.map((part) => [part, all[part]])))
    },
  })

/** Routes of background work in the form of Sidekiq metrics. */
export const sidekiqRoutes: ReadonlyArray<Route> = [
  metricsRoute('queue_metrics', 'Read what waits for each reactor', ['queues']),
  metricsRoute('process_metrics', 'Read what the reactors of this server do', ['processes']),
  metricsRoute('job_stats', 'Count what reactors did', ['jobs']),
  metricsRoute('compound_metrics', 'Read all about the work behind requests', ['queues', 'processes', 'jobs']),
  sidekiqQueueRoute,
]
