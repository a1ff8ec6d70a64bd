import * as E from 'fp-ts/lib/Either.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import { user } from '../decider.js'
import type { UserRow } from '../queries.js'

type Secrets = Pick<Forge, 'secrets'>

/** What only the instance can make of a user and an address, so that nothing has to be kept. */
const proofOf = ({ secrets }: Secrets, { id, email }: Pick<UserRow, 'id' | 'email'>): string =>
  secrets.keyedDigest(`confirmation\0${id}\0${email}`)

/** Sends somebody the link that confirms their address. Rejects where the mail could not be handed over. */
export const sendConfirmation = async (forge: Forge, row: UserRow): Promise<void> => {
  const { externalUrl } = forge.instance
  const link = `${externalUrl}/users/confirmation?confirmation_token=${row.id}-${proofOf(forge, row)}`
  await forge.mail.send({
    to: row.email,
    subject: 'Confirm your e-mail address',
    text: `Hello ${row.name},\n\nsomebody, hopefully you, registered @${row.username} at ${externalUrl} with this address.\nOpen this link to confirm that it is yours:\n\n${link}\n\nIf it was not you, do nothing.\n`,
  })
}

/** Confirms the address that a link was sent to; once more changes nothing. Rejections: `NotFound` where the link is none of this instance's, or the address is another by now. */
export const confirmAddress: UseCase<string, UserRow> = async (forge, { context }, token) => {
  const [, id = '', proof = ''] = /^(\d{1,15})-(.+)$/.exec(token) ?? []
  const row = id === '' ? undefined : forge.read.users.byId(Number(id))
  if (row === undefined || !forge.secrets.equal(proof, proofOf(forge, row))) return refuse(notFound('User'))
  const done = await forge.aggregates.execute(user, row.id, { type: 'Confirm', at: context.at }, context)
  return E.isLeft(done) ? done : E.right(forge.read.users.byId(row.id) ?? row)
}

/** Sends the link again, to whoever still has to confirm the address; of any other address nobody learns anything. */
export const resendConfirmation = async (forge: Forge, email: string): Promise<void> => {
  const row = forge.read.users.byEmail(email.trim().toLowerCase()) ?? forge.read.users.byEmail(email.trim())
  if (row !== undefined && row.confirmedAt === null && asksForConfirmation(forge)) await sendConfirmation(forge, row)
}

/** Whether new users confirm their addresses. */
export const asksForConfirmation = ({ settings }: Pick<Forge, 'settings'>): boolean =>
  settings.current().send_user_confirmation_email
