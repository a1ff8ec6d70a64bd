export interface LiveNote {
  readonly id: number
  readonly resolved: boolean
}

export interface LiveDiscussion {
  readonly kind: 'live'
  readonly individual: boolean
  /** The notes that are left. */
  readonly notes: ReadonlyArray<LiveNote>
}

export type DiscussionState = { readonly kind: 'none' } | LiveDiscussion
