import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { UseCase } from '../../../../app/forge.js'
import { DAY_SECONDS, type Instant, secondsAfter } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { mayDeployTo } from '../../protected-environment/facts.js'
import type { EnvironmentRow } from '../queries.js'
import { eraseEnvironment } from '../steps/erase-environment.js'
import { executeOnEnvironment } from '../steps/execute-on-environment.js'

/** The default age of review apps to delete, in days. */
const KEPT_DAYS = 30
/** How many days a scheduled deletion can be undone by making the environment available. */
const DELAY_DAYS = 7

/** Which review apps to delete. */
export interface DeleteReviewApps {
  readonly project: ProjectRef
  /** Those created before then; undefined: 30 days ago. */
  readonly before: Instant | undefined
  /** The most to delete, oldest first. */
  readonly limit: number
  /** Only lists them. */
  readonly dryRun: boolean
}

/** The review apps, by whether they are scheduled for deletion. */
export interface ReviewAppsToDelete {
  readonly scheduled: ReadonlyArray<EnvironmentRow>
  /** Protected from the caller, or no longer stopped. */
  readonly unprocessable: ReadonlyArray<EnvironmentRow>
}

/**
 * Schedules stopped environments of the folder `review` for deletion in a week; those already scheduled are left out.
 * Rejections: `NotFound` (Project); `Forbidden`; `Unavailable`.
 */
export const deleteReviewApps: UseCase<DeleteReviewApps, ReviewAppsToDelete> = async (forge, caller, input) => {
  const access = projectFor(forge, caller.principal, input.project, 'destroy_environment')
  if (E.isLeft(access)) return access
  const { context, principal } = caller
  const before = input.before ?? secondsAfter(context.at, -KEPT_DAYS * DAY_SECONDS)
  const found = forge.read.environments.stoppedReviewApps(access.right.project.id, before, input.limit)
  const command = { type: 'ScheduleDeletion', deleteAt: secondsAfter(context.at, DELAY_DAYS * DAY_SECONDS) } as const
  const scheduled: Array<EnvironmentRow> = []
  const unprocessable: Array<EnvironmentRow> = []
  for (const row of found) {
    if (!mayDeployTo(forge, principal, row)) unprocessable.push(row)
    else if (input.dryRun) scheduled.push(row)
    else {
      const done = await executeOnEnvironment(forge, withNewCommandId(forge, context), row, command)
      if (E.isLeft(done) && done.left.kind === 'Unavailable') return done
      const list = E.isRight(done) ? scheduled : unprocessable
      list.push(row)
    }
  }
  return E.right({ scheduled, unprocessable })
}

/** Deletes environments whose deletion time has come; returns how many. Rejections: `Unavailable`. */
export const deleteOverdueEnvironments: UseCase<void, number> = (forge, { context }) =>
  executeForEach(forge, context, forge.read.environments.dueToDelete(forge.clock.now()), async (row, own) => {
    const gone = await eraseEnvironment(forge, own, row.id)
    // Deleted already, or available again.
    return E.isLeft(gone) && gone.left.kind !== 'Unavailable' ? E.right(undefined) : gone
  })
