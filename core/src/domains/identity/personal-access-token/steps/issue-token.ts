import * as E from 'fp-ts/lib/Either.js'
import type { Scope } from '../../../../access/principal.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { type Day, type Rejection, refuse, unavailable } from '../../../../kernel/index.js'
import { personalAccessToken } from '../aggregate.js'
import { tokenPrefix } from '../instance-rules.js'
import { defaultExpiry } from '../lifetime.js'
import type { TokenRow } from '../queries.js'
import { tokenNumber } from './token-number.js'

const SECRET_LENGTH = 20

/** A token to be made. */
export interface NewToken {
  readonly userId: number
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresAt: Day | null
  readonly impersonation?: boolean
  /** Given only for the first administrator; otherwise made here. */
  readonly secret?: string | undefined
}

/** A new token with its secret, shown this once. */
export interface CreatedToken {
  readonly token: TokenRow
  /** Shown this once; only its digest is kept. */
  readonly secret: string
}

/** The number of a token that was issued, and its secret. */
export interface IssuedSecret {
  readonly id: number
  readonly secret: string
}

/** Issues a token for a user who is there, or is made beside it. Rejections: `Invalid` by field. */
export const issueToken = async (
  forge: Forge,
  context: CommandContext,
  { userId, name, scopes, expiresAt, impersonation = false, secret: given }: NewToken,
  number = tokenNumber(forge),
): Promise<E.Either<Rejection, IssuedSecret>> => {
  // The secret that an operator hands in is the operator's to end.
  const unnamed = given === undefined ? defaultExpiry(context.at, forge.instance.release) : null
  const secret = given ?? tokenPrefix(forge.settings.current()) + forge.secrets.token(SECRET_LENGTH)
  const id = await number
  if (E.isLeft(id)) return id
  const digest = forge.secrets.digest(secret)
  const done = await forge.aggregates.execute(
    personalAccessToken,
    id.right,
    { type: 'Create', userId, name, scopes, expiresAt: expiresAt ?? unnamed, digest, impersonation },
    context,
  )
  return E.isLeft(done) ? done : E.right({ id: id.right, secret })
}

/** The token that was issued, as the read model shows it. Rejections: `Unavailable`. */
export const shownToken = (forge: Forge, { id, secret }: IssuedSecret): E.Either<Rejection, CreatedToken> => {
  const token = forge.read.personalAccessTokens.byId(id)
  if (token === undefined) return refuse(unavailable('the read model does not show the new token'))
  return E.right({ token, secret })
}
