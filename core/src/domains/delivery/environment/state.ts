import type { Instant } from '../../../kernel/index.js'
import type { EnvironmentTier } from '../environment-naming/tier.js'

/** The states of an environment. */
export const ENVIRONMENT_STATES = ['available', 'stopping', 'stopped'] as const
export type EnvironmentStatus = (typeof ENVIRONMENT_STATES)[number]

/** An environment as `decide` needs it. */
export interface LiveEnvironment {
  readonly kind: 'live'
  readonly projectId: number
  readonly name: string
  readonly slug: string
  readonly externalUrl: string | null
  readonly tier: EnvironmentTier
  readonly status: EnvironmentStatus
  /** When it stops automatically. */
  readonly stopAt: Instant | null
  /** When it is deleted automatically. */
  readonly deleteAt: Instant | null
}

export type EnvironmentState = { readonly kind: 'none' } | LiveEnvironment | { readonly kind: 'deleted' }

/** The text before the first slash: environments of one folder belong together. */
export const folderOf = (name: string): string | null => {
  const slash = name.indexOf('/')
  return slash < 0 ? null : name.slice(0, slash)
}
