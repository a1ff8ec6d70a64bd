import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Lookup } from '../../../app/forge.js'
import { type EventId, type StoredEvent, streamName, userIdOf } from '../../../kernel/index.js'
import { claimedTime } from '../../issuable/event-fields.js'
import { issueEvents } from '../../planning/issue/events.js'
import { mergeRequestEvents } from '../../review/merge-request/events.js'

/** Values by their names in payloads; `head` is the head of a merge request's source branch. */
export type Attributes = Readonly<Record<string, unknown>>

/** A value before and after an event. */
export interface AttributeChange {
  readonly previous: unknown
  readonly current: unknown
}

/** The names in payloads of the event fields that change a value. */
const NAMES: Readonly<Record<string, string>> = {
  iid: 'iid',
  projectId: 'project_id',
  authorId: 'author_id',
  title: 'title',
  description: 'description',
  milestoneId: 'milestone_id',
  dueDate: 'due_date',
  confidential: 'confidential',
  discussionLocked: 'discussion_locked',
  assigneeIds: 'assignees',
  reviewerIds: 'reviewers',
  labelIds: 'labels',
  sourceProjectId: 'source_project_id',
  targetProjectId: 'target_project_id',
  sourceBranch: 'source_branch',
  targetBranch: 'target_branch',
  mergeCommitSha: 'merge_commit_sha',
}

const namedIn = (data: object): Attributes =>
  Object.fromEntries(
    Object.entries(data).flatMap(([field, value]) => (NAMES[field] === undefined ? [] : [[NAMES[field], value]])),
  )

const [OPENED, CLOSED, MERGED] = [1, 2, 3]

/** The values that one event of an issue or merge request sets; undefined where payloads do not show them. */
const givenBy = (event: StoredEvent, known: Attributes): Attributes | undefined => {
  const decode = event.stream.startsWith('issue-') ? issueEvents.decode : mergeRequestEvents.decode
  const read = decode(event)
  if (E.isLeft(read)) return undefined
  const { type, data } = read.right
  const at = claimedTime(data) ?? event.metadata.at
  switch (type) {
    case 'IssueCreated':
    case 'MergeRequestCreated':
      return { ...namedIn(data), state_id: OPENED, created_at: at }
    case 'IssueChanged':
    case 'DetailsChanged':
    case 'IssueLabelsSet':
    case 'LabelsSet':
    case 'Retargeted':
      return namedIn(data)
    case 'IssueAssigneesSet':
    case 'AssigneesSet':
      return { assignees: data.userIds }
    case 'ReviewersSet':
      return { reviewers: data.userIds }
    case 'VersionRecorded':
      return { head: data.head }
    case 'IssueClosed':
      return { state_id: CLOSED, closed_at: at }
    case 'MergeRequestClosed':
      return { state_id: CLOSED }
    case 'IssueReopened':
      return { state_id: OPENED, closed_at: null }
    case 'MergeRequestReopened':
      return { state_id: OPENED }
    case 'MergeRequestMerged':
      return { ...namedIn(data), state_id: MERGED, merge_user_id: data.by }
    case 'IssueTimeEstimateSet':
    case 'TimeEstimateSet':
      return { time_estimate: data.seconds }
    case 'IssueTimeSpent':
    case 'TimeSpent':
      return { total_time_spent: Number(known['total_time_spent'] ?? 0) + data.seconds, time_change: data.seconds }
    default:
      return undefined
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Who changed something last, and who the title or the description. */
const editedBy = (event: StoredEvent, known: Attributes, given: Attributes): Attributes => {
  if (event.revision === 0) return {}
  const by = userIdOf(event.metadata.actor)
  const isEdit = ['title', 'description'].some((name) => name in given && !isSame(given[name], known[name]))
  return {
    updated_by_id: by ?? known['updated_by_id'],
    ...(isEdit ? { last_edited_at: event.metadata.at, last_edited_by_id: by ?? null } : {}),
  }
}

const after = (known: Attributes, event: StoredEvent): Attributes => {
  const given = givenBy(event, known)
  if (given === undefined) return known
  const updatedAt = claimedTime(event.data as object) ?? event.metadata.at
  return { ...known, ...given, ...editedBy(event, known, given), updated_at: updatedAt }
}

const PAGE = 500

/** What the history of an issue or merge request tells up to an event. */
export interface AttributeHistory {
  /** Every value that the event changed, before and after it. */
  readonly changes: ReadonlyMap<string, AttributeChange>
  /** The values after it. */
  readonly now: Attributes
}

/** The history of an issuable up to an event; to its end where none is named, without changes. */
export const attributesAfter: Lookup<
  { readonly kind: 'issue' | 'merge_request'; readonly id: number; readonly cause?: EventId },
  Promise<AttributeHistory>
> = async (forge: Forge, { kind, id, cause }) => {
  let known: Attributes = {}
  for (let from = 0; ; ) {
    const read = await forge.events.readStream(streamName(kind, id), {
      from: from as StoredEvent['revision'],
      limit: PAGE,
    })
    if (read.kind !== 'Read' || read.events.length === 0) return { changes: new Map(), now: known }
    for (const event of read.events) {
      const now = after(known, event)
      if (event.id === cause) return { changes: differences(known, now), now }
      known = { ...now, time_change: 0 }
      from = event.revision + 1
    }
  }
}

/** Times are zero before anybody tracks them. */
const AT_FIRST: Attributes = { time_estimate: 0, total_time_spent: 0 }

const differences = (before: Attributes, now: Attributes): ReadonlyMap<string, AttributeChange> => {
  const found = new Map<string, AttributeChange>()
  for (const [name, current] of Object.entries(now)) {
    const previous = before[name] ?? AT_FIRST[name] ?? null
    if (!isSame(previous, current)) found.set(name, { previous, current })
  }
  return found
}
