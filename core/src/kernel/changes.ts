/** What is to become of an A: what is left out or undefined stays as it is. */
export type Changes<A> = { readonly [K in keyof A]?: A[K] | undefined }

/** Whether two values are the same plain data; keys of objects have to stand in the same order. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** The changes that are given. */
export const given = <A extends object>(changes: Changes<A>): Partial<A> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<A>

/** The given changes that make a difference to what is. */
export const effectiveChanges = <A extends object>(changes: Changes<A>, before: object): Partial<A> => {
  const known = before as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== undefined && !isSame(value, known[name])),
  ) as Partial<A>
}
