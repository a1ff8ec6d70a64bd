import type { ProtectedBranchData, ProtectionDetails } from './events.js'

export type ProtectedBranchCommand =
  | ({ readonly type: 'Protect' } & ProtectedBranchData)
  | {
      readonly type: 'Change'
      readonly changes: { readonly [K in keyof ProtectionDetails]?: ProtectionDetails[K] | undefined }
    }
  | { readonly type: 'Unprotect' }
  | { readonly type: 'LeaveOpen'; readonly projectId: number; readonly branch: string }
