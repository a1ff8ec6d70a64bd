import type { Forge } from '../../../../app/forge.js'
import { TIERS } from '../../environment-naming/tier.js'
import type { PlannedJob } from '../ci/planner.js'
import type { BridgeTrigger, JobData } from '../events.js'
import type { MergeRequestFacts } from '../merge-request-variables.js'
import { sealedVariables } from '../variables.js'
import type { NewPipeline } from './plan-pipeline.js'

/** A job as its pipeline records it. */
export const jobOf = (
  id: number,
  { job, when, allowFailure, stageIndex, place, resourceGroup, tags, allowedExitCodes, ruleVariables }: PlannedJob,
  userId: number | null,
  resourceGroups: ReadonlySet<string>,
  bridge: BridgeTrigger | undefined,
): JobData => {
  const { environment } = job
  const tier = TIERS.find((one) => one === environment?.tier)
  return {
    id,
    name: job.name,
    stage: job.stage,
    stageIndex,
    kind: bridge === undefined ? 'build' : 'bridge',
    when,
    allowFailure,
    status: 'created',
    environment: place?.name ?? null,
    environmentUrl: place === undefined || place.url === '' ? null : place.url,
    environmentAction: environment?.action ?? null,
    ...(tier === undefined ? {} : { environmentTier: tier }),
    ...(environment?.onStop == null ? {} : { onStop: environment.onStop }),
    ...(environment?.autoStopIn == null ? {} : { autoStopIn: environment.autoStopIn }),
    ...(job.needs === undefined ? {} : { needs: job.needs.map((need) => need.job) }),
    ...(job.startIn === undefined ? {} : { startIn: job.startIn }),
    ...(resourceGroup === undefined || !resourceGroups.has(resourceGroup) ? {} : { resourceGroup }),
    ...(tags.length === 0 ? {} : { tags: [...new Set(tags)] }),
    ...(Object.keys(ruleVariables).length === 0 ? {} : { ruleVariables }),
    ...(allowedExitCodes.length === 0 ? {} : { allowedExitCodes }),
    ...(job.coverage === undefined ? {} : { coveragePattern: job.coverage }),
    ...(bridge === undefined ? {} : { trigger: bridge }),
    targetUrl: null,
    description: null,
    userId,
  }
}

const recordedOf = ({ details: _, ...request }: MergeRequestFacts): NonNullable<BridgeTrigger['mergeRequest']> =>
  request

/** What a bridge starts. A child pipeline is about the merge request of its parent, which is not known later. */
export const bridgeOf = (
  forge: Forge,
  { trigger }: PlannedJob,
  { mergeRequest }: Pick<NewPipeline, 'mergeRequest'>,
): BridgeTrigger | undefined => {
  if (trigger === undefined) return undefined
  const { variables: given, files, ...rest } = trigger
  const variables = Object.entries(given).map(([key, value]) => ({ key, value, type: 'env_var' as const }))
  return {
    ...rest,
    ...(files.every((file) => typeof file === 'string') ? { files } : { files: [], include: files }),
    variables: [],
    ...sealedVariables(forge, variables),
    ...(trigger.project === null && mergeRequest !== undefined ? { mergeRequest: recordedOf(mergeRequest) } : {}),
  }
}
