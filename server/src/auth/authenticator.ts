import { anonymous, type DeployTokenHolder, type Principal, type SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { administersBy } from '@forgefold/core/domains/identity/session'
import { checkPassword, isAuditor, type UserRow, userById, userByName } from '@forgefold/core/domains/identity/user'
import { forbidden, notFound, type Rejection, type StoredEvent, unauthenticated } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type GuessLimiter, passwordGuess, registryGuess, tooManyGuesses } from '../limits/guess-limiter.js'
import { readConanToken } from './conan-token.js'
import type { PresentedCredentials } from './presented-credentials.js'
import { BASE_SCOPES, coversScopes, holderBy, insufficient, type Needs, UNSCOPED } from './scope-check.js'
import { principalOf, timeAndReleaseOf } from './sessions.js'
import { type KnownToken, TokenCache } from './token-cache.js'
import { type TokenKind, tokenExpired, tokenRevoked } from './token-kind.js'

/** The origin of credentials, determined only where they are wrong, because that is expensive. */
export interface Origin {
  readonly remoteAddress: string
}

type Basic = NonNullable<PresentedCredentials['basic']>

type Identified = E.Either<Rejection, Principal>

/** Authenticates callers. */
export interface Authenticator {
  /**
   * Tries the locations in their documented order. Without credentials the caller is anonymous; an invalid token is never treated as none.
   * Invalid tokens are counted where their origin is given; too many are `Throttled`.
   */
  readonly identify: (presented: PresentedCredentials, needs: Needs, from?: Origin) => Identified
  /** By Basic credentials from an address: a token as the password, or a user's own name and password. Too many invalid ones are `Throttled`. */
  readonly identifyBasic: (basic: Basic, from: string) => Promise<E.Either<Rejection, SignedIn | DeployTokenHolder>>
  /** The holder of a token in Basic credentials, who is not let in by this; undefined for other passwords and for invalid tokens. */
  readonly holderOf: (basic: Basic) => SignedIn | DeployTokenHolder | undefined
  /**
   * By Basic credentials of package registries: a token as the password, with its own user name for a deploy token and any for others. Invalid
   * ones are counted; too many are `Throttled`.
   */
  readonly identifyByToken: (basic: Basic, needs: Needs, from: string) => Identified
  /** To be called with every event whose rows are committed, so that revoked tokens and blocked users are refused at once. */
  readonly forget: (events: ReadonlyArray<StoredEvent>) => void
}

