import type { Rejection } from './rejection.js'

/** A name that at most one stream holds: a kind ("username"), and the name with its scope. */
export interface ReservedName {
  readonly kind: string
  readonly name: string
}

/** A unique name that an aggregate declares for its state. */
export interface DeclaredName extends ReservedName {
  /** How refusals refer to the holder. */
  readonly holderReference?: string
  /** The refusal while another stream holds the name; by default `Conflict`. The reference is undefined before the holder exists. */
  readonly refusal?: (holderReference: string | undefined) => Rejection
}

/** What the declaration of names needs besides the state. */
export interface DeclarationFacts {
  /** The id of the aggregate in its category. */
  readonly id: string
  /** Unseals a field of a subject; undefined once the subject's key is destroyed. */
  readonly open: (subject: string, sealed: string) => string | undefined
}

/**
 * The key of a name for maps.
 *
 * @example
 * assert.equal(nameKey({ kind: 'path', name: 'acme' }) === nameKey({ kind: 'username', name: 'acme' }), false)
 */
export const nameKey = ({ kind, name }: ReservedName): string => `${kind}\0${name}`

/**
 * The names that are not among the others.
 *
 * @example
 * assert.deepEqual(otherNames([{ kind: 'path', name: 'acme' }], [{ kind: 'path', name: 'acme' }]), [])
 */
export const otherNames = <A extends ReservedName>(
  names: ReadonlyArray<A>,
  others: ReadonlyArray<ReservedName>,
): ReadonlyArray<A> => {
  if (names.length === 0 || others.length === 0) return names
  const known = new Set(others.map(nameKey))
  return names.filter((name) => !known.has(nameKey(name)))
}
