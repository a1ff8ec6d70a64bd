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

/** Review apps are kept for so long unless somebody says otherwise. */
const KEPT_DAYS = 30
/** What is to be deleted may be made available again for so long. */
const DELAY_DAYS = 7

/** Which review apps are to go. */
export interface DeleteReviewApps {
  readonly project: ProjectRef
  /** Those made before then; undefined: 30 days ago. */
  readonly before: Instant | undefined
  /** So many at most, the oldest first. */
  readonly limit: number
  /** Only says which they are. */
  readonly dryRun: boolean
}

/** What becomes of review apps that somebody wants deleted. */
export interface ReviewAppsToDelete {
  readonly scheduled: ReadonlyArray<EnvironmentRow>
  /** Protected from whoever asks, or no longer stopped. */
  readonly unprocessable: ReadonlyArray<EnvironmentRow>
}

/**
 * Has stopped environments of the folder `review` deleted a week later; those that are to be deleted already are left out.
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

/** Deletes environments whose deletion has come due; how many. Rejections: `Unavailable`. */
export const deleteOverdueEnvironments: UseCase<void, number> = (forge, { context }) =>
  executeForEach(forge, context, forge.read.environments.dueToDelete(forge.clock.now()), async (row, own) => {
    const gone = await eraseEnvironment(forge, own, row.id)
    // Gone already, or available again.
    return E.isLeft(gone) && gone.left.kind !== 'Unavailable' ? E.right(undefined) : gone
  })
