import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../app/forge.js'
import { executeOrRetry, type Reactor, reaction } from '../../../app/reactors.js'
import { idOf, type StoredEvent, userIdOf } from '../../../kernel/index.js'
import { environment } from '../environment/decider.js'
import { pipeline } from '../pipeline/decider.js'
import { deployment } from './decider.js'
import { continueAfterApproval, stopAfterRejection } from './steps/follow-approval.js'
import { deployByJob, followJob } from './steps/follow-job.js'
import { dropOutdatedDeployments, followSuccess } from './steps/follow-success.js'
import { introduceEnvironment } from './steps/introduce-environment.js'

const OF_JOBS = 'deployments-of-jobs'

/** Creates the deployment of each job that deploys; it follows the job from then on. */
export const deploymentsOfJobs: Reactor = {
  name: OF_JOBS,
  filter: { categories: [pipeline.category], types: ['JobsAdded', 'JobMoved'] },
  react: async (forge, stored) => {
    const decoded = pipeline.events.decode(stored)
    if (E.isLeft(decoded)) return
    const event = decoded.right
    // Most jobs have no environment. A context is made only for those that have one, because deriving its id costs a hash.
    if (event.type === 'JobsAdded')
      for (const job of event.data.jobs)
        if (job.environment !== null)
          await deployByJob(
            forge,
            reaction(forge, OF_JOBS, stored, `${OF_JOBS}-${job.id}`),
            Number(idOf(stored.stream)),
            job,
          )
    if (event.type === 'JobMoved' && forge.read.pipelines.jobById(event.data.jobId)?.environment != null)
      await followJob(forge, reaction(forge, OF_JOBS, stored), event.data)
  },
}

const OUTCOMES = 'deployment-outcomes'

/** Most starts have no consequences. The command context is made only where there are some, because deriving its id costs a hash. */
const afterStart = async (forge: Forge, stored: StoredEvent): Promise<void> => {
  const row = forge.read.deployments.byId(Number(idOf(stored.stream)))
  if (row === undefined || forge.read.deployments.olderJobs(row.environmentId, row.id).length === 0) return
  await dropOutdatedDeployments(forge, reaction(forge, OUTCOMES, stored), row)
}

/** The environment of a deployment that was created together with it, and consequences of its start, approval and success, where the request that caused them was interrupted. */
export const deploymentOutcomes: Reactor = {
  name: OUTCOMES,
  filter: {
    categories: [deployment.category],
    types: [
      'EnvironmentIntroduced',
      'ApprovalGiven',
      'DeploymentStarted',
      'DeploymentUnblocked',
      'DeploymentSucceeded',
    ],
  },
  react: async (forge, stored) => {
    if (stored.type === 'DeploymentStarted') return afterStart(forge, stored)
    const decoded = deployment.events.decode(stored)
    if (E.isLeft(decoded)) return
    const id = Number(idOf(stored.stream))
    const context = reaction(forge, OUTCOMES, stored)
    const event = decoded.right
    if (event.type === 'EnvironmentIntroduced') await introduceEnvironment(forge, context, id, event.data.name)
    const row = forge.read.deployments.byId(id)
    if (row === undefined) return
    if (event.type === 'DeploymentSucceeded') await followSuccess(forge, context, row)
    if (event.type === 'ApprovalGiven' && event.data.status === 'rejected')
      await stopAfterRejection(forge, context, row)
    const userId = userIdOf(stored.metadata.actor)
    if (event.type === 'DeploymentUnblocked' && userId !== undefined)
      await continueAfterApproval(forge, context, row, userId)
  },
}

const REMAINS = 'deployments-of-gone-environments'

/** Deletes the deployments of a deleted environment, where the request that deleted it was interrupted. */
export const deploymentsOfDeletedEnvironments: Reactor = {
  name: REMAINS,
  filter: { categories: [environment.category], types: ['EnvironmentDeleted'] },
  react: async (forge, stored) => {
    for (const id of forge.read.deployments.ofEnvironment(Number(idOf(stored.stream))))
      await executeOrRetry(
        forge,
        deployment,
        id,
        { type: 'DeleteWithEnvironment' },
        reaction(forge, REMAINS, stored, `${REMAINS}-${id}`),
      )
  },
}
