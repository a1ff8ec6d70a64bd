import type { Mail, MailMessage } from '@forgefold/core/ports'

/** So many mails are kept; older ones go. */
const MOST = 1000

/** Keeps mails for whoever embeds the instance, or tests it. */
export const makeMemoryMail = (): Mail & { readonly sent: () => ReadonlyArray<MailMessage> } => {
  const sent: Array<MailMessage> = []
  return {
    send: async (message) => {
      sent.push(message)
      if (sent.length > MOST) sent.shift()
    },
    sent: () => sent,
  }
}
