import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { TIERS } from '../environment-naming/tier.js'
import { CI_STATUSES } from './status.js'

const { safeInteger, nullable, instant, oneOf, list } = codecs

/** What pipelines are made by. */
export const SOURCES = ['push', 'web', 'api', 'trigger', 'schedule', 'merge_request_event', 'external'] as const
export type PipelineSource = (typeof SOURCES)[number]

export const JOB_WHENS = ['on_success', 'on_failure', 'always', 'manual', 'delayed'] as const

const status = oneOf(CI_STATUSES)

const job = t.intersection([
  t.type({
    id: safeInteger,
    name: t.string,
    stage: t.string,
    stageIndex: safeInteger,
    /** `build`: from the CI file; `external`: reported from outside by its name. */
    kind: oneOf(['build', 'external']),
    when: oneOf(JOB_WHENS),
    allowFailure: t.boolean,
    status,
    /** The environment it deploys to, by name, expanded. */
    environment: nullable(t.string),
    environmentUrl: nullable(t.string),
    environmentAction: nullable(t.string),
    targetUrl: nullable(t.string),
    description: nullable(t.string),
    userId: nullable(safeInteger),
  }),
  t.partial({
    /** What the environment is for, where the job says so. */
    environmentTier: oneOf(TIERS),
    /** What stops the environment again: a job of the same pipeline, by name. */
    onStop: t.string,
    /** Seconds after its success at which the environment stops by itself. */
    autoStopIn: safeInteger,
    /** The jobs, by name, that have to be done before; without it, all of the stages before. */
    needs: list(t.string),
    /** Seconds that a delayed job waits when its turn has come. */
    startIn: safeInteger,
    /** It waits for approvals; older histories say so before its turn has come. */
    held: t.boolean,
    /** The resource group that lets one job at a time run. */
    resourceGroupId: safeInteger,
    /** A runner takes it that has all of these; none: one that takes jobs without tags. */
    tags: list(t.string),
  }),
])

export const PIPELINE_VARIABLE_TYPES = ['env_var', 'file'] as const

/** What somebody gave a pipeline along; the value is sealed. */
const variable = t.type({ key: t.string, value: t.string, type: oneOf(PIPELINE_VARIABLE_TYPES) })
export type PipelineVariable = Readonly<t.TypeOf<typeof variable>>

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
  /** Made without jobs on purpose: the commit's message asks to skip CI. */
  skipped: t.boolean,
})
const created = t.intersection([
  createdAbout,
  t.partial({
    variables: list(variable),
    /** The trigger that made it. */
    triggerId: safeInteger,
    /** The schedule that made it. */
    scheduleId: safeInteger,
  }),
])

const jobsAdded = t.type({ jobs: list(job) })
const jobMoved = t.intersection([
  t.type({
    jobId: safeInteger,
    status,
    at: instant,
    failureReason: nullable(t.string),
    coverage: nullable(codecs.finite),
    userId: nullable(safeInteger),
  }),
  t.partial({
    /** From now on it waits for approvals. */
    held: t.boolean,
    /** The runner that took it. */
    runnerId: safeInteger,
    /** What whoever started it gave along; values are sealed. */
    variables: list(variable),
  }),
])
const described = t.type({ jobId: safeInteger, targetUrl: nullable(t.string), description: nullable(t.string) })
const retried = t.type({ jobId: safeInteger })
const moved = t.type({ status, at: instant })
/** The resource groups of its jobs, where it has such jobs. */
const deleted = t.partial({ resourceGroupIds: list(safeInteger) })

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

/** A job as its pipeline records it. */
export type JobData = Data<typeof job>

/** Every event of a pipeline, with its versions. */
export const pipelineEvents = eventCatalogue({
  PipelineCreated: current(created),
  JobsAdded: current(jobsAdded),
  JobMoved: current(jobMoved),
  /** What an external job says of itself besides its status. */
  JobDescribed: current(described),
  /** A newer job of the same name counts instead. */
  JobRetried: current(retried),
  /** The composite status of its jobs has changed. */
  PipelineMoved: current(moved),
  PipelineDeleted: current(deleted),
})

export type PipelineEvent = EventOf<typeof pipelineEvents>
