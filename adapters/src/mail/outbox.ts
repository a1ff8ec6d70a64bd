import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, MailMessage } from '@forgefold/core/ports'
import { makeFolder } from '../folders/index.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line end would begin a header of its own.
const CONTROL = /[\u0000-\u001f\u007f]+/g

/** A header's text in one line; what is not ASCII as RFC 2047 has it. */
const headerText = (text: string): string => {
  const line = text.replaceAll(CONTROL, ' ').trim()
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?utf-8?B?${Buffer.from(line).toString('base64')}?=`
}

const base64Lines = (text: string): string =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

/** A mail as a file that mail programs open (RFC 5322). */
const eml = ({ to, subject, text }: MailMessage, from: string, at: Date): string =>
  [
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `From: ${headerText(from)}`,
    `To: ${to.replaceAll(CONTROL, '')}`,
    `Subject: ${headerText(subject)}`,
    `Message-ID: <${randomUUID()}@forgefold>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(text),
    '',
  ].join('\r\n')

/**
 * Puts each mail as a file into a folder: for machines without a mail server, and for other programs to send on. A file is whole when it is there.
 *
 * @example
 * import { mkdtempSync, readdirSync } from 'node:fs'
 * const folder = mkdtempSync('outbox-')
 * await makeOutbox(folder, 'forge@example.com').send({ to: 'jane@example.com', subject: 'Hello', text: 'Hello Jane' })
 * assert.equal(readdirSync(folder).length, 1)
 */
export const makeOutbox = (folder: string, from: string): Mail => ({
  send: async (message) => {
    const at = new Date()
    makeFolder(folder, 0o700)
    const name = `${at.toISOString().replaceAll(':', '')}-${randomUUID()}`
    const unfinished = join(folder, `.${name}`)
    await writeFile(unfinished, eml(message, from, at), { mode: 0o600 })
    await rename(unfinished, join(folder, `${name}.eml`))
  },
})
