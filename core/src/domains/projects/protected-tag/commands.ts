import type { TagProtection } from './events.js'

export type ProtectedTagCommand =
  | ({ readonly type: 'Protect' } & TagProtection)
  | { readonly type: 'Unprotect'; readonly name: string }
