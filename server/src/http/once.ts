/** Makes a value when it is first asked for, and keeps it: a start makes nothing that no request has asked for. */
export const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
