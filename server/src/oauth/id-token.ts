import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Forge } from '@forgefold/core/app'
import type { IssuedTokens } from '@forgefold/core/domains/oauth-token'
import { exportJWK, type JWK, SignJWT } from 'jose'
import { claimsOf } from './claims.js'

/** The key that signs id_tokens, with its public half as it is published. */
export interface IdTokens {
  readonly key: KeyObject
  readonly publicKey: JWK
}

/** Prepares an RSA key for signing; its id is its own thumbprint's place in the set. */
export const makeIdTokens = async (key: KeyObject, keyId: string): Promise<IdTokens> => ({
  key,
  publicKey: { ...(await exportJWK(createPublicKey(key))), kid: keyId, alg: 'RS256', use: 'sig' },
})

const LIFETIME_SECONDS = 120

/** The id_token beside the tokens, where the scopes ask for it (OpenID Connect Core §2). */
export const idTokenFor = async (
  forge: Forge,
  { key, publicKey }: IdTokens,
  tokens: IssuedTokens & { readonly nonce?: string | null },
  clientId: string | undefined,
  issuer: string,
): Promise<string | undefined> => {
  if (!tokens.scopes.includes('openid') || tokens.userId === null || clientId === undefined) return undefined
  const claims = claimsOf(forge, tokens.userId, tokens.scopes)
  if (claims === undefined) return undefined
  const { sub, ...rest } = claims
  const nonce = tokens.nonce ?? undefined
  return new SignJWT({ ...rest, auth_time: tokens.createdAt, ...(nonce === undefined ? {} : { nonce }) })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: publicKey.kid ?? '' })
    .setIssuer(issuer)
    .setSubject(sub)
    .setAudience(clientId)
    .setIssuedAt(tokens.createdAt)
    .setExpirationTime(tokens.createdAt + LIFETIME_SECONDS)
    .sign(key)
}
