import * as t from 'io-ts'
import { list, nullable, oneOf, record, safeInteger, union } from '../../../kernel/codecs.js'
import { ISSUE_KINDS, issueCreated } from './events.js'
import type { IssueState, LiveIssue } from './state.js'

const live: t.Type<LiveIssue, unknown, unknown> = t.intersection([
  issueCreated,
  t.type({
    kind: t.literal('live'),
    weight: nullable(safeInteger),
    issueType: oneOf(ISSUE_KINDS),
    open: t.boolean,
    closers: list(safeInteger),
    timeEstimate: safeInteger,
    timeSpent: safeInteger,
    duplicateOf: nullable(safeInteger),
    movedTo: nullable(safeInteger),
    subscriptions: record(t.string, t.boolean),
  }),
])

/** The snapshot of an issue. */
export const issueSnapshot: t.Type<IssueState, unknown, unknown> = union([
  live,
  t.type({ kind: oneOf(['none', 'deleted']) }),
])
