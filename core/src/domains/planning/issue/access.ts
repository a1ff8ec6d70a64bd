import * as E from 'fp-ts/lib/Either.js'
import type { Principal, SignedIn } from '../../../access/principal.js'
import type { Forge } from '../../../app/forge.js'
import { forbidden, type Rejection, recordNotFound, refuse, unauthenticated } from '../../../kernel/rejection.js'
import { principalOfUser } from '../../identity/user/use-cases/read.js'
import { readsInternalNotes } from '../../issuable/participants.js'
import { accessTo, findProject, type ProjectAccess, type ProjectRef } from '../../projects/project/access.js'
import { type IssueFacts, mayReadIssue } from './policy.js'
import type { IssueRow } from './queries.js'

/** An issue as the API names it. */
export interface IssueRef {
  readonly project: ProjectRef
  readonly iid: number
}

/** An issue, with the facts that policies need. */
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

/** An issue, and the user who may act on it. */
export interface IssueForUser extends IssueAccess {
  readonly principal: SignedIn
}

/** Finds an issue on which the user has this ability. Rejections: `Unauthenticated`; those of `findIssue`; `Forbidden`. */
export const issueFor = (
  forge: Forge,
  principal: Principal,
  ref: IssueRef,
  may: (facts: IssueFacts) => boolean,
): E.Either<Rejection, IssueForUser> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  return may(found.right.facts) ? E.right({ ...found.right, principal }) : refuse(forbidden())
}

/** The access of another user to the project of an issue; undefined where they may not read the issue. */
export const issueReaderAccess = (forge: Forge, userId: number, row: IssueRow): ProjectAccess | undefined => {
  const principal = principalOfUser(forge, userId)
  const project = forge.read.projects.byId(row.projectId)
  if (principal === undefined || project === undefined) return undefined
  const access = accessTo(forge, principal, project)
  return mayReadIssue({ project: access, userId, issue: row }) ? access : undefined
}

/** Whether a user participates in an issue; internal notes count only where the user may read them. */
export const takesPartInIssue = (forge: Forge, id: number, userId: number): boolean => {
  const found = forge.read.issues.participant(id, userId)
  if (found?.onlyInternally !== true) return found !== undefined
  const row = forge.read.issues.byId(id)
  const access = row === undefined ? undefined : issueReaderAccess(forge, userId, row)
  return access !== undefined && readsInternalNotes(access)
}
