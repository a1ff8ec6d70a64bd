import type { Forge } from '@forgefold/core/app'
import { millisecondsOf } from '@forgefold/core/kernel'
import * as t from 'io-ts'

/** After this time the client signs in again. */
const LIFETIME_SECONDS = 3600
/** Tolerates clients whose clocks are behind. */
const LEEWAY_SECONDS = 5

const HEADER = { alg: 'HS256', typ: 'JWT' }

const claims = t.type({ exp: t.number, token: t.string })

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const signatureOf = ({ secrets }: Forge, said: string): string =>
  Buffer.from(secrets.keyedDigest(`conan token\0${said}`), 'hex').toString('base64url')

const nowIn = (forge: Forge): number => Math.floor(millisecondsOf(forge.clock.now()) / 1000)

/** The content of a Conan token. */
export interface ExchangedToken {
  /** The digest of the token for which it was issued. */
  readonly digest: string
  readonly isExpired: boolean
}

/** A JSON Web Token (RFC 7519) that stands for the token of that digest for an hour, while that is valid; the same for the same moment, as for every read. */
export const conanTokenFor = (forge: Forge, digest: string): string => {
  const iat = nowIn(forge)
  const payload = { iat, nbf: iat - LEEWAY_SECONDS, exp: iat + LIFETIME_SECONDS, token: digest }
  const said = `${encoded(HEADER)}.${encoded(payload)}`
  return `${said}.${signatureOf(forge, said)}`
}

/** The content of a Conan token of this instance; undefined for other tokens. */
export const readConanToken = (forge: Forge, raw: string): ExchangedToken | undefined => {
  const end = raw.lastIndexOf('.')
  const said = raw.slice(0, Math.max(end, 0))
  const middle = said.split('.')[1]
  if (middle === undefined || !forge.secrets.equal(raw.slice(end + 1), signatureOf(forge, said))) return undefined
  const read: unknown = JSON.parse(Buffer.from(middle, 'base64url').toString('utf8'))
  return claims.is(read) ? { digest: read.token, isExpired: nowIn(forge) >= read.exp } : undefined
}
