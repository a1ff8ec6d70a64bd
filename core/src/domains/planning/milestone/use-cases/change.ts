import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { excerpted } from '../../../../app/long-text.js'
import { conflict, type Day, type Rejection, refuse } from '../../../../kernel/index.js'
import { resourceParentAndAncestors } from '../../../projects/resource-parent/access.js'
import { findMilestone, type MilestoneRef } from '../access.js'
import type { MilestoneCommand } from '../aggregate.js'
import { milestone } from '../aggregate.js'
import type { MilestoneRow } from '../queries.js'
import { milestoneRefusal } from '../steps/refusal.js'

/** A change of a milestone; omitted fields stay as they are. */
export interface ChangeMilestone {
  readonly milestone: MilestoneRef
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly startDate?: Day | null | undefined
  readonly dueDate?: Day | null | undefined
  readonly stateEvent?: 'close' | 'activate' | undefined
}

/** Renames a milestone, unless its project or group already sees one with that title. */
const rename = async (
  forge: Forge,
  row: MilestoneRow,
  title: string,
  command: MilestoneCommand,
  context: CommandContext,
): Promise<E.Either<Rejection, unknown>> => {
  const another = forge.read.milestones.named(resourceParentAndAncestors(forge, row.place), title)
  if (another !== undefined && another.id !== row.id) return refuse(conflict())
  return forge.aggregates.execute(milestone, row.id, command, context)
}

/** Changes, closes or opens a milestone. Rejections: `NotFound` (Project, Group, Milestone); `Forbidden`; `Refused` (title, dates). */
export const changeMilestone: UseCase<ChangeMilestone, MilestoneRow> = async (
  forge,
  { principal, context },
  { milestone: ref, ...changes },
) => {
  const found = findMilestone(forge, principal, ref, 'admin_milestone')
  if (E.isLeft(found)) return found
  const row = found.right
  const title = changes.title?.trim()
  const description = changes.description === undefined ? undefined : await excerpted(forge, changes.description)
  const command = { type: 'Change', ...changes, title, description } as const
  const done =
    title !== undefined && title !== row.title
      ? await rename(forge, row, title, command, context)
      : await forge.aggregates.execute(milestone, row.id, command, context)
  if (E.isLeft(done)) return refuse(milestoneRefusal('update', done.left))
  return E.right(forge.read.milestones.byId(row.id) ?? row)
}

/** Deletes a milestone, and removes it from everything that has it. Rejections: `NotFound` (Project, Group, Milestone); `Forbidden`. */
export const deleteMilestone: UseCase<MilestoneRef, void> = async (forge, { principal, context }, ref) => {
  const found = findMilestone(forge, principal, ref, 'admin_milestone')
  if (E.isLeft(found)) return found
  const gone = await forge.aggregates.execute(milestone, found.right.id, { type: 'Delete' }, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
