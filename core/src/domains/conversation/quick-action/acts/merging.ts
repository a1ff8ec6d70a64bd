import { isMergeable, mergeCourse } from '../../../review/merge-request/rules/mergeability.js'
import {
  approveMergeRequest,
  mayApprove,
  unapproveMergeRequest,
} from '../../../review/merge-request/use-cases/approve.js'
import { canMerge, canPushToSource, canRewriteSource } from '../../../review/merge-request/use-cases/branches.js'
import { acceptMergeRequest } from '../../../review/merge-request/use-cases/merge.js'
import { mergeFactsOf } from '../../../review/merge-request/use-cases/merge-facts.js'
import { queueRebase } from '../../../review/merge-request/use-cases/rebase.js'
import { type Act, inVain } from './act.js'

/** At once, or when the pipeline succeeds where one is under way; not available where neither is possible. */
export const merge: Act = ({ forge, caller, user, subject }) => {
  const { request, project, ref } = subject
  if (request === undefined || !subject.isOpen || !canMerge(forge, user, request)) return undefined
  const facts = mergeFactsOf(forge, project.project, request)
  const waits = mergeCourse(facts, true) === 'arm'
  if (!waits && !isMergeable(facts)) return undefined
  const { head } = request.version
  return {
    changes: { merge: head },
    message: waits
      ? 'Scheduled to merge this merge request (Merge when pipeline succeeds).'
      : 'Merged this merge request.',
    besides: (forge) =>
      acceptMergeRequest(forge, caller, { request: ref, sha: head ?? undefined, whenPipelineSucceeds: waits }),
  }
}

export const rebase: Act = ({ forge, caller, user, subject }) => {
  const { request } = subject
  if (request === undefined || !subject.isOpen) return undefined
  if (!canPushToSource(forge, user, request) || !canRewriteSource(forge, user, request)) return undefined
  if (request.mergeStatus === 'cannot_be_merged')
    return inVain('This merge request cannot be rebased while there are conflicts.')
  if (request.isRebasing) return inVain('A rebase is already in progress.')
  return {
    changes: { rebase: true },
    message: `Scheduled a rebase of branch ${request.sourceBranch}.`,
    besides: (forge) => queueRebase(forge, caller, subject.ref, false),
  }
}

export const approve: Act = ({ forge, caller, user, subject }) =>
  subject.request !== undefined && mayApprove(forge, subject.project.project, subject.request, user.userId)
    ? {
        changes: {},
        message: 'Approved the current merge request.',
        besides: (forge) => approveMergeRequest(forge, caller, { mergeRequest: subject.ref }),
      }
    : undefined

export const unapprove: Act = ({ caller, user, subject }) =>
  subject.request?.approvedBy.includes(user.userId) === true && subject.request.status !== 'merged'
    ? {
        changes: {},
        message: 'Unapproved the current merge request.',
        besides: (forge) => unapproveMergeRequest(forge, caller, subject.ref),
      }
    : undefined
