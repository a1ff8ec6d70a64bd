/** Environments of a project: name, slug, tier, state. */
export * from './commands.js'
export * from './decider.js'
export type { EnvironmentDeployments } from './environment-deployments-port.js'
export * from './events.js'
export * from './queries.js'
export { environmentsOfDeletedBranches } from './reactors.js'
export * from './state.js'
export * from './use-cases/index.js'
