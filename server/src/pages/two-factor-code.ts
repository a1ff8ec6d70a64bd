import { createRequire } from 'node:module'
import type { Caller, Forge } from '@forgefold/core/app'
import { useSecondFactor } from '@forgefold/core/domains/identity/user'
import { millisecondsOf } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'

/** A shared secret, as the library represents it. */
interface Secret {
  readonly base32: string
}

/** The part of `otpauth` that is used. */
interface OneTimeCodes {
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

/** Loaded when the first code is checked. */
const codes = (): OneTimeCodes => createRequire(import.meta.url)('otpauth')

/** How many seconds a code is valid. */
const STEP_SECONDS = 30
/** Codes of neighbouring steps are accepted, because clocks differ. */
const DRIFT = 1

/** The time step of the code, if it matches one near the present. */
const stepOf = (secret: string, code: string, nowMs: number): number | undefined => {
  const { Secret, TOTP } = codes()
  const shared = Secret.fromBase32(secret)
  const current = Math.floor(nowMs / 1000 / STEP_SECONDS)
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    const timestamp = step * STEP_SECONDS * 1000
    if (TOTP.generate({ secret: shared, period: STEP_SECONDS, timestamp }) === code) return step
  }
  return undefined
}

export const makeTwoFactorSecret = (): string => new (codes().Secret)({ size: 20 }).base32

/** The text that an authenticator app reads (key URI format). */
export const keyUri = (account: string, issuer: string, secret: string): string => {
  const { Secret, TOTP } = codes()
  return new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret) }).toString()
}

/** Whether the code matches a secret that is not in use yet. */
export const fitsSecret = (forge: Forge, secret: string, code: string): boolean =>
  stepOf(secret, code.replace(/\s/g, ''), millisecondsOf(forge.clock.now())) !== undefined

/** Consumes a one-time or recovery code of a user; false if it is neither or was used before. */
export const passesSecondFactor = async (
  forge: Forge,
  caller: Caller,
  userId: number,
  code: string,
): Promise<boolean> => {
  const now = millisecondsOf(forge.clock.now())
  const stepNow = (secret: string, given: string): number | undefined => stepOf(secret, given, now)
  return E.isRight(await useSecondFactor(forge, caller, { userId, code, stepOf: stepNow }))
}
