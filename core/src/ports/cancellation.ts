/** The work was cancelled, because its client is gone. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** The work exceeded its limit of time or data and was cancelled. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
  readonly code = 'ETIME'
}

/** The repository was removed during the work. */
export class RepositoryGone extends Error {
  override readonly name = 'RepositoryGone'
}

/** Signals that work is to be cancelled; an `AbortSignal` is one. */
export interface Cancellation {
  readonly aborted: boolean
  readonly addEventListener: (type: 'abort', listener: () => void, options?: { readonly once?: boolean }) => void
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

/** The history refers to objects that have been pruned from the repository. */
export class ObjectsPruned extends Error {
  override readonly name = 'ObjectsPruned'
}
