import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'
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

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

export type ApprovalRuleEvent =
  | { readonly type: 'ApprovalRuleAdded'; readonly data: Data<typeof added> }
  | { readonly type: 'ApprovalRuleChanged'; readonly data: Data<typeof changed> }
  | { readonly type: 'ApprovalRuleRemoved'; readonly data: Data<typeof removed> }

export const approvalRuleEvents = eventCatalogue<ApprovalRuleEvent>({
  ApprovalRuleAdded: current(added),
  ApprovalRuleChanged: current(changed),
  ApprovalRuleRemoved: current(removed),
})
