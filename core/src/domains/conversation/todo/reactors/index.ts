import type { Forge } from '../../../../app/forge.js'
import type { Reactor } from '../../../../app/reactors.js'
import { categoryOf, type StoredEvent } from '../../../../kernel/index.js'
import { pipeline } from '../../../delivery/pipeline/decider.js'
import { issue } from '../../../planning/issue/decider.js'
import { approvalRules } from '../../../review/approval-rule/aggregate.js'
import { mergeRequest } from '../../../review/merge-request/decider.js'
import { awardEmoji } from '../../award-emoji/aggregate.js'
import { discussion } from '../../discussion/decider.js'
import { APPROVAL_EVENTS, turnOfApprovalRule } from './approvals.js'
import { carryOut, NAME } from './carry-out.js'
import { ISSUE_EVENTS, turnOfIssue } from './issues.js'
import { NOTE_EVENTS, turnOfAward, turnOfNote } from './notes.js'
import { PIPELINE_EVENTS, turnsOfPipeline } from './pipelines.js'
import { REQUEST_EVENTS, turnOfMergeRequest } from './requests.js'
import type { Turn } from './turn.js'

const turnsOf = async (forge: Forge, stored: StoredEvent): Promise<ReadonlyArray<Turn | undefined>> => {
  switch (categoryOf(stored.stream)) {
    case mergeRequest.category:
      return [await turnOfMergeRequest(forge, stored)]
    case issue.category:
      return [await turnOfIssue(forge, stored)]
    case discussion.category:
      return [await turnOfNote(forge, stored)]
    case approvalRules.category:
      return [await turnOfApprovalRule(forge, stored)]
    case awardEmoji.category:
      return [turnOfAward(forge, stored)]
    default:
      return turnsOfPipeline(forge, stored)
  }
}

/** Puts on people's lists what others ask of them, and ticks it off once they have looked (docs/reference/behaviour/conversation.md#to-dos). */
export const todoReactor: Reactor = {
  name: NAME,
  filter: {
    categories: [mergeRequest, issue, discussion, awardEmoji, approvalRules, pipeline].map(({ category }) => category),
    types: [...REQUEST_EVENTS, ...ISSUE_EVENTS, ...NOTE_EVENTS, 'AwardGiven', ...APPROVAL_EVENTS, ...PIPELINE_EVENTS],
  },
  react: async (forge, stored) => {
    for (const turn of await turnsOf(forge, stored)) if (turn !== undefined) await carryOut(forge, stored, turn)
  },
}
