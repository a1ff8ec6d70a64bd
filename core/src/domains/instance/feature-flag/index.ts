/** Feature flags of the instance, as administrators set them: records that no feature of Forgefold depends on. */
export {
  type FeatureFlagCommand,
  type FeatureFlagEvent,
  type FeatureFlagState,
  type FeatureGates,
  featureFlag,
  type GateChange,
} from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
