/** Merge requests: proposals to merge one branch into another, carried out with git. */
export {
  findMergeRequest,
  type HiddenAs,
  type MergeRequestAccess,
  type MergeRequestRef,
} from './access.js'
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export { mergeRequestFinder } from './finder.js'
export * from './policy.js'
export { type MergeRequestProcessState, makeMergeRequestProcessState } from './process-state.js'
export * from './queries.js'
export { mergeRequestReactors } from './reactors/index.js'
export { closingReferences, type IssueReference } from './rules/closing-references.js'
export { detailedMergeStatus } from './rules/detailed-merge-status.js'
export { asDraft, isDraft, isFilteredAsDraft, withoutDraft, withoutFilteredDraft } from './rules/draft.js'
export { fillTemplate, type MessageFacts, mergeMessage, squashMessage } from './rules/merge-messages.js'
export * from './rules/merge-status.js'
export { chooseStrategy } from './rules/merge-strategy.js'
export { isMergeable, type MergeFacts, mergeAction, obstacles } from './rules/mergeability.js'
export { fitsPath, ownersOf } from './rules/owned-paths.js'
export { type OwnedPattern, parseCodeOwners } from './rules/parse-code-owners.js'
export * from './state.js'
export {
  type ApprovalState,
  approvalState,
  eligibleApprovers,
  type MergeRequestRule,
} from './steps/approval-state.js'
export { canMerge, collaborationRules, isCollaborative } from './steps/branches.js'
export { carryOutMerge } from './steps/carry-out-merge.js'
export { carryOutRebase } from './steps/carry-out-rebase.js'
export { commitsOf, diffOf, divergedCommits, expanding, realSize } from './steps/changes.js'
export { checkMergeability } from './steps/check-mergeability.js'
export { createMergeRequestPipeline } from './steps/create-pipeline.js'
export { branchFollowersOf } from './steps/follow-source.js'
export { blockingDiscussionsResolved, type DiscussionState, mergeFactsOf } from './steps/merge-facts.js'
export { mergedChangesOf } from './steps/merged-changes.js'
export { mergeRequestUrl } from './steps/messages.js'
export { pipelineMergeRequestsOf } from './steps/pipeline-facts.js'
export { type RuleSource, sourceRuleOf } from './steps/source-rule.js'
export * from './use-cases/approval-rules.js'
export {
  type ApproveMergeRequest,
  approveMergeRequest,
  mayApprove,
  resetApprovals,
  type SetApprovalsRequired,
  setApprovalsRequired,
  unapproveMergeRequest,
} from './use-cases/approve.js'
export {
  type ListedClosedIssue,
  listClosedIssues,
} from './use-cases/closing-issues.js'
export { type CreateMergeRequest, createMergeRequest } from './use-cases/create.js'
export {
  editionOfLabelsAndMilestones,
  firstDeployedToProduction,
  isFirstContribution,
  mergeRequestById,
  mergeRequestsById,
} from './use-cases/find.js'
export * from './use-cases/lists.js'
export {
  getMergeRequestVersion,
  type ListMergeRequests,
  listMergeRequestParticipants,
  listMergeRequests,
  listMergeRequestVersions,
} from './use-cases/lists.js'
export { type AcceptMergeRequest, acceptMergeRequest, cancelAutoMerge } from './use-cases/merge.js'
export { ensureChecked, getMergeRef } from './use-cases/merge-ref.js'
export * from './use-cases/of-commits.js'
export {
  headPipeline,
  headPipelineFor,
  listMergeRequestPipelines,
  requestPipeline,
} from './use-cases/pipelines.js'
export { queueRebase } from './use-cases/rebase.js'
export { recoverMergeRequests } from './use-cases/recover.js'
export { deleteMergeRequest } from './use-cases/remove.js'
export * from './use-cases/status-checks.js'
export { isSubscribedTo, setSubscription } from './use-cases/subscription.js'
export { addTimeSpent, resetTimeSpent, setTimeEstimate } from './use-cases/time-tracking.js'
export { removeMemberAndAssignments } from './use-cases/unassign.js'
export { type UpdateMergeRequest, updateMergeRequest } from './use-cases/update.js'
export { type CodeOwnerRule, type Version, version } from './version.js'
