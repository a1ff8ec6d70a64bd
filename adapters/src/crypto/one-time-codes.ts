import { createRequire } from 'node:module'
import { type Instant, millisecondsOf } from '@forgefold/core/kernel'
import type { OneTimeCodes } from '@forgefold/core/ports'

/** A shared secret, as the library represents it. */
interface Secret {
  readonly base32: string
}

/** The part of `otpauth` that is used. */
interface Library {
  readonly Secret: {
    new (options: { readonly size: number }): Secret
    readonly fromBase32: (text: string) => Secret
  }
  readonly TOTP: {
    new (options: {
      readonly issuer: string
      readonly label: string
      readonly secret: Secret
    }): { readonly toString: () => string }
    readonly generate: (options: {
      readonly secret: Secret
      readonly period: number
      readonly timestamp: number
    }) => string
  }
}

// Loaded when the first code is checked, to keep the start short.
const library = (): Library => createRequire(import.meta.url)('otpauth')

/** Bytes of a shared secret (RFC 4226 §4 recommends 160 bits). */
const SECRET_BYTES = 20
/** How many seconds a code is valid. */
const STEP_SECONDS = 30
/** Codes of neighbouring steps are accepted, because clocks differ (RFC 6238 §5.2). */
const DRIFT = 1

const stepOf = (secret: string, code: string, now: Instant): number | undefined => {
  const { Secret, TOTP } = library()
  const shared = Secret.fromBase32(secret)
  const current = Math.floor(millisecondsOf(now) / 1000 / STEP_SECONDS)
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    const timestamp = step * STEP_SECONDS * 1000
    if (TOTP.generate({ secret: shared, period: STEP_SECONDS, timestamp }) === code) return step
  }
  return undefined
}

/**
 * One-time codes of six digits that change every 30 seconds (TOTP with SHA-1, RFC 6238), as authenticator apps show them.
 *
 * @example
 * assert.equal(makeOneTimeCodes().newSecret().length, 32)
 */
export const makeOneTimeCodes = (): OneTimeCodes => ({
  newSecret: () => new (library().Secret)({ size: SECRET_BYTES }).base32,
  keyUri: (account, issuer, secret) => {
    const { Secret, TOTP } = library()
    return new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret) }).toString()
  },
  stepOf,
})
