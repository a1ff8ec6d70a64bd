import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { type AssignmentsIn, unassignAll } from '../../../issuable/unassign-all.js'
import { issue } from '../decider.js'
import type { IssueRow } from '../queries.js'

/** Takes somebody who left from the assignees of the issues of a place; whoever may take them out of it may do so. */
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
