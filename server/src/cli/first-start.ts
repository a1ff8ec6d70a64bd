import { setTimeout as pause } from 'node:timers/promises'
import { type Forge, systemCaller } from '@forgefold/core/app'
import { createFirstAdministrator } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import { refusalOf } from '../http/index.js'
import type { Terminal } from './command.js'
import { UsageError } from './flags.js'

const RETRY_MS = 500

const some = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : text)

const administratorOf = (forge: Forge, { environment }: Terminal) =>
  createFirstAdministrator(forge, systemCaller(forge, 'first_start'), {
    password: some(environment['FORGEFOLD_ROOT_PASSWORD']),
    token: some(environment['FORGEFOLD_ROOT_TOKEN']),
  })

/**
 * Creates the first administrator where there is none, and prints generated credentials once; repeats this while the store is unavailable.
 * Throws `UsageError` for a password that is refused.
 */
export const ensureFirstAdministrator = async (
  forge: Forge,
  terminal: Terminal,
  externalUrl: string,
): Promise<void> => {
  let made = await administratorOf(forge, terminal)
  while (E.isLeft(made) && made.left.kind === 'Unavailable') {
    await pause(RETRY_MS)
    made = await administratorOf(forge, terminal)
  }
  if (E.isLeft(made))
    throw new UsageError(`the first administrator was refused: ${JSON.stringify(refusalOf(made.left).body)}`)
  if (made.right === undefined) return
  const { username, password, token } = made.right
  if (password === undefined && token === undefined) return
  terminal.say(`The administrator ${username} was made. What follows is shown this once:`)
  if (password !== undefined) terminal.say(`  sign in     ${externalUrl} as ${username} with the password ${password}`)
  if (token !== undefined) terminal.say(`  first token ${token} (scopes api and sudo)`)
}
