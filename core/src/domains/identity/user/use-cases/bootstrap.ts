import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { offeredScopes } from '../../../../app/offered-scopes.js'
import { createToken } from '../../personal-access-token/use-cases/create.js'
import { registerUser } from './register.js'

/** The attributes of the first administrator. */
export interface FirstAdministrator {
  /** Chosen by the operator, and then not shown again; otherwise generated. */
  readonly password: string | undefined
  readonly token: string | undefined
}

/** The generated credentials, shown once to the operator; undefined for those that the operator chose. */
export interface FirstCredentials {
  readonly username: string
  readonly password: string | undefined
  readonly token: string | undefined
}

/** 120 bits. */
const PASSWORD_LENGTH = 20

/**
 * Creates the administrator `root` where no user exists; undefined where one does.
 *
 * Rejections: `Invalid` where the given password is too short.
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
