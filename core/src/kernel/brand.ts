/** A primitive that may only be made where its meaning is checked. */
export type Brand<A, Name extends string> = A & { readonly __brand: Name }
