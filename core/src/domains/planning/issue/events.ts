import * as t from 'io-ts'
import { day, instant, list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import {
  activityNumbers,
  claimedCreation,
  claimedUpdate,
  description,
  referenceFields,
} from '../../issuable/event-fields.js'

/** The types of issues. */
export const ISSUE_KINDS = ['issue', 'incident', 'test_case', 'task'] as const
export type IssueKind = (typeof ISSUE_KINDS)[number]

const details = {
  title: t.string,
  description,
  milestoneId: nullable(safeInteger),
  dueDate: nullable(day),
  confidential: t.boolean,
  discussionLocked: nullable(t.boolean),
  mentionedIds: list(safeInteger),
}

/** Missing in events from before they were recorded. */
const ranked = { weight: nullable(safeInteger), issueType: oneOf(ISSUE_KINDS) }

/** `userAgent`: the User-Agent of the client, where it sent one. */
export const issueCreated = t.intersection([
  t.type({
    projectId: safeInteger,
    iid: safeInteger,
    authorId: safeInteger,
    assigneeIds: list(safeInteger),
    labelIds: list(safeInteger),
    ...details,
  }),
  t.partial({ ...ranked, ...referenceFields, ...activityNumbers, ...claimedCreation, userAgent: t.string }),
])
const changed = t.partial({ ...details, ...ranked, ...referenceFields, ...claimedUpdate })
const people = t.intersection([t.type({ userIds: list(safeInteger) }), t.partial(claimedUpdate)])
const labels = t.intersection([t.type({ labelIds: list(safeInteger) }), t.partial(claimedUpdate)])
const by = t.type({ by: safeInteger })
/** `mergeRequestId`: the merge request whose merge closed it. */
const closed = t.intersection([
  t.type({ by: safeInteger, mergeRequestId: nullable(safeInteger) }),
  t.partial(claimedUpdate),
])
const reopened = t.intersection([by, t.partial(claimedUpdate)])
/** The issue that it is a duplicate of. */
const duplicated = t.type({ canonicalId: safeInteger, by: safeInteger })
const closer = t.type({ mergeRequestId: safeInteger })
/** The other issue of a move or clone. */
const other = t.type({ issueId: safeInteger, by: safeInteger })
/** Without the project in older histories, whose moves were recorded once the other issue was complete. */
const movedTo = t.intersection([other, t.partial({ toProjectId: safeInteger })])
const placed = t.type({ rank: t.string })
const estimate = t.type({ seconds: safeInteger })
const spent = t.type({ seconds: safeInteger, by: safeInteger, summary: nullable(t.string), at: instant })
const subscription = t.type({ userId: safeInteger })

/** Every event of an issue, with its versions. */
export const issueEvents = eventCatalogue({
  IssueCreated: current(issueCreated),
  IssueChanged: current(changed),
  IssueAssigneesSet: current(people),
  IssueLabelsSet: current(labels),
  IssueClosed: current(closed),
  IssueReopened: current(reopened),
  IssueMarkedDuplicate: current(duplicated),
  /** A merge request names the issue as one that it closes. */
  IssueCloserNoted: current(closer),
  IssueCloserDropped: current(closer),
  IssueMoved: current(movedTo),
  /** In older histories; since then the clone alone records it. */
  IssueCloned: current(other),
  /** Of which issue it is the continuation, or the clone: recorded together with its creation. */
  IssueMovedFrom: current(other),
  IssueClonedFrom: current(other),
  /** Its rank among the issues of its project, as text that is compared character by character. */
  IssueReordered: current(placed),
  IssueTimeEstimateSet: current(estimate),
  /** Negative seconds subtract. */
  IssueTimeSpent: current(spent),
  IssueSubscribed: current(subscription),
  IssueUnsubscribed: current(subscription),
  IssueDeleted: current(by),
})

export type IssueEvent = EventOf<typeof issueEvents>

/** The data of one event type. */
export type IssueData<Type extends IssueEvent['type']> = Extract<IssueEvent, { readonly type: Type }>['data']