export const makeAuthenticator = (
  forge: Forge,
  kinds: ReadonlyArray<TokenKind>,
  guessLimiter: GuessLimiter,
): Authenticator => {
  const cache = new TokenCache(forge, kinds)

  const aliveness = (token: KnownToken): Rejection | undefined => {
    if (token.isExpired(forge.clock.now())) return tokenExpired
    return token.revoked ? tokenRevoked : undefined
  }

  const isAdmin = ({ admin, credential }: KnownToken): boolean =>
    admin && administersBy(credential, timeAndReleaseOf(forge), forge.settings.current())

  /** A token is used where its holder is let in; a refused one is not. */
  const using = <Held>(token: KnownToken, held: E.Either<Rejection, Held>): E.Either<Rejection, Held> => {
    if (E.isRight(held)) cache.noteUse(token)
    return held
  }

  const accept = (token: KnownToken, needs: Needs, sudo: boolean): Identified => {
    const dead = aliveness(token)
    if (dead !== undefined) return E.left(dead)
    if (!sudo && !UNSCOPED.has(token.credential.kind) && !coversScopes(token.credential.scopes, needs))
      return E.left(insufficient([...(needs.scopes ?? []), ...BASE_SCOPES]))
    if (token.standing !== undefined) return E.left(token.standing)
    const held = holderBy(token, isAdmin(token))
    return needs.looksOnly === true ? held : using(token, held)
  }

  /** Cached tokens are free; a caller with too many invalid tokens is refused before the look-up. */
  const lookUp = (raw: string, from: Origin | undefined): KnownToken | 'throttled' | undefined => {
    const kept = cache.kept(raw)
    if (kept !== undefined || from === undefined) return kept ?? cache.find(raw)
    if (!guessLimiter.allowsToken(raw, from.remoteAddress)) return 'throttled'
    const found = cache.find(raw)
    if (found !== undefined) guessLimiter.tokenWasRight(from.remoteAddress)
    return found
  }

  const byBearer = (raw: string, needs: Needs, sudo: boolean, from?: Origin): Identified => {
    const exchanged = needs.takesConanToken === true ? readConanToken(forge, raw) : undefined
    const token = exchanged === undefined ? lookUp(raw, from) : cache.ofExchanged(exchanged)
    if (token === 'throttled') return E.left(tooManyGuesses)
    switch (token?.credential.kind) {
      case 'personal_access_token':
        return accept(token, needs, sudo)
      case 'oauth':
        return needs.refusesOAuth === true ? E.left(unauthenticated) : accept(token, needs, sudo)
      case 'job':
        return needs.takesJobToken === true ? accept(token, needs, sudo) : E.right(anonymous)
      case 'deploy':
        return needs.takesDeployToken === true ? accept(token, needs, sudo) : E.left(unauthenticated)
      default:
        return E.left(unauthenticated)
    }
  }

  const byKind = (
    raw: string,
    kind: KnownToken['credential']['kind'],
    needs: Needs,
    sudo: boolean,
    from: Origin | undefined,
  ): Identified => {
    const token = lookUp(raw, from)
    if (token === 'throttled') return E.left(tooManyGuesses)
    return token?.credential.kind === kind ? accept(token, needs, sudo) : E.left(unauthenticated)
  }

  const withoutSudo = (presented: PresentedCredentials, needs: Needs, from: Origin | undefined): Identified => {
    const { deployToken, bearer, privateToken, jobToken } = presented
    const sudo = presented.sudo !== undefined
    if (deployToken !== undefined && needs.takesDeployToken === true)
      return byKind(deployToken, 'deploy', needs, sudo, from)
    if (bearer !== undefined) return byBearer(bearer, needs, sudo, from)
    if (privateToken !== undefined) return byKind(privateToken, 'personal_access_token', needs, sudo, from)
    if (jobToken !== undefined && needs.takesJobToken === true) return byKind(jobToken, 'job', needs, sudo, from)
    return E.right(presented.session === undefined ? anonymous : principalOf(forge, presented.session, needs.method))
  }

  const asUser = (user: UserRow, credential: SignedIn['credential']): SignedIn => ({
    kind: 'user',
    userId: user.id,
    admin: user.admin,
    auditor: isAuditor(user, forge.instance.tier),
    external: user.external,
    credential,
  })

  const become = (wanted: string, caller: Principal): Identified => {
    if (caller.kind !== 'user') return E.left(unauthenticated)
    if (!caller.admin) return E.left(forbidden('Must be admin to use sudo'))
    const { credential } = caller
    if (credential.kind !== 'personal_access_token' && credential.kind !== 'oauth')
      return E.left(forbidden('Must be authenticated using an OAuth or Personal Access Token to use sudo'))
    if (!credential.scopes.includes('sudo')) return E.left(insufficient(['sudo']))
    const user = /^\d+$/.test(wanted) ? userById(forge, Number(wanted)) : userByName(forge, wanted)
    if (user === undefined) return E.left(notFound(`User with ID or username '${wanted}'`))
    return E.right(asUser(user, credential))
  }

  const byPassword = async (username: string, password: string): Promise<E.Either<Rejection, SignedIn>> => {
    const checked = await checkPassword(forge, { principal: anonymous }, { login: username, password })
    if (E.isLeft(checked)) return checked
    // A password alone is not accepted where a second factor is required: programs use a token instead.
    if (checked.right.twoFactor !== undefined) return E.left(unauthenticated)
    const { user } = checked.right
    return E.right(asUser(user, { kind: 'password', id: `user-${user.id}`, scopes: ['api'] }))
  }

  /** An attempt counts before the password is checked, as on the pages. */
  const guessPassword = async ({ username, password }: Basic, from: string): Promise<E.Either<Rejection, SignedIn>> => {
    const keys = passwordGuess(from, username)
    if (!guessLimiter.allows(...keys)) return E.left(tooManyGuesses)
    const found = await byPassword(username, password)
    if (E.isRight(found)) guessLimiter.wasRight(...keys)
    return found
  }

  const byRegistryToken = ({ username, password }: Basic, needs: Needs): Identified => {
    const deploy = password === '' ? undefined : cache.find(password)?.deploy
    if (password === '' || (deploy !== undefined && deploy.username !== username)) return E.left(unauthenticated)
    return byBearer(password, needs, false)
  }

  return {
    identify: (presented, needs, from) => {
      const caller = withoutSudo(presented, needs, from)
      if (presented.sudo === undefined || E.isLeft(caller)) return caller
      return become(presented.sudo, caller.right)
    },
    identifyBasic: async (basic, from) => {
      const token = basic.password === '' ? undefined : cache.find(basic.password)
      if (token === undefined) return guessPassword(basic, from)
      const refusal = aliveness(token) ?? token.standing
      if (refusal !== undefined) return E.left(refusal)
      if (token.deploy !== undefined && token.deploy.username !== basic.username) return E.left(unauthenticated)
      // Git clients are outside of admin mode.
      return using(token, holderBy(token, token.admin))
    },
    holderOf: ({ password }) => {
      const token = password === '' ? undefined : cache.find(password)
      if (token === undefined || (aliveness(token) ?? token.standing) !== undefined) return undefined
      const holder = holderBy(token, token.admin)
      return E.isRight(holder) ? holder.right : undefined
    },
    identifyByToken: (basic, needs, from) => {
      const found = byRegistryToken(basic, needs)
      if (E.isRight(found) || found.left !== unauthenticated || guessLimiter.allows(registryGuess(from))) return found
      return E.left(tooManyGuesses)
    },
    forget: (events) => cache.forget(events),
  }
}
