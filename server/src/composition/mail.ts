import { join } from 'node:path'
import { makeMemoryMail, makeOutbox, makeSmtp } from '@forgefold/adapters/mail'
import { hostOf } from '@forgefold/core/domains/instance/settings'
import type { Mail } from '@forgefold/core/ports'
import type { CompositionOptions } from './composition-options.js'

/** Sends mails to a configured mail server, else into files of the data folder, else keeps them in memory. */
export const mailOf = ({ mail, data, instance }: CompositionOptions): Mail => {
  const from = mail?.from ?? `Forgefold <noreply@${hostOf(instance.externalUrl)}>`
  if (mail?.smtp !== undefined) return makeSmtp(mail.smtp, from)
  return data === undefined ? makeMemoryMail() : makeOutbox(join(data, 'outbox'), from)
}
