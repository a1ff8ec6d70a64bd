import { type Reactor, reaction } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { environment } from '../../environment/decider.js'
import { deployment } from '../decider.js'

const NAME = 'deployments-of-gone-environments'

/** Deletes what an environment leaves behind, should the request that deleted it have been cut short. */
export const remainsOfEnvironments: Reactor = {
  name: NAME,
  filter: { categories: [environment.category], types: ['EnvironmentDeleted'] },
  react: async (forge, stored) => {
    for (const id of forge.read.deployments.ofEnvironment(Number(idOf(stored.stream))))
      await forge.aggregates.execute(
        deployment,
        id,
        { type: 'DeleteWithEnvironment' },
        reaction(forge, NAME, stored, `${NAME}-${id}`),
      )
  },
}
