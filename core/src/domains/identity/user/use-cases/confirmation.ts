import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import { user } from '../decider.js'
import type { UserRow } from '../queries.js'
import { asksForConfirmation, proofOf, sendConfirmation } from '../steps/send-confirmation.js'

/**
 * Confirms the address to which a link was sent; repeating it changes nothing. Rejections: `NotFound` where the link is not of this instance,
 * or the address has changed since.
 */
export const confirmAddress: UseCase<string, UserRow> = async (forge, { context }, token) => {
  const [, id = '', proof = ''] = /^(\d{1,15})-(.+)$/s.exec(token) ?? []
  const row = id === '' ? undefined : forge.read.users.byId(Number(id))
  if (row === undefined || !forge.secrets.equal(proof, proofOf(forge, row))) return refuse(notFound('User'))
  const done = await forge.aggregates.execute(user, row.id, { type: 'Confirm', at: context.at }, context)
  return E.isLeft(done) ? done : E.right(forge.read.users.byId(row.id) ?? row)
}

/** Sends the link again, where the address still has to be confirmed; the answer is the same for any other address. */
export const resendConfirmation: UseCase<string, void> = async (forge, _, email) => {
  const row = forge.read.users.byEmail(email.trim().toLowerCase()) ?? forge.read.users.byEmail(email.trim())
  if (row !== undefined && row.confirmedAt === null && asksForConfirmation(forge)) await sendConfirmation(forge, row)
  return E.right(undefined)
}
