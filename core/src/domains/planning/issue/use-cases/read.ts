import * as E from 'fp-ts/lib/Either.js'
import { administrator, type Principal, visibilityScopeOf } from '../../../../access/index.js'
import type { Forge, Lookup, Query, VisibleLookup } from '../../../../app/forge.js'
import { type Rejection, recordNotFound } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { participantsFor } from '../../../issuable/participants.js'
import { findGroup, type GroupRef } from '../../../projects/group/access.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { readsAcrossProjects } from '../../../projects/project/external-access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { MilestoneRef } from '../../milestone/access.js'
import { getMilestone, milestoneContents } from '../../milestone/use-cases/read.js'
import { findIssue, type IssueRef, issueReaderAccess, takesPartInIssue } from '../access.js'
import type { IssueCounts, IssueFilter, IssueRow } from '../queries.js'

/** One issue. Rejections: `NotFound` (Project); `RecordNotFound`. */
export const getIssue: Query<IssueRef, IssueRow> = (forge, { principal }, ref) => {
  const found = findIssue(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(found.right.row)
}

/** One issue of any project, by its global id. Rejections: `Unauthenticated`; `Forbidden` except for administrators; `RecordNotFound`. */
export const getIssueByNumber: Query<number, IssueRow> = (forge, { principal }, id) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  return E.fromNullable(recordNotFound)(forge.read.issues.byId(id))
}

/** The participants of an issue who may read it, by user id. Rejections: `NotFound` (Project); `RecordNotFound`. */
export const listIssueParticipants: Query<IssueRef, ReadonlyArray<number>> = (forge, { principal }, ref) => {
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  const participants = participantsFor(facts.project, forge.read.issues.participants(row.id))
  return E.right(participants.filter((id) => issueReaderAccess(forge, id, row) !== undefined))
}

/** The project of an issue; undefined where it is deleted. */
export const projectOfIssue: Lookup<Pick<IssueRow, 'projectId'>, ProjectRow | undefined> = (forge, { projectId }) =>
  forge.read.projects.byId(projectId)

/** The issue that one is a duplicate of, where the caller may read it. */
export const canonicalIssue: VisibleLookup<Pick<IssueRow, 'duplicateOf'>, IssueRow | undefined> = (
  forge,
  { principal },
  { duplicateOf },
) => {
  const other = duplicateOf === null ? undefined : forge.read.issues.byId(duplicateOf)
  const found =
    other === undefined ? undefined : findIssue(forge, principal, { project: other.projectId, iid: other.iid })
  return found === undefined || E.isLeft(found) ? undefined : found.right.row
}

/** The URL of the page of an issue. */
export const issueUrl: Lookup<{ readonly project: Pick<ProjectRow, 'fullPath'>; readonly iid: number }, string> = (
  forge,
  { project, iid },
) => `${forge.instance.externalUrl}/${project.fullPath}/-/issues/${iid}`

/** Whether a user is subscribed: by their own choice, else because they participate. */
export const isSubscribedToIssue: Lookup<{ readonly id: number; readonly userId: number }, boolean> = (
  forge,
  { id, userId },
) => forge.read.issues.subscription(id, userId) ?? takesPartInIssue(forge, id, userId)

const NO_ISSUES: IssueCounts = { opened: 0, closed: 0 }

/** Which issues a list contains: of a project, of a group and its subgroups, or of the instance. */
export interface ListIssues extends Omit<IssueFilter, 'projectId' | 'groupId' | 'visibleTo'> {
  readonly project?: ProjectRef | undefined
  readonly group?: GroupRef | undefined
  readonly page: PageRequest
}

/** The scope of a list of issues, as a condition. Rejections: `NotFound` (Project, Group); `Forbidden`. */
const placeOf = (
  forge: Forge,
  principal: Principal,
  { project, group }: Pick<ListIssues, 'project' | 'group'>,
): E.Either<Rejection, Pick<IssueFilter, 'visibleTo' | 'projectId' | 'groupId'>> => {
  const visibleTo = visibilityScopeOf(principal)
  if (project !== undefined) {
    const access = projectFor(forge, principal, project, 'read_issue')
    return E.isLeft(access) ? access : E.right({ visibleTo, projectId: access.right.project.id })
  }
  if (group === undefined) return E.right({ visibleTo })
  const access = findGroup(forge, principal, group)
  return E.isLeft(access) ? access : E.right({ visibleTo, groupId: access.right.group.id })
}

/** Issues that the caller may read. Rejections: `NotFound` (Project, Group); `Forbidden`. */
export const listIssues: Query<ListIssues, Page<IssueRow>> = (forge, { principal }, input) => {
  const { project, group, page, ...wanted } = input
  const place = placeOf(forge, principal, { project, group })
  if (E.isLeft(place)) return place
  if (project === undefined && !readsAcrossProjects(forge, principal)) return E.right({ rows: [], total: 0 })
  return E.right(forge.read.issues.list({ ...wanted, ...place.right }, page))
}

/** How many of these issues are open and closed, among those that the caller may read. Rejections: `NotFound` (Project, Group); `Forbidden`. */
export const countIssues: Query<Omit<ListIssues, 'page' | 'state'>, IssueCounts> = (forge, { principal }, input) => {
  const { project, group, ...wanted } = input
  const place = placeOf(forge, principal, { project, group })
  if (E.isLeft(place)) return place
  if (project === undefined && !readsAcrossProjects(forge, principal)) return E.right(NO_ISSUES)
  return E.right(forge.read.issues.counts({ ...wanted, ...place.right }))
}

/** Which page of the issues of a milestone. */
export interface ListMilestoneIssues {
  readonly milestone: MilestoneRef
  readonly page: PageRequest
}

/** The issues of a milestone that the caller may read, newest first. Rejections: `NotFound` (Project, Group, Milestone); `Forbidden`. */
export const listMilestoneIssues: Query<ListMilestoneIssues, Page<IssueRow>> = (forge, caller, { milestone, page }) => {
  const found = getMilestone(forge, caller, milestone)
  if (E.isLeft(found)) return found
  return E.right(forge.read.issues.list(milestoneContents(forge, caller, found.right), page))
}
