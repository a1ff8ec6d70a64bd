import type { StoredEvent } from '../kernel/envelope.js'

/** The last number that an event of a counter gives. In `NumberTaken`, as versions up to 0.1 wrote, it is told by the revision. */
export const lastNumberOf = ({ type, data, revision }: StoredEvent): number =>
  type === 'NumbersTaken' ? (data as { readonly last: number }).last : revision + 1
