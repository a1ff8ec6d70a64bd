import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { ruleCodec, ruleTerms } from './rule.js'

const { safeInteger, nullable } = codecs

const added = t.type({
  projectId: safeInteger,
  /** Null for a rule of the project itself. */
  mergeRequestId: nullable(safeInteger),
  rule: ruleCodec,
})
const changed = t.type({ ruleId: safeInteger, changes: t.partial(ruleTerms) })
const removed = t.type({ ruleId: safeInteger })

export const approvalRuleEvents = eventCatalogue({
  ApprovalRuleAdded: current(added),
  ApprovalRuleChanged: current(changed),
  ApprovalRuleRemoved: current(removed),
})

export type ApprovalRuleEvent = EventOf<typeof approvalRuleEvents>
