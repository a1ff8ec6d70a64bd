import type { Day } from '../../kernel/index.js'
import type { NoteableType } from '../discussion/events.js'

/** What the forge itself says about a thing, in place of those who did it; the words are chosen when it is shown. */
export type SystemNote =
  | { readonly kind: 'assignees'; readonly added: ReadonlyArray<number>; readonly removed: ReadonlyArray<number> }
  | { readonly kind: 'reviewers'; readonly added: ReadonlyArray<number>; readonly removed: ReadonlyArray<number> }
  | { readonly kind: 'title'; readonly from: string; readonly to: string }
  | { readonly kind: 'draft'; readonly draft: boolean }
  | { readonly kind: 'description' }
  | { readonly kind: 'locked'; readonly locked: boolean }
  | { readonly kind: 'confidential'; readonly confidential: boolean }
  | { readonly kind: 'due_date'; readonly day: Day | null }
  | { readonly kind: 'target_branch'; readonly from: string; readonly to: string }
  | { readonly kind: 'source_deleted'; readonly branch: string }
  /** What came onto the source branch between two versions. */
  | { readonly kind: 'commits'; readonly from: number; readonly to: number }
  | { readonly kind: 'approved'; readonly approved: boolean }
  | { readonly kind: 'auto_merge_enabled'; readonly sha: string }
  /** Undefined: somebody asked for it. */
  | { readonly kind: 'auto_merge_ended'; readonly reason?: string }
  | { readonly kind: 'time_estimate'; readonly seconds: number }
  | { readonly kind: 'time_spent'; readonly seconds: number }
  | { readonly kind: 'time_reset' }
  /** Another thing of the same project speaks of this one. */
  | { readonly kind: 'mentioned'; readonly by: NoteableType; readonly iid: number }

/** One thing that somebody did to a merge request or an issue, as its activity shows it. */
export type Activity =
  | { readonly of: 'note'; readonly note: SystemNote }
  | { readonly of: 'label'; readonly labelId: number; readonly action: 'add' | 'remove' }
  | { readonly of: 'milestone'; readonly milestoneId: number; readonly action: 'add' | 'remove' }
  | { readonly of: 'state'; readonly state: 'closed' | 'reopened' | 'merged' }

/** What has to be known of a thing to tell what an event changed. */
export interface Remembered {
  readonly title: string
  readonly assigneeIds: ReadonlyArray<number>
  readonly reviewerIds: ReadonlyArray<number>
  readonly labelIds: ReadonlyArray<number>
  readonly milestoneId: number | null
  readonly targetBranch: string | null
  readonly sourceBranch: string | null
  readonly versionId: number | null
  readonly timeSpent: number
}

export interface Told {
  readonly after: Remembered
  readonly activities: ReadonlyArray<Activity>
}

export const note = (told: SystemNote): Activity => ({ of: 'note', note: told })

const difference = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): ReadonlyArray<number> =>
  one.filter((id) => !other.includes(id))

/** Who came and who went; nothing where nobody did. */
export const peopleChanged = (
  kind: 'assignees' | 'reviewers',
  before: ReadonlyArray<number>,
  after: ReadonlyArray<number>,
): ReadonlyArray<Activity> => {
  const [added, removed] = [difference(after, before), difference(before, after)]
  return added.length + removed.length === 0 ? [] : [note({ kind, added, removed })]
}

export const labelsChanged = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): ReadonlyArray<Activity> => [
  ...difference(after, before).map((labelId): Activity => ({ of: 'label', labelId, action: 'add' })),
  ...difference(before, after).map((labelId): Activity => ({ of: 'label', labelId, action: 'remove' })),
]

export const milestoneChanged = (before: number | null, after: number | null): ReadonlyArray<Activity> => {
  if (before === after) return []
  const removed: ReadonlyArray<Activity> =
    before === null ? [] : [{ of: 'milestone', milestoneId: before, action: 'remove' }]
  return after === null ? removed : [{ of: 'milestone', milestoneId: after, action: 'add' }]
}

export const timeSpent = (before: number, seconds: number): Activity =>
  note(seconds < 0 && before + seconds === 0 ? { kind: 'time_reset' } : { kind: 'time_spent', seconds })
