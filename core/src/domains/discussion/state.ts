import type { DiffPosition } from './position/index.js'

export interface LiveNote {
  readonly id: number
  readonly resolved: boolean
}

export interface LiveDiscussion {
  readonly kind: 'live'
  readonly individual: boolean
  /** Where in the diff it is; undefined where it is not about lines. */
  readonly position: DiffPosition | undefined
  /** The notes that are left. */
  readonly notes: ReadonlyArray<LiveNote>
}

export type DiscussionState = { readonly kind: 'none' } | LiveDiscussion
