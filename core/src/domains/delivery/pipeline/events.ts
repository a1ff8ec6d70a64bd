import * as t from 'io-ts'
import { finite, instant, list, nullable, oneOf, record, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { TIERS } from '../environment-naming/tier.js'
import { trigger, variable } from './bridge-trigger.js'
import { CI_STATUSES } from './status.js'

export { type BridgeTrigger, PIPELINE_VARIABLE_TYPES, type PipelineVariable } from './bridge-trigger.js'

/** What creates a pipeline; `pipeline` and `parent_pipeline`: a job of another project, or of the same one. */
export const SOURCES = [
  'push',
  'web',
  'api',
  'trigger',
  'schedule',
  'merge_request_event',
  'external',
  'pipeline',
  'parent_pipeline',
] as const
export type PipelineSource = (typeof SOURCES)[number]

export const JOB_WHENS = ['on_success', 'on_failure', 'always', 'manual', 'delayed'] as const

const status = oneOf(CI_STATUSES)

const job = t.intersection([
  t.type({
    id: safeInteger,
    name: t.string,
    stage: t.string,
    stageIndex: safeInteger,
    /** `build`: from the CI file; `external`: reported from outside by name; `bridge`: from the CI file, to start another pipeline. */
    kind: oneOf(['build', 'external', 'bridge']),
    when: oneOf(JOB_WHENS),
    allowFailure: t.boolean,
    status,
    /** The name of the environment that it deploys to, expanded. */
    environment: nullable(t.string),
    environmentUrl: nullable(t.string),
    environmentAction: nullable(t.string),
    targetUrl: nullable(t.string),
    description: nullable(t.string),
    userId: nullable(safeInteger),
  }),
  t.partial({
    /** The tier of the environment, where the job names one. */
    environmentTier: oneOf(TIERS),
    /** The job of the same pipeline that stops the environment, by name. */
    onStop: t.string,
    /** Seconds after its success when the environment stops automatically. */
    autoStopIn: safeInteger,
    /** The jobs that must have finished before, by name; without it, all jobs of earlier stages. */
    needs: list(t.string),
    /** Seconds by which a delayed job is delayed. */
    startIn: safeInteger,
    /** It waits for approvals; older histories record this before its stage starts. */
    held: t.boolean,
    /** The key of its resource group, in which one job runs at a time. */
    resourceGroup: t.string,
    /** The id of its resource group, in older histories. */
    resourceGroupId: safeInteger,
    /** Only runners with all of these tags take it; without tags: runners that take untagged jobs. */
    tags: list(t.string),
    /** The pattern that finds the coverage in its trace. */
    coveragePattern: t.string,
    /** The variables that rules of the file give it. */
    ruleVariables: record(t.string, t.string),
    /** The codes with which its script may fail. */
    allowedExitCodes: list(safeInteger),
    /** What a bridge starts. */
    trigger,
  }),
])

/** The copy of a CI file, a blob, and its size in bytes. */
const fileCopy = t.type({ sha256: t.string, size: safeInteger })
export type CiFileCopy = Readonly<t.TypeOf<typeof fileCopy>>

const createdAbout = t.type({
  projectId: safeInteger,
  iid: safeInteger,
  sha: t.string,
  /** The branch or tag by its short name, or a merge request's ref in full. */
  ref: t.string,
  tag: t.boolean,
  source: oneOf(SOURCES),
  beforeSha: t.string,
  userId: nullable(safeInteger),
  mergeRequestId: nullable(safeInteger),
  /** For merged results: the head of the source branch. */
  sourceSha: nullable(t.string),
  yamlErrors: nullable(t.string),
  /** Created without jobs on purpose: the commit message asks to skip CI. */
  skipped: t.boolean,
})
const created = t.intersection([
  createdAbout,
  t.partial({
    variables: list(variable),
    /** The trigger that created it. */
    triggerId: safeInteger,
    /** The schedule that created it. */
    scheduleId: safeInteger,
    /** The bridge that created it. */
    upstream: t.type({ pipelineId: safeInteger, jobId: safeInteger }),
    /** The CI files of a child pipeline; otherwise it is that of the project. */
    files: list(t.string),
    /** Copies of the CI files of a child pipeline, where one of them is from elsewhere. */
    copies: list(fileCopy),
  }),
])

const jobsAdded = t.type({ jobs: list(job) })
const jobMoved = t.intersection([
  t.type({
    jobId: safeInteger,
    status,
    at: instant,
    failureReason: nullable(t.string),
    coverage: nullable(finite),
    userId: nullable(safeInteger),
  }),
  t.partial({
    /** From now on it waits for approvals. */
    held: t.boolean,
    /** The runner that took it. */
    runnerId: safeInteger,
    /** The address of its environment, with the variables that its output names. */
    environmentUrl: t.string,
    /** From now on it may fail, because of the code with which it did. */
    allowFailure: t.boolean,
    /** The variables set by the user who started it; values are sealed. */
    variables: list(variable),
  }),
])
const described = t.type({ jobId: safeInteger, targetUrl: nullable(t.string), description: nullable(t.string) })
const retried = t.type({ jobId: safeInteger })
const moved = t.type({ status, at: instant })
/** The resource groups of its jobs, where it has such jobs; older histories record their ids. */
const deleted = t.partial({
  resourceGroups: t.type({ projectId: safeInteger, keys: list(t.string) }),
  resourceGroupIds: list(safeInteger),
})

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

/** A job as its pipeline records it. */
export type JobData = Data<typeof job>

/** Every event of a pipeline, with its versions. */
export const pipelineEvents = eventCatalogue({
  PipelineCreated: current(created),
  JobsAdded: current(jobsAdded),
  JobMoved: current(jobMoved),
  /** The attributes of an external job besides its status. */
  JobDescribed: current(described),
  /** A newer job of the same name replaces it. */
  JobRetried: current(retried),
  /** The composite status of its jobs has changed. */
  PipelineMoved: current(moved),
  PipelineDeleted: current(deleted),
})

export type PipelineEvent = EventOf<typeof pipelineEvents>
