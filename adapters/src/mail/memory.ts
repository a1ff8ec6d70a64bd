import type { Mail, MailMessage } from '@forgefold/core/ports'

/** At most this many mails are kept; older ones go. */
const MAX_MAILS = 1000

/**
 * Keeps mails in memory, for embedding and tests.
 *
 * @example
 * const mail = makeMemoryMail()
 * await mail.send({ to: 'jane@example.com', subject: 'Hello', text: 'Hello Jane' })
 * assert.equal(mail.sent()[0].subject, 'Hello')
 */
export const makeMemoryMail = (): Mail & { readonly sent: () => ReadonlyArray<MailMessage> } => {
  const sent: Array<MailMessage> = []
  return {
    send: async (message) => {
      sent.push(message)
      if (sent.length > MAX_MAILS) sent.shift()
    },
    sent: () => sent,
  }
}
