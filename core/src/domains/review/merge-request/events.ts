import * as t from 'io-ts'
import { instant, list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { activityNumbers, description, referenceFields } from '../../issuable/event-fields.js'
import { version } from './version.js'

const options = {
  squash: t.boolean,
  forceRemoveSourceBranch: nullable(t.boolean),
  allowCollaboration: t.boolean,
  discussionLocked: nullable(t.boolean),
  approvalsBeforeMerge: nullable(safeInteger),
  milestoneId: nullable(safeInteger),
}

/** The initial attributes of a merge request. */
export const opening = {
  iid: safeInteger,
  sourceProjectId: safeInteger,
  targetProjectId: safeInteger,
  sourceBranch: t.string,
  targetBranch: t.string,
  authorId: safeInteger,
  title: t.string,
  description,
  assigneeIds: list(safeInteger),
  reviewerIds: list(safeInteger),
  labelIds: list(safeInteger),
  mentionedIds: list(safeInteger),
  ...options,
}

const created = t.intersection([t.type(opening), t.partial({ ...referenceFields, ...activityNumbers })])

const changed = t.partial({
  title: t.string,
  description,
  mentionedIds: list(safeInteger),
  ...referenceFields,
  ...options,
})

const people = t.type({ userIds: list(safeInteger) })

const labels = t.type({ labelIds: list(safeInteger) })

const retargeted = t.type({ targetBranch: t.string })

const by = t.type({ by: nullable(safeInteger) })

const closed = t.type({ by: nullable(safeInteger), because: oneOf(['asked', 'source_deleted']) })

export const checkStarted = t.type({ head: nullable(t.string), target: nullable(t.string) })

const checkFinished = t.type({
  mergeable: t.boolean,
  head: nullable(t.string),
  target: nullable(t.string),
  /** What `refs/merge-requests/:iid/merge` points to. */
  mergeRef: nullable(t.string),
})

export const mergePlan = t.type({
  by: safeInteger,
  /** The head of the source branch that is merged. */
  head: t.string,
  /** The expected target of the target branch, and the new one. */
  from: t.string,
  to: t.string,
  mergeCommitSha: nullable(t.string),
  squashCommitSha: nullable(t.string),
  removeSourceBranch: t.boolean,
  /** As the merge request was merged with, where that was given. */
  shouldRemoveSourceBranch: nullable(t.boolean),
})

export type MergePlan = Readonly<t.TypeOf<typeof mergePlan>>

/** An approval rule at the time of the merge; `source`: how it related to the project's rule that it replaced. */
const keptRule = t.type({
  id: nullable(safeInteger),
  name: t.string,
  type: oneOf(['any_approver', 'regular', 'code_owner']),
  required: safeInteger,
  userIds: list(safeInteger),
  groupIds: list(safeInteger),
  eligibleIds: list(safeInteger),
  source: nullable(t.type({ required: safeInteger, overridden: t.boolean })),
})

/** `overwritten`: the merge request had rules of its own. */
const keptApprovals = t.type({ overwritten: t.boolean, rules: list(keptRule) })

export type KeptApprovals = Readonly<t.TypeOf<typeof keptApprovals>>

const mergedFacts = t.type({
  by: nullable(safeInteger),
  mergeCommitSha: nullable(t.string),
  squashCommitSha: nullable(t.string),
  /** `push`: its commits were pushed to the target branch. */
  via: oneOf(['merge', 'push']),
  removeSourceBranch: t.boolean,
})

/** `approvals`: the rules at the time of the merge; missing on the free tier and in events from before they were recorded. */
const merged = t.intersection([mergedFacts, t.partial({ approvals: keptApprovals })])

const failed = t.type({ error: t.string })

export const autoMerge = t.type({
  by: safeInteger,
  sha: t.string,
  shouldRemoveSourceBranch: nullable(t.boolean),
  squash: nullable(t.boolean),
  mergeCommitMessage: nullable(t.string),
  squashCommitMessage: nullable(t.string),
})

export type AutoMerge = Readonly<t.TypeOf<typeof autoMerge>>

/** Why auto-merge ended. */
const DISARM_REASONS = ['canceled', 'source_pushed', 'target_pushed', 'retargeted', 'closed'] as const

const disarmed = t.type({ reason: oneOf(DISARM_REASONS), by: nullable(safeInteger) })

export const rebaseQueued = t.type({ by: safeInteger, skipCi: t.boolean, head: t.string })

const rebaseFinished = t.type({ head: t.string })

const estimate = t.type({ seconds: safeInteger })

const spent = t.type({ seconds: safeInteger, by: safeInteger, summary: nullable(t.string), at: instant })

const subscription = t.type({ userId: safeInteger })

const approved = t.type({ userId: safeInteger, sha: nullable(t.string) })

/** The states of a review. */
const REVIEW_STATES = ['unreviewed', 'reviewed', 'attention_requested'] as const

export type ReviewState = (typeof REVIEW_STATES)[number]

const reviewed = t.type({ userId: safeInteger, state: oneOf(REVIEW_STATES), by: nullable(safeInteger) })

const nothing = t.type({})

/** Every event of a merge request, with its versions. */
export const mergeRequestEvents = eventCatalogue({
  MergeRequestCreated: current(created),
  VersionRecorded: current(version),
  DetailsChanged: current(changed),
  AssigneesSet: current(people),
  ReviewersSet: current(people),
  LabelsSet: current(labels),
  Retargeted: current(retargeted),
  MergeRequestClosed: current(closed),
  MergeRequestReopened: current(by),
  CheckStarted: current(checkStarted),
  CheckFinished: current(checkFinished),
  MergeStarted: current(mergePlan),
  MergeRequestMerged: current(merged),
  MergeFailed: current(failed),
  AutoMergeArmed: current(autoMerge),
  AutoMergeDisarmed: current(disarmed),
  RebaseQueued: current(rebaseQueued),
  RebaseFinished: current(rebaseFinished),
  RebaseFailed: current(failed),
  TimeEstimateSet: current(estimate),
  TimeSpent: current(spent),
  Subscribed: current(subscription),
  Unsubscribed: current(subscription),
  Approved: current(approved),
  Unapproved: current(subscription),
  ApprovalsReset: current(nothing),
  ReviewStateChanged: current(reviewed),
  MergeRequestDeleted: current(by),
})

export type MergeRequestEvent = EventOf<typeof mergeRequestEvents>

/** The data of one event type. */
export type MergeRequestData<Type extends MergeRequestEvent['type']> = Extract<
  MergeRequestEvent,
  { readonly type: Type }
>['data']
