import type { Forge } from '../../../../app/forge.js'
import type { UserRow } from '../queries.js'

type Secrets = Pick<Forge, 'secrets'>

/** The proof that only this instance can compute for a user and an address, so that nothing needs to be stored. */
export const proofOf = ({ secrets }: Secrets, { id, email }: Pick<UserRow, 'id' | 'email'>): string =>
  secrets.keyedDigest(`confirmation\0${id}\0${email}`)

/** Sends a user the link that confirms their address. Rejects where the mail could not be sent. */
export const sendConfirmation = async (forge: Forge, row: UserRow): Promise<void> => {
  const { externalUrl } = forge.instance
  const link = `${externalUrl}/users/confirmation?confirmation_token=${row.id}-${proofOf(forge, row)}`
  await forge.mail.send({
    to: row.email,
    subject: 'Confirm your e-mail address',
    text: `Hello ${row.name},\n\nsomebody, hopefully you, registered @${row.username} at ${externalUrl} with this address.\nOpen this link to confirm that it is yours:\n\n${link}\n\nIf it was not you, do nothing.\n`,
  })
}

/** Whether new users have to confirm their addresses. */
export const asksForConfirmation = ({ settings }: Pick<Forge, 'settings'>): boolean =>
  settings.current().send_user_confirmation_email
