import * as E from 'fp-ts/lib/Either.js'
import { administrator, type Principal, visibilityScopeOf } from '../../../../access/index.js'
import type { Forge, Lookup, Query } from '../../../../app/forge.js'
import { type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { participantsFor, readsInternalNotes } from '../../../issuable/participants.js'
import { findGroup, type GroupRef } from '../../../projects/group/access.js'
import {
  accessTo,
  findProject,
  type ProjectAccess,
  type ProjectRef,
  projectFor,
} from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { getMilestone, type MilestoneRef, milestoneContents } from '../../milestone/use-cases/read.js'
import { type IssueFacts, mayReadIssue } from '../policy.js'
import type { IssueFilter, IssueRow } from '../queries.js'

/** An issue as the API names it. */
export interface IssueRef {
  readonly project: ProjectRef
  readonly iid: number
}

/** An issue found for somebody, with what they are in front of it. */
export interface IssueAccess {
  readonly row: IssueRow
  readonly facts: IssueFacts
}

/** Finds an issue that the caller may read. Rejections: `NotFound` (Project); `RecordNotFound`, also where it is hidden. */
export const findIssue = (
  forge: Forge,
  principal: Principal,
  { project, iid }: IssueRef,
): E.Either<Rejection, IssueAccess> => {
  const access = findProject(forge, principal, project)
  if (E.isLeft(access)) return access
  const row = forge.read.issues.find(access.right.project.id, iid)
  if (row === undefined) return refuse(recordNotFound)
  const facts = { project: access.right, userId: principal.kind === 'user' ? principal.userId : undefined, issue: row }
  return mayReadIssue(facts) ? E.right({ row, facts }) : refuse(recordNotFound)
}

/** What somebody else is in front of an issue; undefined where they may not read it. */
export const issueReaderAccess = (forge: Forge, userId: number, row: IssueRow): ProjectAccess | undefined => {
  const principal = principalOfUser(forge, userId)
  const project = forge.read.projects.byId(row.projectId)
  if (principal === undefined || project === undefined) return undefined
  const access = accessTo(forge, principal, project)
  return mayReadIssue({ project: access, userId, issue: row }) ? access : undefined
}

/** One issue. Rejections: `NotFound` (Project); `RecordNotFound`. */
export const getIssue: Query<IssueRef, IssueRow> = (forge, { principal }, ref) => {
  const found = findIssue(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(found.right.row)
}

/** One issue of any project, by its number in the instance. Rejections: `Unauthenticated`; `Forbidden` but for administrators; `RecordNotFound`. */
export const getIssueByNumber: Query<number, IssueRow> = (forge, { principal }, id) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const row = forge.read.issues.byId(id)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}

/** Who takes part in an issue and may read it, by user number. Rejections: `NotFound` (Project); `RecordNotFound`. */
export const listIssueParticipants: Query<IssueRef, ReadonlyArray<number>> = (forge, { principal }, ref) => {
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  const participants = participantsFor(facts.project, forge.read.issues.participants(row.id))
  return E.right(participants.filter((id) => issueReaderAccess(forge, id, row) !== undefined))
}

/** The project of an issue; undefined where it is gone. */
export const projectOfIssue: Lookup<Pick<IssueRow, 'projectId'>, ProjectRow | undefined> = (forge, { projectId }) =>
  forge.read.projects.byId(projectId)

/** The issue in favour of which one was closed as a duplicate, where the principal may read it. */
export const canonicalIssue = (
  forge: Forge,
  principal: Principal,
  { duplicateOf }: Pick<IssueRow, 'duplicateOf'>,
): IssueRow | undefined => {
  const other = duplicateOf === null ? undefined : forge.read.issues.byId(duplicateOf)
  const found =
    other === undefined ? undefined : findIssue(forge, principal, { project: other.projectId, iid: other.iid })
  return found === undefined || E.isLeft(found) ? undefined : found.right.row
}

/** Where people see it. */
export const issueUrl = (forge: Forge, project: Pick<ProjectRow, 'fullPath'>, iid: number): string =>
  `${forge.instance.externalUrl}/${project.fullPath}/-/issues/${iid}`

/** Whether somebody takes part in an issue, as far as they may know of it. */
export const takesPartInIssue = (forge: Forge, id: number, userId: number): boolean => {
  const found = forge.read.issues.participants(id).find((one) => one.userId === userId)
  if (found?.onlyInternally !== true) return found !== undefined
  const row = forge.read.issues.byId(id)
  const access = row === undefined ? undefined : issueReaderAccess(forge, userId, row)
  return access !== undefined && readsInternalNotes(access)
}

/** Whether a user is subscribed: by their own choice, else because they participate. */
export const isSubscribedToIssue = (forge: Forge, id: number, userId: number): boolean =>
  forge.read.issues.subscription(id, userId) ?? takesPartInIssue(forge, id, userId)

/** Which issues a list is to have: of a project, of a group and below it, or of everywhere. */
export interface ListIssues extends Omit<IssueFilter, 'projectId' | 'groupId' | 'visibleTo'> {
  readonly project?: ProjectRef | undefined
  readonly group?: GroupRef | undefined
  readonly page: PageRequest
}

/** Issues that the caller may read. Rejections: `NotFound` (Project, Group); `Forbidden`. */
export const listIssues: Query<ListIssues, Page<IssueRow>> = (forge, { principal }, input) => {
  const { project, group, page, ...wanted } = input
  const filter = { ...wanted, visibleTo: visibilityScopeOf(principal) }
  if (project !== undefined) {
    const access = projectFor(forge, principal, project, 'read_issue')
    if (E.isLeft(access)) return access
    return E.right(forge.read.issues.list({ ...filter, projectId: access.right.project.id }, page))
  }
  if (group === undefined) return E.right(forge.read.issues.list(filter, page))
  const access = findGroup(forge, principal, group)
  if (E.isLeft(access)) return access
  return E.right(forge.read.issues.list({ ...filter, groupId: access.right.group.id }, page))
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
  return E.right(forge.read.issues.list(milestoneContents(found.right, caller.principal), page))
}
