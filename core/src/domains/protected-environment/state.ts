import type { ProtectionTerms } from './events.js'

export type ProtectionScope = 'project' | 'group'

export interface LiveProtection extends ProtectionTerms {
  readonly kind: 'live'
  readonly scope: ProtectionScope
  readonly scopeId: number
  readonly name: string
}

export type ProtectedEnvironmentState = { readonly kind: 'none' } | LiveProtection | { readonly kind: 'deleted' }
