import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { type AssignmentsIn, unassignAll } from '../../../issuable/unassign-all.js'
import { issue } from '../decider.js'
import type { IssueRow } from '../queries.js'

/** Removes a departing user from the assignees of the issues in a project or group; a caller who may remove the member may do so. */
export const unassignIssues: UseCase<AssignmentsIn, void> = (forge, { context }, place) =>
  unassignAll<IssueRow>(place, {
    list: (filter, page) => forge.read.issues.list({ ...filter, orderBy: 'created_at' }, page),
    assigneesOf: ({ assigneeIds }) => assigneeIds,
    assign: ({ id }, assigneeIds) =>
      forge.aggregates.execute(
        issue,
        id,
        { type: 'Change', changes: {}, assigneeIds },
        withNewCommandId(forge, context),
      ),
  })
