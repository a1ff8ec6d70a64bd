/** Mails: a folder of files, SMTP, and a list in memory. */
export * from './memory.js'
export * from './outbox.js'
export * from './smtp.js'
