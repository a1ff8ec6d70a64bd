import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/principal.js'
import type { Forge, Query } from '../../../app/forge.js'
import { forbidden, notFound, type Rejection, recordNotFound, refuse } from '../../../kernel/rejection.js'
import { principalOfUser } from '../../identity/user/use-cases/read.js'
import { accessTo, findProject, type ProjectAccess, type ProjectRef } from '../../projects/project/access.js'
import { type MergeRequestFacts, mayRead } from './policy.js'
import type { MergeRequestRow } from './queries.js'

/** A merge request as the API names it. */
export interface MergeRequestRef {
  readonly project: ProjectRef
  readonly iid: number
}

/** A merge request, with the caller's rights to it. */
export interface MergeRequestAccess {
  readonly target: ProjectAccess
  readonly row: MergeRequestRow
  readonly facts: MergeRequestFacts
}

/**
 * How an unreadable merge request is refused to callers who see the project: as missing (`hidden`), as forbidden (`refused`), or because merge
 * requests are disabled (`closed`).
 */
export type HiddenAs = 'hidden' | 'refused' | 'closed'

const factsOf = (principal: Principal, target: ProjectAccess, row: MergeRequestRow): MergeRequestFacts => ({
  viewer: target.viewer,
  userId: principal.kind === 'user' ? principal.userId : undefined,
  project: target.project,
  tier: target.tier,
  authorId: row.authorId,
  assigneeIds: row.assigneeIds,
})

const unreadable: Readonly<Record<HiddenAs, Rejection>> = {
  hidden: recordNotFound,
  refused: forbidden(),
  closed: notFound('Merge Request'),
}

/** A merge request, and how it is hidden from callers who may not read it; default: `hidden`. */
export interface FindMergeRequest {
  readonly mergeRequest: MergeRequestRef
  readonly hiddenAs?: HiddenAs
}

/** Finds a merge request that the caller may read. Rejections: `NotFound` (Project), `RecordNotFound`, and as `hiddenAs` says. */
export const findMergeRequest: Query<FindMergeRequest, MergeRequestAccess> = (
  forge,
  { principal },
  { mergeRequest: { project, iid }, hiddenAs = 'hidden' },
) => {
  const target = findProject(forge, principal, project)
  if (E.isLeft(target)) return target
  const row = forge.read.mergeRequests.find(target.right.project.id, iid)
  if (row === undefined) return refuse(recordNotFound)
  const facts = factsOf(principal, target.right, row)
  return mayRead(facts) ? E.right({ target: target.right, row, facts }) : refuse(unreadable[hiddenAs])
}

/** The rights of another user to a merge request. */
export const mergeRequestAccessOf = (
  forge: Forge,
  userId: number,
  row: MergeRequestRow,
): MergeRequestAccess | undefined => {
  const principal = principalOfUser(forge, userId)
  const project = forge.read.projects.byId(row.targetProjectId)
  if (principal === undefined || project === undefined) return undefined
  const target = accessTo(forge, principal, project)
  return { target, row, facts: factsOf(principal, target, row) }
}
