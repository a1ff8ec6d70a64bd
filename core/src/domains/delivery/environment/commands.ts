import type { Instant } from '../../../kernel/index.js'
import type { EnvironmentTier } from '../environment-naming/tier.js'

export type EnvironmentCommand =
  | {
      readonly type: 'Create'
      readonly projectId: number
      readonly name: string
      /** Derived from the name by `slugOf`. */
      readonly slug: string
      readonly externalUrl: string | null
      readonly tier: EnvironmentTier | undefined
    }
  | {
      readonly type: 'Change'
      readonly name?: string
      readonly externalUrl?: string | null
      readonly tier?: EnvironmentTier
    }
  /** It stops automatically at this time, unless it is postponed. */
  | { readonly type: 'PlanStop'; readonly stopAt: Instant }
  /** A job that stops it has been started. */
  | { readonly type: 'BeginStop' }
  | { readonly type: 'Stop' }
  /** After a successful deployment to a stopped environment, and after a job failed to stop it. */
  | { readonly type: 'MakeAvailable' }
  /** It is deleted automatically at this time, unless it is made available before. */
  | { readonly type: 'ScheduleDeletion'; readonly deleteAt: Instant }
  | { readonly type: 'Delete' }
