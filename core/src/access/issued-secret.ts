import * as E from 'fp-ts/lib/Either.js'
import { conflict, type FieldErrors, invalid, type Rejection, recordNotFound, refuse } from '../kernel/index.js'

/** The life of a secret that is shown once: none, then issued, then possibly revoked. A revoked secret never becomes valid again. */
export type IssuedSecret = { readonly kind: 'none' } | { readonly kind: 'issued'; readonly revoked: boolean }

type Decision<Event> = E.Either<Rejection, ReadonlyArray<Event>>

/**
 * Issues the secret. Rejections: `Conflict` where it has been issued; `Invalid` by field.
 *
 * @example
 * assert.deepEqual(issueSecret({ kind: 'none' }, undefined, 'Issued').right, ['Issued'])
 */
export const issueSecret = <Event>(
  secret: IssuedSecret,
  errors: FieldErrors | undefined,
  issued: Event,
): Decision<Event> => {
  if (secret.kind !== 'none') return refuse(conflict())
  return errors === undefined ? E.right([issued]) : refuse(invalid(errors))
}

/**
 * Revokes the secret. Revoking it again changes nothing. Rejections: `RecordNotFound` where it was never issued.
 *
 * @example
 * assert.deepEqual(revokeSecret({ kind: 'issued', revoked: true }, 'Revoked').right, [])
 */
export const revokeSecret = <Event>(secret: IssuedSecret, revoked: Event): Decision<Event> => {
  if (secret.kind === 'none') return refuse(recordNotFound)
  return E.right(secret.revoked ? [] : [revoked])
}
