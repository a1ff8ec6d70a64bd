import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { type AssignmentsIn, unassignAll } from '../../../issuable/unassign-all.js'
import { unassignIssues } from '../../../planning/issue/use-cases/unassign.js'
import { findSource } from '../../../projects/member/steps/source.js'
import { type MemberRemoval, removeMember } from '../../../projects/member/use-cases/change.js'
import { mergeRequest } from '../decider.js'
import type { ListedMergeRequest } from '../queries.js'

const unassignMergeRequests: UseCase<AssignmentsIn, void> = (forge, { context }, place) =>
  unassignAll<ListedMergeRequest>(place, {
    list: (filter, page) => forge.read.mergeRequests.list({ ...filter, orderBy: 'created_at' }, page),
    assigneesOf: ({ id }) => forge.read.mergeRequests.byId(id)?.assigneeIds ?? [],
    assign: ({ id }, assigneeIds) =>
      forge.aggregates.execute(
        mergeRequest,
        id,
        { type: 'Change', changes: {}, assigneeIds },
        withNewCommandId(forge, context),
      ),
  })

/** Ends a direct membership as `removeMember` does, and removes the user's assignments there. Rejections: as there. */
export const removeMemberAndAssignments: UseCase<MemberRemoval, void> = async (forge, caller, input) => {
  const source = findSource(forge, caller.principal, input)
  if (E.isLeft(source)) return source
  const removed = await removeMember(forge, caller, input)
  if (E.isLeft(removed)) return removed
  const place = { source: input.source, id: source.right.id, userId: input.userId }
  const issues = await unassignIssues(forge, caller, place)
  return E.isLeft(issues) ? issues : unassignMergeRequests(forge, caller, place)
}
