import type { DeployTokenHolder, Scope, SignedIn } from '@forgefold/core/access'
import { type Rejection, unauthenticated } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { KnownToken } from './token-cache.js'

/** The requirements of a route for credentials. */
export interface Needs {
  readonly method: string
  /** Sufficient scopes besides `api` (and `read_api` for reading). */
  readonly scopes?: ReadonlyArray<Scope> | undefined
  readonly takesJobToken?: boolean | undefined
  readonly takesDeployToken?: boolean | undefined
  readonly refusesOAuth?: boolean | undefined
  readonly takesConanToken?: boolean | undefined
  /** Nobody is let in by what is found: it is no use of the token. */
  readonly looksOnly?: boolean | undefined
}

export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

export const BASE_SCOPES: ReadonlyArray<Scope> = ['api', 'read_api']

export const coversScopes = (scopes: ReadonlyArray<Scope>, needs: Needs): boolean =>
  scopes.includes('api') ||
  (READING.has(needs.method) && scopes.includes('read_api')) ||
  (needs.scopes?.some((scope) => scopes.includes(scope)) ?? false)

export const insufficient = (scopes: ReadonlyArray<Scope>): Rejection => ({
  kind: 'InsufficientScope',
  scopes: [...new Set(scopes)],
})

export const UNSCOPED: ReadonlySet<string> = new Set(['job', 'deploy', 'session', 'password'])

const signedInBy = (token: KnownToken, userId: number, admin: boolean): SignedIn => ({
  kind: 'user',
  userId,
  admin,
  auditor: token.auditor,
  external: token.external,
  credential: token.credential,
})

/** Who acts by a token that nothing speaks against. */
export const holderBy = (token: KnownToken, admin: boolean): E.Either<Rejection, SignedIn | DeployTokenHolder> => {
  if (token.deploy !== undefined) return E.right(token.deploy.holder)
  return token.userId === undefined ? E.left(unauthenticated) : E.right(signedInBy(token, token.userId, admin))
}
