import type { DiffPosition } from './position/index.js'

/** A note as `decide` needs it. */
export interface LiveNote {
  readonly id: number
  readonly resolved: boolean
  readonly suggestions: ReadonlyArray<{ readonly id: number; readonly applied: boolean }>
}

/** A discussion as `decide` needs it. */
export interface LiveDiscussion {
  readonly kind: 'live'
  readonly individual: boolean
  /** Its position in the diff; undefined for discussions that are not of a diff. */
  readonly position: DiffPosition | undefined
  /** The notes that are not deleted. */
  readonly notes: ReadonlyArray<LiveNote>
  /** How many notes were ever added, deleted ones included. */
  readonly notesAdded: number
}

export type DiscussionState = { readonly kind: 'none' } | LiveDiscussion
