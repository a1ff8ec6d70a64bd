import type { Instant } from '../kernel/instant.js'

/** Time-based one-time codes of authenticator apps (TOTP, RFC 6238). */
export interface OneTimeCodes {
  /** A new shared secret, in base32. */
  readonly newSecret: () => string
  /** The text that an authenticator app reads (key URI format). */
  readonly keyUri: (account: string, issuer: string, secret: string) => string
  /** The time step at which a code matches the secret, among those that are accepted at this moment; undefined where it matches none. */
  readonly stepOf: (secret: string, code: string, now: Instant) => number | undefined
}

declare module '../app/forge.js' {
  interface Forge {
    readonly oneTimeCodes: OneTimeCodes
  }
}
