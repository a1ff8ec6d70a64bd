import type { Instant } from '../../../kernel/index.js'
import type { EnvironmentTier } from '../environment-naming/tier.js'

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
  /** It is to stop by itself then, unless it is put off again. */
  | { readonly type: 'PlanStop'; readonly stopAt: Instant }
  /** A job is on its way to stop it. */
  | { readonly type: 'BeginStop' }
  | { readonly type: 'Stop' }
  /** A successful deployment wakes a stopped environment; a job that could not stop it leaves it as it was. */
  | { readonly type: 'MakeAvailable' }
  /** It is to be deleted by itself then, unless it is made available before. */
  | { readonly type: 'ScheduleDeletion'; readonly deleteAt: Instant }
  | { readonly type: 'Delete' }
