import type { EnvironmentTier } from './tier.js'

export type EnvironmentCommand =
  | {
      readonly type: 'Create'
      readonly projectId: number
      readonly name: string
      /** Made from the name by `slugOf`. */
      readonly slug: string
      readonly externalUrl: string | null
      readonly tier: EnvironmentTier | undefined
    }
  | { readonly type: 'Change'; readonly externalUrl?: string | null; readonly tier?: EnvironmentTier }
  | { readonly type: 'Stop' }
  /** A successful deployment wakes a stopped environment. */
  | { readonly type: 'MakeAvailable' }
  | { readonly type: 'Delete' }
