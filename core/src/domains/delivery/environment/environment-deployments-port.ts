import type { CommandContext } from '../../../app/command-context.js'

/** The deployments to environments, as environments ask for them: the domain of deployments provides them. */
export interface EnvironmentDeployments {
  /** Deletes the deployments of an environment that is gone; a reactor makes good what fails here. */
  readonly deleteAll: (context: CommandContext, environmentId: number) => Promise<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly environmentDeployments: EnvironmentDeployments
  }
}
