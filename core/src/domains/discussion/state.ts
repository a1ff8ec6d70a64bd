export interface LiveDiscussion {
  readonly kind: 'live'
  readonly individual: boolean
  readonly resolved: boolean
  /** The numbers of the notes that are left. */
  readonly noteIds: ReadonlyArray<number>
}

export type DiscussionState = { readonly kind: 'none' } | LiveDiscussion
