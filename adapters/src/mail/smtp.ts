import type { Mail } from '@forgefold/core/ports'

/** What is used of nodemailer; loaded when the first mail is sent, because most instances send none. */
interface Nodemailer {
  readonly createTransport: (options: object) => {
    readonly sendMail: (mail: object) => Promise<unknown>
  }
}

const LIBRARY = 'nodemailer'

/** Milliseconds without any answer from the server. */
const TIMEOUT_MS = 20_000
/** Milliseconds for one mail as a whole. */
const DEADLINE_MS = 60_000

const load = async (): Promise<Nodemailer> => {
  const loaded = (await import(LIBRARY)) as { readonly default: Nodemailer }
  return loaded.default
}

/**
 * Sends mails by SMTP (RFC 5321): `smtp://user:password@host:587`, or `smtps://…` with TLS from the start. Rejects what is not handed over in time (default: a minute); rejections carry no credentials.
 *
 * @example
 * const mail = makeSmtp('smtp://127.0.0.1:1', 'forge@example.com')
 * await assert.rejects(mail.send({ to: 'jane@example.com', subject: 'Hello', text: 'Hello Jane' }))
 */
export const makeSmtp = (url: string, from: string, deadlineMs = DEADLINE_MS): Mail => {
  let transport: ReturnType<Nodemailer['createTransport']> | undefined
  return {
    send: async ({ to, subject, text }) => {
      transport ??= (await load()).createTransport({
        url,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const signal = AbortSignal.timeout(deadlineMs)
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, signal })
    },
  }
}
