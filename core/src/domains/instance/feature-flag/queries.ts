import type { FeatureGates } from './aggregate.js'

export interface FeatureFlagRow {
  readonly name: string
  readonly gates: FeatureGates
}

export interface FeatureFlagQueries {
  /** By name. */
  readonly list: () => ReadonlyArray<FeatureFlagRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly featureFlags: FeatureFlagQueries
  }
}
