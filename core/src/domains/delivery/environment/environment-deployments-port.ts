import type { CommandContext } from '../../../app/command-context.js'

/** The deployments to environments, as the environment domain needs them; the deployment domain implements it. */
export interface EnvironmentDeployments {
  /** Deletes the deployments of a deleted environment; a reactor catches up on failures. */
  readonly deleteAll: (context: CommandContext, environmentId: number) => Promise<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly environmentDeployments: EnvironmentDeployments
  }
}
