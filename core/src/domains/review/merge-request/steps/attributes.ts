import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import { canInProject } from '../../../../access/project-policy.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { maxAssignees } from '../../../issuable/participants.js'
import { resolveLabels } from '../../../planning/label/use-cases/resolve.js'
import { isMilestoneFor } from '../../../planning/milestone/facts.js'
import { accessTo } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'

/** Whether a user may read the merge requests of a project at all. */
export const canReadMergeRequests = (forge: Forge, userId: number, project: ProjectRow): boolean => {
  const user = forge.read.users.byId(userId)
  if (user === undefined) return false
  const { admin, external } = user
  const viewer = { signedIn: true, admin, external, level: forge.read.projects.level(userId, project.id) }
  return canInProject('read_merge_request', viewer, project, forge.instance.tier)
}

/** Those who may be asked: each once, readers only; one at most where the tier has no more (docs/reference/behaviour/planning.md#assignees). */
const assignableUsers = (forge: Forge, project: ProjectRow, ids: ReadonlyArray<number>): ReadonlyArray<number> => {
  const able = [...new Set(ids)].filter((id) => id > 0 && canReadMergeRequests(forge, id, project))
  return able.slice(0, maxAssignees(forge.instance.tier))
}

/** The two parameters for assignees, combined into one list; undefined where neither was given. */
const combinedAssigneeIds = (
  one: number | undefined,
  several: ReadonlyArray<number> | undefined,
): ReadonlyArray<number> | undefined =>
  one === undefined && several === undefined ? undefined : [...(several ?? []), ...(one === undefined ? [] : [one])]

/** The requested people, labels and milestone of a new or changed merge request. */
export interface AttributeInput {
  readonly assigneeId?: number | undefined
  readonly assigneeIds?: ReadonlyArray<number> | undefined
  readonly reviewerIds?: ReadonlyArray<number> | undefined
  readonly labels?: ReadonlyArray<string> | undefined
  readonly milestoneId?: number | null | undefined
}

export interface Attributes {
  readonly assigneeIds: ReadonlyArray<number> | undefined
  readonly reviewerIds: ReadonlyArray<number> | undefined
  readonly labelIds: ReadonlyArray<number> | undefined
  readonly milestoneId: number | null | undefined
}

const NONE: Attributes = {
  assigneeIds: undefined,
  reviewerIds: undefined,
  labelIds: undefined,
  milestoneId: undefined,
}

const milestoneOf = (
  forge: Forge,
  project: ProjectRow,
  wanted: number | null | undefined,
): number | null | undefined => {
  if (wanted === undefined) return undefined
  if (wanted === null || wanted === 0) return null
  return isMilestoneFor(forge, wanted, project.id) ? wanted : null
}

/** Labels by title in a project; created where the caller may. */
export const labelIdsOf = async (
  forge: Forge,
  principal: SignedIn,
  projectId: number,
  titles: ReadonlyArray<string>,
  context: CommandContext,
): Promise<E.Either<Rejection, ReadonlyArray<number>>> =>
  titles.length === 0
    ? E.right([])
    : resolveLabels(forge, { principal, context: withNewCommandId(forge, context) }, { projectId, titles })

/** The attributes that take effect: none for callers who may not administer merge requests; users who cannot read the merge request are left out. */
export const attributesOf = async (
  forge: Forge,
  principal: SignedIn,
  project: ProjectRow,
  input: AttributeInput,
  context: CommandContext,
): Promise<E.Either<Rejection, Attributes>> => {
  const { viewer, tier } = accessTo(forge, principal, project)
  if (!canInProject('admin_merge_request', viewer, project, tier)) return E.right(NONE)
  const labelIds =
    input.labels === undefined
      ? E.right(undefined)
      : await labelIdsOf(forge, principal, project.id, input.labels, context)
  if (E.isLeft(labelIds)) return labelIds
  const assignees = combinedAssigneeIds(input.assigneeId, input.assigneeIds)
  return E.right({
    assigneeIds: assignees === undefined ? undefined : assignableUsers(forge, project, assignees),
    reviewerIds: input.reviewerIds === undefined ? undefined : assignableUsers(forge, project, input.reviewerIds),
    labelIds: labelIds.right,
    milestoneId: milestoneOf(forge, project, input.milestoneId),
  })
}

/** How many approvals a merge request requires (docs/reference/behaviour/review.md#creating-a-merge-request); null on the free tier. */
export const approvalsWanted = (forge: Forge, project: ProjectRow, given: number | undefined): number | null => {
  if (forge.instance.tier === 'free') return null
  const own = project.approvalsBeforeMerge
  return given !== undefined && own > 0 && given > own ? given : own
}
