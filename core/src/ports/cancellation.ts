/** The work was given up, because whoever asked for it has gone. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** The work would have taken more time or data than one question may: it was given up. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
  readonly code = 'ETIME'
}

/** The repository was removed while somebody worked on it. */
export class RepositoryGone extends Error {
  override readonly name = 'RepositoryGone'
}

/** Tells when work is to be given up; an `AbortSignal` is one. */
export interface Cancellation {
  readonly aborted: boolean
  readonly addEventListener: (type: 'abort', listener: () => void, options?: { readonly once?: boolean }) => void
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

/** The history names objects that are no longer in the repository: somebody has pruned them. */
export class ObjectsPruned extends Error {
  override readonly name = 'ObjectsPruned'
}
