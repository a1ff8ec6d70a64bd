import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import { canInProject } from '../../../../access/project-policy.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Day } from '../../../../kernel/instant.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import { maxAssignees } from '../../../issuable/participants.js'
import { mayInProject, type ProjectAccess } from '../../../projects/project/access.js'
import { resolveLabels } from '../../label/use-cases/resolve.js'
import { isMilestoneFor } from '../../milestone/facts.js'
import type { IssueKind } from '../events.js'

/** The attributes that only project members with the right may set. */
export interface IssueAttributes {
  readonly assigneeIds?: ReadonlyArray<number> | undefined
  readonly labels?: ReadonlyArray<string> | undefined
  readonly milestoneId?: number | null | undefined
  readonly dueDate?: Day | null | undefined
  /** On paid tiers only. */
  readonly weight?: number | null | undefined
  readonly issueType?: IssueKind | undefined
}

/** The permitted assignees: each once, readers only; at most one on tiers without multiple assignees. */
const assignees = (forge: Forge, { project }: ProjectAccess, ids: ReadonlyArray<number>): ReadonlyArray<number> => {
  const able = [...new Set(ids)].filter((id) => {
    const user = forge.read.users.byId(id)
    if (user === undefined) return false
    const { admin, external } = user
    const viewer = { signedIn: true, admin, external, level: forge.read.projects.level(id, project.id) }
    return canInProject('read_issue', viewer, project, forge.instance.tier)
  })
  return able.slice(0, maxAssignees(forge.instance.tier))
}

const milestoneOf = (forge: Forge, projectId: number, wanted: number | null | undefined): number | null | undefined => {
  if (wanted === undefined) return undefined
  return wanted !== null && isMilestoneFor(forge, wanted, projectId) ? wanted : null
}

export interface ResolvedAttributes {
  readonly assigneeIds: ReadonlyArray<number> | undefined
  readonly labelIds: ReadonlyArray<number> | undefined
  readonly milestoneId: number | null | undefined
  readonly dueDate: Day | null | undefined
  readonly weight: number | null | undefined
  readonly issueType: IssueKind | undefined
}

/** Every user may create a task; the default is an issue. */
const kindFor = (forge: Forge, wanted: IssueKind | undefined, runsIssues: boolean): IssueKind | undefined => {
  if (wanted === 'test_case' && forge.instance.tier !== 'ultimate') return undefined
  return runsIssues || wanted === 'task' ? wanted : undefined
}

/** The attributes that take effect: none for users who may not set them. */
export const issueAttributes = async (
  forge: Forge,
  principal: SignedIn,
  access: ProjectAccess,
  given: IssueAttributes,
  context: CommandContext,
): Promise<E.Either<Rejection, ResolvedAttributes>> => {
  const runsIssues = mayInProject(access, 'admin_issue')
  const issueType = kindFor(forge, given.issueType, runsIssues)
  const nothing = { assigneeIds: undefined, labelIds: undefined, milestoneId: undefined, dueDate: undefined }
  if (!runsIssues) return E.right({ ...nothing, weight: undefined, issueType })
  const projectId = access.project.id
  const { labels: titles } = given
  const labelIds =
    titles === undefined
      ? E.right(undefined)
      : await resolveLabels(forge, { principal, context: withNewCommandId(forge, context) }, { projectId, titles })
  if (E.isLeft(labelIds)) return labelIds
  return E.right({
    assigneeIds: given.assigneeIds === undefined ? undefined : assignees(forge, access, given.assigneeIds),
    labelIds: labelIds.right,
    milestoneId: milestoneOf(forge, projectId, given.milestoneId),
    dueDate: given.dueDate,
    weight: forge.instance.tier === 'free' ? undefined : given.weight,
    issueType,
  })
}
