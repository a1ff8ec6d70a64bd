import { isMergeable, mergeAction } from '../../../review/merge-request/rules/mergeability.js'
import { canMerge, canPushToSource, canRewriteSource } from '../../../review/merge-request/steps/branches.js'
import { mergeFactsOf } from '../../../review/merge-request/steps/merge-facts.js'
import {
  approveMergeRequest,
  mayApprove,
  unapproveMergeRequest,
} from '../../../review/merge-request/use-cases/approve.js'
import { acceptMergeRequest } from '../../../review/merge-request/use-cases/merge.js'
import { queueRebase } from '../../../review/merge-request/use-cases/rebase.js'
import { noEffect, type QuickAction } from './quick-action.js'

/** Merges immediately, or when the running pipeline succeeds; not available where neither is possible. */
export const merge: QuickAction = ({ forge, caller, user, issuable }) => {
  const { mergeRequest, project, ref } = issuable
  if (mergeRequest === undefined || issuable.state !== 'opened' || !canMerge(forge, user, mergeRequest))
    return undefined
  const facts = mergeFactsOf(forge, project.project, mergeRequest)
  const waits = mergeAction(facts, true) === 'enableAutoMerge'
  if (!waits && !isMergeable(facts)) return undefined
  const { head } = mergeRequest.version
  return {
    changes: { merge: head },
    message: waits
      ? 'Scheduled to merge this merge request (Merge when pipeline succeeds).'
      : 'Merged this merge request.',
    followUp: (forge) =>
      acceptMergeRequest(forge, caller, { mergeRequest: ref, sha: head ?? undefined, whenPipelineSucceeds: waits }),
  }
}

export const rebase: QuickAction = ({ forge, caller, user, issuable }) => {
  const { mergeRequest } = issuable
  if (mergeRequest === undefined || issuable.state !== 'opened') return undefined
  if (!canPushToSource(forge, user, mergeRequest) || !canRewriteSource(forge, user, mergeRequest)) return undefined
  if (mergeRequest.mergeStatus === 'cannot_be_merged')
    return noEffect('This merge request cannot be rebased while there are conflicts.')
  if (mergeRequest.isRebasing) return noEffect('A rebase is already in progress.')
  return {
    changes: { rebase: true },
    message: `Scheduled a rebase of branch ${mergeRequest.sourceBranch}.`,
    followUp: (forge) => queueRebase(forge, caller, { mergeRequest: issuable.ref, skipCi: false }),
  }
}

export const approve: QuickAction = ({ forge, caller, user, issuable }) =>
  issuable.mergeRequest !== undefined &&
  mayApprove(forge, { project: issuable.project.project, row: issuable.mergeRequest, userId: user.userId })
    ? {
        changes: {},
        message: 'Approved the current merge request.',
        followUp: (forge) => approveMergeRequest(forge, caller, { mergeRequest: issuable.ref }),
      }
    : undefined

export const unapprove: QuickAction = ({ caller, user, issuable }) =>
  issuable.mergeRequest?.approvedBy.includes(user.userId) === true && issuable.mergeRequest.status !== 'merged'
    ? {
        changes: {},
        message: 'Unapproved the current merge request.',
        followUp: (forge) => unapproveMergeRequest(forge, caller, issuable.ref),
      }
    : undefined
