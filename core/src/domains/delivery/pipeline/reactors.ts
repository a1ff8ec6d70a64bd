import * as E from 'fp-ts/lib/Either.js'
import { anonymous } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { type Reactor, RetryableError, reaction, valueOrRetry } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { isObjectId } from '../../../ports/git.js'
import { principalOfUser } from '../../identity/user/use-cases/read.js'
import { repository } from '../../projects/repository/aggregate.js'
import { pushVariables } from '../../projects/repository/push-options.js'
import { resourceGroup } from '../resource-group/aggregate.js'
import { ensureResourceGroups } from '../resource-group/steps/ensure-groups.js'
import { pipeline } from './decider.js'
import type { PipelineEvent } from './events.js'
import type { CiStatus } from './status.js'
import { assignResource } from './steps/assign-resource.js'
import { startDownstream, tellUpstream } from './steps/start-downstream.js'
import { maySetVariables } from './steps/user-variables.js'
import { createPipeline } from './use-cases/create.js'

const RESOURCES = 'resource-groups'

/** Status changes that let no other job start. */
const UNFINISHED: ReadonlyArray<CiStatus> = ['created', 'scheduled', 'pending', 'running']

const NEW_GROUPS = 'resource-groups-of-jobs'

/** Creates the resource groups of new jobs, where the request that added these was interrupted. */
export const resourceGroupsOfJobs: Reactor = {
  name: NEW_GROUPS,
  filter: { categories: [pipeline.category], types: ['JobsAdded'] },
  react: async (forge, stored) => {
    const decoded = pipeline.events.decode(stored)
    if (E.isLeft(decoded) || decoded.right.type !== 'JobsAdded') return
    const keys = new Set(decoded.right.data.jobs.flatMap(({ resourceGroup: key }) => key ?? []))
    const row = keys.size === 0 ? undefined : forge.read.pipelines.byId(Number(idOf(stored.stream)))
    if (row === undefined) return
    const made = await ensureResourceGroups(forge, reaction(forge, NEW_GROUPS, stored), row.projectId, keys)
    // A key stays taken for the grace period where the server that reserved it died.
    if (E.isLeft(made)) throw new RetryableError(`the resource groups of pipeline ${row.id}: ${made.left.kind}`)
  },
}

const groupsOf = (
  forge: Forge,
  { resourceGroups, resourceGroupIds = [] }: Extract<PipelineEvent, { type: 'PipelineDeleted' }>['data'],
): ReadonlyArray<number> => [
  ...resourceGroupIds,
  ...(resourceGroups === undefined
    ? []
    : resourceGroups.keys.flatMap((key) => forge.read.resourceGroups.named(resourceGroups.projectId, key)?.id ?? [])),
]

/**
 * Passes the resource of a resource group on: when a job becomes ready, also before the group is there, when its holder has finished, and when
 * the process mode changes.
 */
export const assignedResources: Reactor = {
  name: RESOURCES,
  filter: {
    categories: [pipeline.category, resourceGroup.category],
    types: ['JobMoved', 'PipelineDeleted', 'ResourceGroupCreated', 'ProcessModeChanged'],
  },
  react: async (forge, stored) => {
    const assign = (id: number): Promise<void> => assignResource(forge, reaction(forge, RESOURCES, stored), id)
    if (stored.type === 'ProcessModeChanged' || stored.type === 'ResourceGroupCreated')
      return assign(Number(idOf(stored.stream)))
    const decoded = pipeline.events.decode(stored)
    if (E.isLeft(decoded)) return
    const event = decoded.right
    if (event.type === 'PipelineDeleted') for (const id of groupsOf(forge, event.data)) await assign(id)
    if (event.type !== 'JobMoved' || UNFINISHED.includes(event.data.status)) return
    // The whole row of each job that moves would cost ten times as much.
    const id = forge.read.pipelines.resourceGroupOf(event.data.jobId)
    if (typeof id === 'number') await assign(id)
  },
}

const DOWNSTREAM = 'downstream-pipelines'

/** Starts the pipelines of bridges whose turn has come, and tells bridges that depend on theirs how these fare. */
export const downstreamPipelines: Reactor = {
  name: DOWNSTREAM,
  filter: { categories: [pipeline.category], types: ['JobMoved', 'PipelineMoved'] },
  react: async (forge, stored) => {
    const decoded = pipeline.events.decode(stored)
    if (E.isLeft(decoded)) return
    const { type, data } = decoded.right
    if (type === 'PipelineMoved')
      await tellUpstream(forge, reaction(forge, DOWNSTREAM, stored), Number(idOf(stored.stream)))
    if (type === 'JobMoved' && data.status === 'pending')
      await startDownstream(forge, reaction(forge, DOWNSTREAM, stored), data.jobId)
  },
}

const NAME = 'push-pipelines'
const BRANCH = 'refs/heads/'
const TAG = 'refs/tags/'

/** Creates the pipeline of a push to a branch or tag, according to its CI file. */
export const pushPipelines: Reactor = {
  name: NAME,
  filter: { categories: [repository.category], types: ['RefUpdated'] },
  react: async (forge, stored) => {
    const decoded = repository.events.decode(stored)
    if (E.isLeft(decoded) || decoded.right.type !== 'RefUpdated') return
    const { ref, from, to, by, skipCi = false, pushOptions = [] } = decoded.right.data
    const branch = ref.startsWith(BRANCH)
    if (to === null || !isObjectId(to) || (!branch && !ref.startsWith(TAG))) return
    const project = forge.read.projects.byId(Number(idOf(stored.stream)))
    if (project === undefined || project.features.builds === 'disabled') return
    const short = ref.slice(branch ? BRANCH.length : TAG.length)
    const sha = await forge.git.of(project.id).resolve(to)
    if (sha === undefined) return
    // The first delivery of this push has created its pipeline: usually the read model knows, and the cause below always does.
    const known = forge.read.pipelines.newestOf(project.id, sha, short)
    if (known?.source === 'push' && known.createdAt >= stored.metadata.at) return
    const variables = pushVariables(forge.secretBox, pushOptions)
    const principal = (by === null ? undefined : principalOfUser(forge, by)) ?? anonymous
    if (variables.length > 0 && !maySetVariables(forge, { principal }, project.id)) return
    const caller = { principal: anonymous, context: reaction(forge, NAME, stored) }
    const beforeSha = from !== null && isObjectId(from) ? from : null
    const made = await createPipeline(forge, caller, {
      project,
      sha,
      ref: short,
      tag: !branch,
      source: 'push',
      beforeSha,
      userId: by,
      mergeRequest: undefined,
      sourceSha: null,
      skip: skipCi,
      variables: variables.map((variable) => ({ ...variable, type: 'env_var' })),
      cause: { kind: 'push-pipeline', name: stored.id },
    })
    valueOrRetry(made)
  },
}
