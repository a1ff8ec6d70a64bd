import type { ProtectedBranchData } from './events.js'

export type ProtectedBranchState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & ProtectedBranchData)
  /** Unprotected again, or never protected. */
  | { readonly kind: 'over' }
