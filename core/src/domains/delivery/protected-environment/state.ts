import type { ProtectionTerms } from './events.js'

export type ProtectionScope = 'project' | 'group'

/** A protection as its decider remembers it. */
export interface LiveProtection extends ProtectionTerms {
  readonly kind: 'live'
  readonly scope: ProtectionScope
  readonly scopeId: number
  readonly name: string
}

export type ProtectedEnvironmentState = { readonly kind: 'none' } | LiveProtection | { readonly kind: 'deleted' }
