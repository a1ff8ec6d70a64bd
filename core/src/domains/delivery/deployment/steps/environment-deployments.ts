import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { EnvironmentDeployments } from '../../environment/environment-deployments-port.js'
import { deployment } from '../decider.js'

/** The deployments to environments, through the interface that environments declare. */
export const environmentDeploymentsOf = (forge: () => Forge): EnvironmentDeployments => ({
  deleteAll: async (context, environmentId) => {
    const { read, aggregates } = forge()
    for (const id of read.deployments.ofEnvironment(environmentId))
      await aggregates.execute(deployment, id, { type: 'DeleteWithEnvironment' }, withNewCommandId(forge(), context))
  },
})
