import type { Rejection } from './rejection.js'

/** A name that one stream at most may hold: a kind ("username"), and the name with everything that scopes it. */
export interface ReservedName {
  readonly kind: string
  readonly name: string
}

/** A unique name as an aggregate declares that a state of it holds it. */
export interface DeclaredName extends ReservedName {
  /** What another who wants the name is told about whoever holds it. */
  readonly holderReference?: string
  /** How whoever wants the name is refused while another holds it; by default `Conflict`. The reference is undefined before it exists. */
  readonly refusal?: (holderReference: string | undefined) => Rejection
}

/** What the declaration of names may need besides the state. */
export interface DeclarationFacts {
  /** The id of the aggregate in its category. */
  readonly id: string
  /** Opens a sealed field of a subject; undefined once the subject's key is destroyed. */
  readonly open: (subject: string, sealed: string) => string | undefined
}

/**
 * Tells names apart.
 *
 * @example
 * assert.equal(nameKey({ kind: 'path', name: 'acme' }) === nameKey({ kind: 'username', name: 'acme' }), false)
 */
export const nameKey = ({ kind, name }: ReservedName): string => `${kind}\0${name}`

/**
 * Those of the names that are not among the others.
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
