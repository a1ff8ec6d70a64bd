import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { offeredScopes } from '../../../../app/offered-scopes.js'
import { createToken } from '../../personal-access-token/use-cases/create.js'
import { registerUser } from './register.js'

/** Who is to be the first administrator. */
export interface FirstAdministrator {
  /** Given from outside, and then not told again; otherwise made here. */
  readonly password: string | undefined
  readonly token: string | undefined
}

/** What has to be told once to whoever started the instance; undefined what they brought themselves. */
export interface FirstCredentials {
  readonly username: string
  readonly password: string | undefined
  readonly token: string | undefined
}

/** 120 bits. */
const PASSWORD_LENGTH = 20

/**
 * Makes the administrator `root` where there is no user yet; undefined where there is.
 *
 * Rejections: `Invalid` where the password given is too short.
 */
export const createFirstAdministrator: UseCase<FirstAdministrator, FirstCredentials | undefined> = async (
  forge,
  caller,
  input,
) => {
  if (forge.read.users.any()) return E.right(undefined)
  const password = input.password ?? forge.secrets.token(PASSWORD_LENGTH)
  const registered = await registerUser(forge, caller, {
    profile: { username: 'root', name: 'Administrator', email: 'admin@example.com' },
    password,
    hasRandomPassword: input.password === undefined,
    admin: true,
    confirmed: true,
  })
  if (E.isLeft(registered)) return registered
  const next = { ...caller, context: withNewCommandId(forge, caller.context) }
  const token = await createToken(forge, next, {
    userId: registered.right.id,
    name: 'first token',
    scopes: offeredScopes(['api', 'sudo', 'admin_mode'], forge.instance.release),
    expiresAt: null,
    secret: input.token,
  })
  if (E.isLeft(token)) return token
  return E.right({
    username: 'root',
    password: input.password === undefined ? password : undefined,
    token: input.token === undefined ? token.right.secret : undefined,
  })
}
