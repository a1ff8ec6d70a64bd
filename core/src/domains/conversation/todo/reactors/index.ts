import type { Forge } from '../../../../app/forge.js'
import type { Reactor } from '../../../../app/reactors.js'
import { categoryOf, type StoredEvent } from '../../../../kernel/index.js'
import { pipeline } from '../../../delivery/pipeline/decider.js'
import { issue } from '../../../planning/issue/decider.js'
import { approvalRules } from '../../../review/approval-rule/aggregate.js'
import { mergeRequest } from '../../../review/merge-request/decider.js'
import { awardEmoji } from '../../award-emoji/aggregate.js'
import { discussion } from '../../discussion/decider.js'
import { applyUpdate, NAME } from './apply-update.js'
import { APPROVAL_EVENTS, updateForApprovalRule } from './approvals.js'
import { ISSUE_EVENTS, updateForIssue } from './issues.js'
import { MERGE_REQUEST_EVENTS, updateForMergeRequest } from './merge-requests.js'
import { NOTE_EVENTS, updateForAward, updateForNote } from './notes.js'
import { PIPELINE_EVENTS, updatesForPipeline } from './pipelines.js'
import type { TodoUpdate } from './todo-update.js'

const updatesFor = async (forge: Forge, stored: StoredEvent): Promise<ReadonlyArray<TodoUpdate | undefined>> => {
  switch (categoryOf(stored.stream)) {
    case mergeRequest.category:
      return [await updateForMergeRequest(forge, stored)]
    case issue.category:
      return [await updateForIssue(forge, stored)]
    case discussion.category:
      return [await updateForNote(forge, stored)]
    case approvalRules.category:
      return [await updateForApprovalRule(forge, stored)]
    case awardEmoji.category:
      return [updateForAward(forge, stored)]
    default:
      return updatesForPipeline(forge, stored)
  }
}

/** Creates the to-dos that events ask for, and completes them once their user has acted (docs/reference/behaviour/conversation.md#to-dos). */
export const todoReactor: Reactor = {
  name: NAME,
  filter: {
    categories: [mergeRequest, issue, discussion, awardEmoji, approvalRules, pipeline].map(({ category }) => category),
    types: [
      ...MERGE_REQUEST_EVENTS,
      ...ISSUE_EVENTS,
      ...NOTE_EVENTS,
      'AwardGiven',
      ...APPROVAL_EVENTS,
      ...PIPELINE_EVENTS,
    ],
  },
  react: async (forge, stored) => {
    for (const update of await updatesFor(forge, stored))
      if (update !== undefined) await applyUpdate(forge, stored, update)
  },
}
