import { ACCESS, effectiveLevel, type ProjectAbility, readLevel } from '../../../access/index.js'
import { mayInProject, type ProjectAccess } from '../../projects/project/access.js'

/** The facts about access to an issue: the caller's rights in its project, and whether they are its author or an assignee. */
export interface IssueFacts {
  readonly project: ProjectAccess
  /** Undefined for anonymous callers. */
  readonly userId: number | undefined
  readonly issue: {
    readonly authorId: number
    readonly assigneeIds: ReadonlyArray<number>
    readonly confidential: boolean
  }
}

const may = ({ project }: IssueFacts, ability: ProjectAbility): boolean => mayInProject(project, ability)

const isParty = ({ userId, issue }: IssueFacts): boolean =>
  userId !== undefined && (issue.authorId === userId || issue.assigneeIds.includes(userId))

/** Whether the caller may read the issue; confidential ones are for reporters and above, their author and their assignees. */
export const mayReadIssue = (facts: IssueFacts): boolean => {
  if (!may(facts, 'read_issue')) return false
  return !facts.issue.confidential || isParty(facts) || readLevel(facts.project.viewer) >= ACCESS.reporter
}

/** Whether the caller may change labels, milestone, assignees and due date. */
export const mayAdminIssue = (facts: IssueFacts): boolean => mayReadIssue(facts) && may(facts, 'admin_issue')

/** Whether the caller may change title, description and state; author and assignees may, too. */
export const mayUpdateIssue = (facts: IssueFacts): boolean =>
  mayReadIssue(facts) && !facts.project.project.archived && (isParty(facts) || may(facts, 'admin_issue'))

/** Whether the caller may delete the issue. */
export const mayDeleteIssue = (facts: IssueFacts): boolean =>
  mayReadIssue(facts) && !facts.project.project.archived && effectiveLevel(facts.project.viewer) >= ACCESS.owner
