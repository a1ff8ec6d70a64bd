import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../app/forge.js'
import type { Issuable, IssuableFinder, IssuableRow } from '../../issuable/issuable.js'
import { type FindMergeRequest, findMergeRequest, mergeRequestAccessOf } from './access.js'
import { mayAdmin, mayRead, mayReopen, mayUpdate } from './policy.js'
import type { MergeRequestRow } from './queries.js'
import { isSubscribedTo } from './use-cases/subscription.js'

const issuableRow = (row: MergeRequestRow): IssuableRow => {
  const { id, iid, authorId, title, description, milestoneId, assigneeIds, labelIds } = row
  return {
    type: 'MergeRequest',
    ...{ id, iid, authorId, title, description, milestoneId, assigneeIds, labelIds },
    projectId: row.targetProjectId,
    state: row.status,
    confidential: false,
    discussionLocked: row.discussionLocked === true,
  }
}

/** Finds a merge request as an issuable. Rejections: as `findMergeRequest`. */
export const findMergeRequestAsIssuable: Query<FindMergeRequest, Issuable> = (forge, { principal }, wanted) => {
  const found = findMergeRequest(forge, { principal }, wanted)
  if (E.isLeft(found)) return found
  const { row, facts, target } = found.right
  return E.right({
    principal,
    project: target,
    mayUpdate: mayUpdate(facts),
    mayReopen: mayReopen(facts, row),
    mayAdmin: mayAdmin(facts),
    ...issuableRow(row),
  })
}

/** The issuable finder for merge requests. */
export const mergeRequestFinder: IssuableFinder = {
  find: (forge, caller, mergeRequest) => findMergeRequestAsIssuable(forge, caller, { mergeRequest }),
  byId: (forge, id) => {
    const row = forge.read.mergeRequests.byId(id)
    return row === undefined ? undefined : issuableRow(row)
  },
  readerAccess: (forge, id, userId) => {
    const row = forge.read.mergeRequests.byId(id)
    const access = row === undefined ? undefined : mergeRequestAccessOf(forge, userId, row)
    return access !== undefined && mayRead(access.facts) ? access.target : undefined
  },
  isSubscribed: (forge, id, userId) => isSubscribedTo(forge, { id, userId }),
}
