/** State in memory that can be forked: the copy is independent. */
export type Forkable<A> = A & { readonly fork: () => Forkable<A> }
