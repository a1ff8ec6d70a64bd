/** What is said of a commit stays as it was said. */
export type CommitCommentState = { readonly kind: 'none' } | { readonly kind: 'said' }
