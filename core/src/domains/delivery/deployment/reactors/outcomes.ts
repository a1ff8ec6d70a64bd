import * as E from 'fp-ts/lib/Either.js'
import { type Reactor, reaction } from '../../../../app/reactors.js'
import { idOf, userIdOf } from '../../../../kernel/index.js'
import { deployment } from '../decider.js'
import { goOnAfterApproval, stopAfterRejection } from '../use-cases/approve.js'
import { dropOutdated } from '../use-cases/outdated.js'
import { settleSuccess } from '../use-cases/settle.js'

const NAME = 'deployment-outcomes'

/** What follows from a deployment's start, from the end of its waiting and from its success, should the request that caused it have been cut short. */
export const deploymentOutcomes: Reactor = {
  name: NAME,
  filter: {
    categories: [deployment.category],
    types: ['ApprovalGiven', 'DeploymentStarted', 'DeploymentUnblocked', 'DeploymentSucceeded'],
  },
  react: async (forge, stored) => {
    const decoded = deployment.events.decode(stored)
    const row = forge.read.deployments.byId(Number(idOf(stored.stream)))
    if (E.isLeft(decoded) || row === undefined) return
    const context = reaction(forge, NAME, stored)
    const event = decoded.right
    if (event.type === 'DeploymentStarted') await dropOutdated(forge, context, row)
    if (event.type === 'DeploymentSucceeded') await settleSuccess(forge, context, row)
    if (event.type === 'ApprovalGiven' && event.data.status === 'rejected')
      await stopAfterRejection(forge, context, row)
    const userId = userIdOf(stored.metadata.actor)
    if (event.type === 'DeploymentUnblocked' && userId !== undefined)
      await goOnAfterApproval(forge, context, row, userId)
  },
}
