/** The work was given up, because whoever asked for it has gone. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** What was asked costs more than one question may: it was given up. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'
  readonly code = 'ETIME'
}

/** The repository was removed while somebody worked on it. */
export class RepositoryGone extends Error {
  override readonly name = 'RepositoryGone'
}

/** Says when to give up; an `AbortSignal` is one. */
export interface Cancellation {
  readonly aborted: boolean
  readonly addEventListener: (type: 'abort', listener: () => void, options?: { readonly once?: boolean }) => void
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

/** The history names objects that are no longer in the repository: somebody has pruned them. */
export class ObjectsPruned extends Error {
  override readonly name = 'ObjectsPruned'
}
