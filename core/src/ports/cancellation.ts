/**
 * What `instanceof` asks of a class of errors that are told by their names: an adapter and the server that calls it may come with a copy of
 * this package each.
 *
 * @example
 * class Full extends Error {
 *   name = 'Full'
 *   static [Symbol.hasInstance] = isErrorNamed('Full')
 * }
 * assert.equal(new Full() instanceof Full, true)
 * assert.equal(new Error() instanceof Full, false)
 */
export const isErrorNamed =
  <A extends Error>(name: A['name']) =>
  (error: unknown): error is A =>
    (error as { readonly name?: unknown } | null | undefined)?.name === name

/** The work was cancelled, because its client is gone. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
  static override readonly [Symbol.hasInstance] = isErrorNamed<Cancelled>('Cancelled')
}

/** The work exceeded its limit of time or data and was cancelled. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
  static override readonly [Symbol.hasInstance] = isErrorNamed<DeadlineExceeded>('DeadlineExceeded')
  readonly code = 'ETIME'
}

/** The repository was removed during the work. */
export class RepositoryGone extends Error {
  override readonly name = 'RepositoryGone'
  static override readonly [Symbol.hasInstance] = isErrorNamed<RepositoryGone>('RepositoryGone')
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
  static override readonly [Symbol.hasInstance] = isErrorNamed<ObjectsPruned>('ObjectsPruned')
}
