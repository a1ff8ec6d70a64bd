import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Forge } from '@forgefold/core/app'
import type { IssuedTokens } from '@forgefold/core/domains/identity/oauth-token'
import { millisecondsOf } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { JWK } from 'jose'
import { claimsOf, directGroups } from './claims.js'

/** The key that signs id_tokens, with its published public half. */
export interface SigningPair {
  readonly key: KeyObject
  readonly publicKey: JWK
}

/** The pair, generated or loaded at its first use: an RSA key takes time, and most forges of a test sign nothing. */
export type IdTokens = () => Promise<SigningPair>

type Load = () => Promise<KeyObject>

const prepared = async (load: Load, idOf: (key: KeyObject) => string): Promise<SigningPair> => {
  const key = await load()
  const shown = createPublicKey(key).export({ format: 'jwk' }) as JWK
  return { key, publicKey: { ...shown, kid: idOf(key), alg: 'RS256', use: 'sig' } }
}

/** Prepares an RSA key for signing, once, and anew after a failure; its id is its own thumbprint's place in the set. */
export const makeIdTokens = (load: Load, idOf: (key: KeyObject) => string): IdTokens => {
  let pair: Promise<SigningPair> | undefined
  return () => {
    pair ??= prepared(load, idOf).catch((error: unknown) => {
      pair = undefined
      throw error
    })
    return pair
  }
}

const LIFETIME_SECONDS = 120

const subject = t.type({ sub: t.string })

/** The user of an id_token of this instance, even an expired one; undefined if it is none (OpenID Connect Core §3.1.2.1, id_token_hint). */
export const subjectOf = async (idTokens: IdTokens, token: string): Promise<string | undefined> => {
  const { key } = await idTokens()
  const { compactVerify } = await import('jose')
  const verified = await compactVerify(token, createPublicKey(key), { algorithms: ['RS256'] }).catch(() => undefined)
  if (verified === undefined) return undefined
  const said = subject.decode(JSON.parse(Buffer.from(verified.payload).toString('utf8')))
  return E.isLeft(said) ? undefined : said.right.sub
}

/** The id_token next to the access token, if the scopes ask for it (OpenID Connect Core §2). */
export const idTokenFor = async (
  forge: Forge,
  idTokens: IdTokens,
  tokens: IssuedTokens & { readonly nonce?: string | null },
  clientId: string | undefined,
  issuer: string,
): Promise<string | undefined> => {
  if (!tokens.scopes.includes('openid') || tokens.userId === null || clientId === undefined) return undefined
  const claims = claimsOf(forge, tokens.userId, tokens.scopes)
  if (claims === undefined) return undefined
  const { key, publicKey } = await idTokens()
  const { sub, ...rest } = claims
  const nonce = tokens.nonce ?? undefined
  const authTime =
    tokens.authenticatedAt === null ? undefined : Math.floor(millisecondsOf(tokens.authenticatedAt) / 1000)
  const { SignJWT } = await import('jose')
  return new SignJWT({
    ...rest,
    groups_direct: directGroups(forge, tokens.userId),
    ...(authTime === undefined ? {} : { auth_time: authTime }),
    ...(nonce === undefined ? {} : { nonce }),
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: publicKey.kid ?? '' })
    .setIssuer(issuer)
    .setSubject(sub)
    .setAudience(clientId)
    .setIssuedAt(tokens.createdAt)
    .setExpirationTime(tokens.createdAt + LIFETIME_SECONDS)
    .sign(key)
}
