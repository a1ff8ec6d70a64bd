import type { Changes } from '../../../kernel/index.js'
import type { ProtectedBranchData, ProtectionDetails } from './events.js'

export type ProtectedBranchCommand =
  | ({ readonly type: 'Protect' } & ProtectedBranchData)
  | {
      readonly type: 'Change'
      readonly changes: Changes<ProtectionDetails>
    }
  | { readonly type: 'Unprotect' }
  | { readonly type: 'LeaveOpen'; readonly projectId: number; readonly branch: string }
