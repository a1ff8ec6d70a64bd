import type { ProtectionTerms } from './events.js'
import type { ProtectionScope } from './state.js'

export type ProtectedEnvironmentCommand =
  | ({
      readonly type: 'Protect'
      readonly scope: ProtectionScope
      readonly scopeId: number
      readonly name: string
    } & ProtectionTerms)
  /** `seen`: the terms that the change was made from; should they have changed meanwhile, it is void. */
  | ({ readonly type: 'Change'; readonly seen?: ProtectionTerms } & ProtectionTerms)
  | { readonly type: 'Unprotect' }
