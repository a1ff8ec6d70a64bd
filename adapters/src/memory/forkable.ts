/** Something in memory that can be copied: the copy goes on by itself. */
export type Forkable<A> = A & { readonly fork: () => Forkable<A> }
