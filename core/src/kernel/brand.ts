/** A primitive type that is created only where its meaning is checked. */
export type Brand<A, Name extends string> = A & { readonly __brand: Name }
