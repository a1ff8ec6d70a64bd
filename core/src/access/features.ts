/** Parts of a project that can be switched off or kept for its members. */
export const FEATURES = [
  'analytics',
  'builds',
  'containerRegistry',
  'environments',
  'featureFlags',
  'forking',
  'infrastructure',
  'issues',
  'mergeRequests',
  'monitor',
  'operations',
  'pages',
  'releases',
  'repository',
  'requirements',
  'securityAndCompliance',
  'snippets',
  'wiki',
] as const
export type Feature = (typeof FEATURES)[number]

/** The access levels of a feature: for no one, for members, for everyone who sees the project, for everyone (pages only). */
export const FEATURE_LEVELS = ['disabled', 'private', 'enabled', 'public'] as const
export type FeatureLevel = (typeof FEATURE_LEVELS)[number]

export type FeatureLevels = Readonly<Record<Feature, FeatureLevel>>

/** What a new project begins with. */
export const defaultFeatures: FeatureLevels = {
  analytics: 'enabled',
  builds: 'enabled',
  containerRegistry: 'enabled',
  environments: 'enabled',
  featureFlags: 'enabled',
  forking: 'enabled',
  infrastructure: 'enabled',
  issues: 'enabled',
  mergeRequests: 'enabled',
  monitor: 'enabled',
  operations: 'enabled',
  pages: 'private',
  releases: 'enabled',
  repository: 'enabled',
  requirements: 'enabled',
  securityAndCompliance: 'private',
  snippets: 'enabled',
  wiki: 'enabled',
}
