import * as E from 'fp-ts/lib/Either.js'
import type { IssuableFinder, IssuableRow } from '../../issuable/issuable.js'
import { findIssue, issueReaderAccess } from './access.js'
import { mayAdminIssue, mayUpdateIssue } from './policy.js'
import type { IssueRow } from './queries.js'
import { isSubscribedToIssue } from './use-cases/read.js'

const issuableRow = (row: IssueRow): IssuableRow => {
  const { id, iid, projectId, authorId, title, description, state, confidential, milestoneId, assigneeIds, labelIds } =
    row
  return {
    type: 'Issue',
    ...{ id, iid, projectId, authorId, title, description, state, confidential, milestoneId, assigneeIds, labelIds },
    discussionLocked: row.discussionLocked === true,
  }
}

/** The issuable finder for issues. */
export const issueFinder: IssuableFinder = {
  find: (forge, { principal }, ref) => {
    const found = findIssue(forge, principal, ref)
    if (E.isLeft(found)) return found
    const { row, facts } = found.right
    const mayUpdate = mayUpdateIssue(facts)
    return E.right({
      principal,
      project: facts.project,
      mayUpdate,
      mayReopen: mayUpdate,
      mayAdmin: mayAdminIssue(facts),
      ...issuableRow(row),
    })
  },
  byId: (forge, id) => {
    const row = forge.read.issues.byId(id)
    return row === undefined ? undefined : issuableRow(row)
  },
  readerAccess: (forge, id, userId) => {
    const row = forge.read.issues.byId(id)
    return row === undefined ? undefined : issueReaderAccess(forge, userId, row)
  },
  isSubscribed: (forge, id, userId) => isSubscribedToIssue(forge, { id, userId }),
}
