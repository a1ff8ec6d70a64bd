/** Computes a value on first use and caches it, so that a start computes nothing in advance. */
export const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
