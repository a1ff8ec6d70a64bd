import type { ProtectionTerms } from './events.js'
import type { ProtectionScope } from './state.js'

export type ProtectedEnvironmentCommand =
  | ({
      readonly type: 'Protect'
      readonly scope: ProtectionScope
      readonly scopeId: number
      readonly name: string
    } & ProtectionTerms)
  | ({ readonly type: 'Change' } & ProtectionTerms)
  | { readonly type: 'Unprotect' }
