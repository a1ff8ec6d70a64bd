import * as E from 'fp-ts/lib/Either.js'

/** The changes of an A: properties that are missing or undefined stay as they are. */
export type Changes<A> = { readonly [K in keyof A]?: A[K] | undefined }

/**
 * Whether two values are equal as plain data; keys of objects must have the same order.
 *
 * @example
 * assert.equal(isSame([1, { a: 2 }], [1, { a: 2 }]), true)
 */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * The properties that are not undefined.
 *
 * @example
 * assert.deepEqual(given({ title: 'new', state: undefined }), { title: 'new' })
 */
export const given = <A extends object>(changes: Changes<A>): Partial<A> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<A>

/**
 * The given changes whose value differs.
 *
 * @example
 * assert.deepEqual(effectiveChanges({ title: 'new', state: 'open' }, { title: 'old', state: 'open' }), { title: 'new' })
 */
export const effectiveChanges = <A extends object>(changes: Changes<A>, before: object): Partial<A> => {
  const known = before as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== undefined && !isSame(value, known[name])),
  ) as Partial<A>
}

/** The events of a change: one with the differences, or none. */
export type ChangeEvents<T extends string, A> = E.Either<
  never,
  ReadonlyArray<{ readonly type: T; readonly data: Partial<A> }>
>

/**
 * Decides a change by its differences; there is no event without one.
 *
 * @example
 * assert.deepEqual(decideChange('BadgeChanged', { name: 'new' }, { name: 'old' }).right, [{ type: 'BadgeChanged', data: { name: 'new' } }])
 * assert.deepEqual(decideChange('BadgeChanged', { name: 'old' }, { name: 'old' }).right, [])
 */
export const decideChange = <const T extends string, A extends object>(
  type: T,
  changes: Changes<A>,
  before: object,
): ChangeEvents<T, A> => {
  const data = effectiveChanges(changes, before)
  return E.right(Object.keys(data).length === 0 ? [] : [{ type, data }])
}
