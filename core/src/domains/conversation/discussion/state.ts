import type { DiffPosition } from './position/index.js'

/** A note as its discussion remembers it. */
export interface LiveNote {
  readonly id: number
  readonly resolved: boolean
  readonly suggestions: ReadonlyArray<{ readonly id: number; readonly applied: boolean }>
}

/** A discussion as its decider remembers it. */
export interface LiveDiscussion {
  readonly kind: 'live'
  readonly individual: boolean
  /** Where in the diff it is; undefined where it is not about lines. */
  readonly position: DiffPosition | undefined
  /** The notes that are left. */
  readonly notes: ReadonlyArray<LiveNote>
  /** How many notes were ever added, deleted ones included. */
  readonly notesAdded: number
}

export type DiscussionState = { readonly kind: 'none' } | LiveDiscussion
