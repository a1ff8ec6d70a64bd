import type { Reactor } from '../../../app/reactors.js'
import { RecencyCache } from '../../../app/recency-cache.js'
import { type Instant, idOf, secondsAfter } from '../../../kernel/index.js'
import type { MaintenanceTask } from '../../../ports/git.js'
import { repository } from './aggregate.js'
import { housekeepingTask } from './instance-rules.js'

/** The least time between two maintenance runs of one repository, however often it is pushed to. */
const PAUSE_SECONDS = 30

const ORDER: ReadonlyArray<MaintenanceTask> = ['incremental', 'full', 'gc']

/** When maintenance last ran on a repository, and which task has become due since. */
export interface LastMaintenance {
  readonly at: Instant
  readonly owed: MaintenanceTask | undefined
}

const larger = (a: MaintenanceTask, b: MaintenanceTask | undefined): MaintenanceTask =>
  b !== undefined && ORDER.indexOf(b) > ORDER.indexOf(a) ? b : a

/** The larger of the due and the pending task, and whether it has to wait: a repository is maintained at most once in half a minute. */
export const nextMaintenance = (
  due: MaintenanceTask,
  last: LastMaintenance | undefined,
  now: Instant,
): { readonly how: MaintenanceTask; readonly later: boolean } => ({
  how: larger(due, last?.owed),
  later: last !== undefined && now < secondsAfter(last.at, PAUSE_SECONDS),
})

const MAX_REMEMBERED = 10_000

/**
 * Runs maintenance on a repository after the configured number of ref updates, one repository at a time.
 *
 * Ref updates are counted by the revision of the repository's stream, so only the time of the last run is kept.
 */
export const housekeeping = (): Reactor => {
  const runs = new RecencyCache<number, LastMaintenance>(MAX_REMEMBERED)
  return {
    name: 'housekeeping',
    filter: { categories: [repository.category], types: ['RefUpdated'] },
    react: async (forge, { stream, revision }) => {
      const due = housekeepingTask(revision + 1, forge.settings.current())
      if (due === undefined) return
      const id = Number(idOf(stream))
      const last = runs.get(id)
      const now = forge.clock.now()
      const { how, later } = nextMaintenance(due, last, now)
      if (last !== undefined && later) {
        runs.set(id, { at: last.at, owed: how })
        return
      }
      await forge.git.maintain(id, how)
      runs.set(id, { at: now, owed: undefined })
    },
  }
}
