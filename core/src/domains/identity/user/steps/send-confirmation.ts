import type { Forge } from '../../../../app/forge.js'
import type { UserRow } from '../queries.js'

type Secrets = Pick<Forge, 'secrets'>

/** What only the instance can make of a user and an address, so that nothing has to be kept. */
export const proofOf = ({ secrets }: Secrets, { id, email }: Pick<UserRow, 'id' | 'email'>): string =>
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

/** Whether new users confirm their addresses. */
export const asksForConfirmation = ({ settings }: Pick<Forge, 'settings'>): boolean =>
  settings.current().send_user_confirmation_email
