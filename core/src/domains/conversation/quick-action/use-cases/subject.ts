import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import type { IssuableRef } from '../../../issuable/issuable.js'
import { mayAdminIssue, mayUpdateIssue } from '../../../planning/issue/policy.js'
import { findIssue } from '../../../planning/issue/use-cases/read.js'
import { mayAdmin, mayReopen, mayUpdate } from '../../../review/merge-request/policy.js'
import { findMergeRequest } from '../../../review/merge-request/use-cases/find.js'
import type { Subject } from '../acts/index.js'

/** What quick actions act on, as it stands. Rejections: `NotFound` (Project), `RecordNotFound`. */
export const subjectOf = (forge: Forge, principal: Principal, ref: IssuableRef): E.Either<Rejection, Subject> => {
  if (ref.type === 'MergeRequest') {
    const found = findMergeRequest(forge, principal, ref, 'hidden')
    if (E.isLeft(found)) return found
    const { row, facts, target } = found.right
    return E.right({
      type: 'MergeRequest',
      ref,
      id: row.id,
      project: target,
      title: row.title,
      assigneeIds: row.assigneeIds,
      reviewerIds: row.reviewers.map(({ userId }) => userId),
      labelIds: row.labelIds,
      milestoneId: row.milestoneId,
      dueDate: null,
      confidential: false,
      discussionLocked: row.discussionLocked === true,
      isOpen: row.status === 'opened',
      isClosed: row.status === 'closed',
      mayUpdate: mayUpdate(facts),
      mayReopen: mayReopen(facts, row.discussionLocked === true),
      mayAdmin: mayAdmin(facts),
      request: row,
    })
  }
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  const { title, assigneeIds, labelIds, milestoneId, dueDate, confidential } = row
  return E.right({
    type: 'Issue',
    ref,
    id: row.id,
    project: facts.project,
    ...{ title, assigneeIds, labelIds, milestoneId, dueDate, confidential },
    reviewerIds: [],
    discussionLocked: row.discussionLocked === true,
    isOpen: row.state === 'opened',
    isClosed: row.state === 'closed',
    mayUpdate: mayUpdateIssue(facts),
    mayReopen: mayUpdateIssue(facts),
    mayAdmin: mayAdminIssue(facts),
    request: undefined,
  })
}
