import type { Tier } from '../../../access/access-level.js'
import type { ProjectAbility } from '../../../access/project-abilities.js'
import { canInProject, type ProjectFacts, type Viewer } from '../../../access/project-policy.js'

/** A user, a merge request and its target project. */
export interface MergeRequestFacts {
  readonly viewer: Viewer
  /** Undefined for anonymous callers. */
  readonly userId: number | undefined
  readonly project: ProjectFacts
  readonly tier: Tier
  readonly authorId: number
  readonly assigneeIds: ReadonlyArray<number>
}

const may = ({ viewer, project, tier }: MergeRequestFacts, ability: ProjectAbility): boolean =>
  canInProject(ability, viewer, project, tier)

const isAuthor = ({ userId, authorId }: MergeRequestFacts): boolean => userId !== undefined && userId === authorId

const isParty = (facts: MergeRequestFacts): boolean =>
  isAuthor(facts) || (facts.userId !== undefined && facts.assigneeIds.includes(facts.userId))

/** Callers who may read the project's merge requests; author and assignees also where they may only read the project. */
export const mayRead = (facts: MergeRequestFacts): boolean =>
  may(facts, 'read_merge_request') ||
  (isParty(facts) && facts.project.features.mergeRequests !== 'disabled' && may(facts, 'read_project'))

/** Author, assignees, developers; no one while the project is archived. */
export const mayUpdate = (facts: MergeRequestFacts): boolean =>
  mayRead(facts) && !facts.project.archived && (isParty(facts) || may(facts, 'update_merge_request'))

/** What reopening depends on besides the caller. */
export interface ReopenFacts {
  readonly discussionLocked: boolean | null
  /** Its source project or branch is deleted. */
  readonly sourceDeleted: boolean
}

/** A merge request whose source is deleted cannot be reopened; a locked discussion prevents authors who are no members from it. */
export const mayReopen = (facts: MergeRequestFacts, { discussionLocked, sourceDeleted }: ReopenFacts): boolean => {
  if (sourceDeleted) return false
  if (may(facts, 'update_merge_request')) return true
  return mayUpdate(facts) && isAuthor(facts) && !(discussionLocked === true && facts.viewer.level === 0)
}

/** Whether the caller may change labels, milestone, people and time. */
export const mayAdmin = (facts: MergeRequestFacts): boolean => may(facts, 'admin_merge_request')

/** Whether the caller may delete the merge request. */
export const mayDelete = (facts: MergeRequestFacts): boolean => may(facts, 'destroy_merge_request')

/** `canMerge`: whether the caller may update the target branch. */
export const mayCancelAutoMerge = (facts: MergeRequestFacts, canMerge: boolean): boolean => canMerge || isAuthor(facts)
