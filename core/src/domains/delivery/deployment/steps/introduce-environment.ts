import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { executeOrRetry, valueOrRetry } from '../../../../app/reactors.js'
import { beginIntroduced } from '../../environment/steps/ensure-environment.js'
import { deployment } from '../decider.js'

/**
 * Makes the environment that a deployment was recorded beside, where a crash came between the two. Where it can never come, since its name was
 * taken over meanwhile, the deployment is deleted: no client has been told that it was recorded. Throws `RetryableError`.
 */
export const introduceEnvironment = async (
  forge: Forge,
  context: CommandContext,
  id: number,
  name: string,
): Promise<void> => {
  if (!forge.read.deployments.awaitsEnvironment(id)) return
  const found = valueOrRetry(await forge.aggregates.load(deployment, id))?.state
  if (found?.kind !== 'live') return
  const { projectId, environmentId } = found
  const wanted = { projectId, name, externalUrl: null, tier: undefined }
  if (await beginIntroduced(forge, context, environmentId, wanted)) return
  await executeOrRetry(forge, deployment, id, { type: 'DeleteWithEnvironment' }, withNewCommandId(forge, context))
}
