import type { Forge } from '@forgefold/core/app'
import { notFound, type Rejection, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type DroppedEvents, dropEvents, REACTOR_NAMES } from '../../../../background/index.js'
import { type Decoded, ok, optional, type Route, required, route, string } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { boolean, integer, record } from '../../shape.js'

const notBlank = (description: string) => optional(string(), description, { refusesBlank: true })

/** What the jobs of the API's queues carry. Parked events carry the first two. */
const metadata = {
  user: notBlank('Work that this user caused, by name'),
  worker_class: notBlank('Work of this reactor, by name'),
  project: notBlank('Matches nothing'),
  root_namespace: notBlank('Matches nothing'),
  subscription_plan: notBlank('Matches nothing'),
  caller_id: notBlank('Matches nothing'),
  feature_category: notBlank('Matches nothing'),
}

/** Drops what matches all of the metadata. Rejections: `Unavailable`. */
const drop = async (
  forge: Forge,
  queue: string,
  { user, worker_class: worker, ...others }: Decoded<typeof metadata>,
  caller: ReturnType<typeof callerOf>,
): Promise<E.Either<Rejection, DroppedEvents>> => {
  const isMatchless =
    Object.values(others).some((value) => value !== undefined) || (worker !== undefined && worker !== queue)
  return dropEvents(forge, queue, isMatchless ? { isNothing: true } : { user }, caller.context.actor)
}

/** Drops the parked events of a reactor (docs/reference/behaviour/instance.md#sidekiq-queues). */
export const sidekiqQueueRoute: Route = route({
  method: 'DELETE',
  path: '/admin/sidekiq/queues/:queue_name',
  area: 'Instance',
  summary: 'Drop what waits for a reactor',
  caller: 'admin',
  params: { queue_name: required(string(), 'The name of the queue: `default`, or a reactor'), ...metadata },
  atLeastOne: Object.keys(metadata),
  success: {
    status: 200,
    description: 'What was dropped, and what still waits',
    schemaFor: record('SidekiqQueueDeletion', { completed: boolean, deleted_jobs: integer, queue_size: integer }),
  },
  handler: async (context, { queue_name: queue, ...wanted }) => {
    if (queue === 'default') return ok({ completed: true, deleted_jobs: 0, queue_size: 0 })
    if (!REACTOR_NAMES.includes(queue)) return refuse(notFound('Queue'))
    const done = await drop(context.forge, queue, wanted, callerOf(context))
    if (E.isLeft(done)) return done
    return ok({ completed: true, deleted_jobs: done.right.dropped, queue_size: done.right.left })
  },
})
