/** Where refs point is git's business and the read model's: decisions need no more than whether the repository still is. */
export type RepositoryState = { readonly kind: 'live' } | { readonly kind: 'removed' }
