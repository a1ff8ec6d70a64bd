import type { EnvironmentTier } from './tier.js'

export interface LiveEnvironment {
  readonly kind: 'live'
  readonly projectId: number
  readonly name: string
  readonly slug: string
  readonly externalUrl: string | null
  readonly tier: EnvironmentTier
  readonly status: 'available' | 'stopped'
}

export type EnvironmentState = { readonly kind: 'none' } | LiveEnvironment | { readonly kind: 'deleted' }

/** The text before the first slash: environments of one folder belong together. */
export const folderOf = (name: string): string | null => {
  const slash = name.indexOf('/')
  return slash < 0 ? null : name.slice(0, slash)
}
