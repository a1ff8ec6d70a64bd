import { STATUSES } from '@forgefold/core/domains/pipeline'
import { commitShape } from './git.js'
import { profileShape, userCardShape } from './person.js'
import {
  anything,
  arrayOf,
  boolean,
  type Fields,
  instant,
  integer,
  maybe,
  nothing,
  number,
  oneOf,
  record,
  type Shape,
  sometimes,
  text,
} from './shape.js'

const status = oneOf(STATUSES)

const pipelineFields: Fields = {
  id: integer,
  iid: integer,
  project_id: integer,
  sha: text,
  ref: text,
  status,
  source: text,
  created_at: instant,
  updated_at: instant,
  web_url: text,
}

/** A pipeline in a list (contract 2, Pipeline listing entry). */
export const pipelineShape: Shape = record('Pipeline', pipelineFields)

const detailedStatusShape = record('DetailedStatus', {
  icon: text,
  text,
  label: text,
  group: text,
  tooltip: text,
  has_details: boolean,
  details_path: text,
  illustration: nothing,
  favicon: text,
})

/** A pipeline by itself (contract 2, head_pipeline). */
export const wholePipelineShape: Shape = record('WholePipeline', {
  ...pipelineFields,
  before_sha: text,
  tag: boolean,
  yaml_errors: maybe(text),
  user: maybe(userCardShape),
  started_at: maybe(instant),
  finished_at: maybe(instant),
  committed_at: maybe(instant),
  duration: maybe(integer),
  queued_duration: maybe(integer),
  coverage: maybe(text),
  detailed_status: detailedStatusShape,
})

/** A pipeline that built a package (contract 1, Pipeline object). */
export const buildingPipelineShape: Shape = record('BuildingPipeline', {
  ...pipelineFields,
  user: maybe(userCardShape),
})

export const jobFields: Fields = {
  id: integer,
  status,
  stage: text,
  name: text,
  ref: text,
  tag: boolean,
  coverage: maybe(number),
  allow_failure: boolean,
  created_at: instant,
  started_at: maybe(instant),
  finished_at: maybe(instant),
  duration: maybe(integer),
  queued_duration: maybe(integer),
  user: maybe(profileShape),
  commit: maybe(commitShape),
  pipeline: pipelineShape,
  failure_reason: sometimes(text),
  web_url: text,
  project: record(undefined, { ci_job_token_scope_enabled: boolean }),
  artifacts: arrayOf(anything),
  runner: nothing,
  artifacts_expire_at: nothing,
  tag_list: arrayOf(text),
}

/** A job (contract 1, Deployable). */
export const jobShape: Shape = record('Job', jobFields)

/** A job as the runner is told of it: with its token when it begins to run. */
export const reportedJobShape: Shape = record('ReportedJob', { ...jobFields, token: sometimes(text) })

/** A job as a status of its commit. */
export const commitStatusShape: Shape = record('CommitStatus', {
  id: integer,
  sha: text,
  ref: text,
  status,
  name: text,
  target_url: maybe(text),
  description: maybe(text),
  created_at: instant,
  started_at: maybe(instant),
  finished_at: maybe(instant),
  allow_failure: boolean,
  coverage: maybe(number),
  author: maybe(userCardShape),
})
