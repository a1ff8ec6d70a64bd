import type { RegistrationOwner } from './aggregate.js'

export interface RegistrationTokenQueries {
  /** How often the token was reset. */
  readonly resets: (owner: RegistrationOwner) => number
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly registrationTokens: RegistrationTokenQueries
  }
}
