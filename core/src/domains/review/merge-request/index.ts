/** Merge requests: proposals to merge one branch into another, carried out with git. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export { mergeRequestFinder } from './finder.js'
export * from './instance-rules.js'
export * from './policy.js'
export { type MergeRequestProcessState, makeMergeRequestProcessState } from './process-state.js'
export * from './queries.js'
export { mergeRequestReactors } from './reactors/index.js'
export { fitsPath, type OwnedPattern, ownersOf, parseCodeOwners } from './rules/code-owners.js'
export { asDraft, isDraft, isFilteredAsDraft, withoutDraft, withoutFilteredDraft } from './rules/draft.js'
export { fillTemplate, type MessageFacts, mergeMessage, squashMessage } from './rules/merge-messages.js'
export * from './rules/merge-status.js'
export { chooseStrategy } from './rules/merge-strategy.js'
export { isMergeable, type MergeFacts, mergeCourse, obstacles } from './rules/mergeability.js'
export * from './state.js'
export { canMerge, collaborationRules, isCollaborative } from './steps/branches.js'
export { commitsOf, diffOf, divergedCommits, expanding, realSize } from './steps/changes.js'
export { blockingDiscussionsResolved, type DiscussionState, mergeFactsOf } from './steps/merge-facts.js'
export { mergeRequestUrl } from './steps/messages.js'
export {
  type ApproveMergeRequest,
  approveMergeRequest,
  mayApprove,
  resetApprovals,
  type SetApprovalsRequired,
  setApprovalsRequired,
  unapproveMergeRequest,
} from './use-cases/approve.js'
export { carryOutMerge, recoverMergeRequests } from './use-cases/carry-out.js'
export { checkMergeability, ensureChecked, getMergeRef } from './use-cases/check-mergeability.js'
export {
  closingReferences,
  type IssueReference,
  type ListedClosedIssue,
  listClosedIssues,
} from './use-cases/closing-issues.js'
export { type CreateMergeRequest, createMergeRequest } from './use-cases/create.js'
export {
  editionOfLabelsAndMilestones,
  findMergeRequest,
  firstDeployedToProduction,
  type HiddenAs,
  isFirstContribution,
  type MergeRequestAccess,
  type MergeRequestRef,
  mergeRequestById,
  mergeRequestsById,
} from './use-cases/find.js'
export { addTimeSpent, isSubscribedTo, resetTimeSpent, setSubscription, setTimeEstimate } from './use-cases/follow.js'
export * from './use-cases/lists.js'
export {
  getMergeRequestVersion,
  type ListMergeRequests,
  listMergeRequestParticipants,
  listMergeRequests,
  listMergeRequestVersions,
} from './use-cases/lists.js'
export { type AcceptMergeRequest, acceptMergeRequest, cancelAutoMerge } from './use-cases/merge.js'
export * from './use-cases/of-commits.js'
export {
  createMergeRequestPipeline,
  headPipelineFor,
  listMergeRequestPipelines,
  requestPipeline,
} from './use-cases/pipelines.js'
export { carryOutRebase, queueRebase } from './use-cases/rebase.js'
export { deleteMergeRequest } from './use-cases/remove.js'
export { removeMemberAndAssignments } from './use-cases/unassign.js'
export { type UpdateMergeRequest, updateMergeRequest } from './use-cases/update.js'
