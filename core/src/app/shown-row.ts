import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, unavailable } from '../kernel/rejection.js'

/**
 * The row that a write has just created or changed, as the read model shows it; `what` names it in the refusal.
 *
 * The write is stored by then. Where its position is known the refusal carries it, and a client may wait for it with the header
 * `Forgefold-Position`.
 * Rejections: `Unavailable` where the read model did not reach the write in time, or where the row has been deleted since.
 *
 * @example
 * assert.deepEqual(shownRow({ id: 7 }, 'label'), E.right({ id: 7 }))
 * assert.deepEqual(shownRow(undefined, 'label', 12), refuse(unavailable('the read model does not show the label', 12)))
 */
export const shownRow = <Row>(
  row: Row | undefined,
  what: string,
  position?: number,
): E.Either<Rejection, NonNullable<Row>> =>
  E.fromNullable(unavailable(`the read model does not show the ${what}`, position))(row)
