import { personShape } from '../../identity/users/shape.js'
import { ciStatus, pipelineShape } from '../../projects/repository/pipeline-shape.js'
import { commitShape } from '../../projects/repository/shape.js'
import {
  arrayOf,
  boolean,
  type Fields,
  instant,
  integer,
  maybe,
  number,
  optionalField,
  record,
  type Shape,
  text,
} from '../../shape.js'
import { runnerShape } from '../runners/shape.js'

const commonFields: Fields = {
  id: integer,
  status: ciStatus,
  stage: text,
  name: text,
  ref: text,
  tag: boolean,
  coverage: maybe(number),
  allow_failure: boolean,
  created_at: instant,
  started_at: maybe(instant),
  finished_at: maybe(instant),
  duration: maybe(number),
  queued_duration: maybe(number),
  user: maybe(personShape),
  commit: maybe(commitShape),
  pipeline: pipelineShape,
  failure_reason: optionalField(text),
  web_url: text,
  project: record(undefined, { ci_job_token_scope_enabled: boolean }),
}

const jobFields: Fields = {
  ...commonFields,
  artifacts_file: optionalField(record('ArtifactsFile', { filename: text, size: integer })),
  artifacts: arrayOf(record('Artifact', { file_type: text, size: integer, filename: text, file_format: text })),
  runner: maybe(runnerShape),
  artifacts_expire_at: maybe(instant),
  tag_list: arrayOf(text),
}

/** A job (docs/reference/behaviour/delivery.md#job). */
export const jobShape: Shape = record('Job', jobFields)

/** A job as its runner sees it, with its token when it starts. */
export const reportedJobShape: Shape = record('ReportedJob', { ...jobFields, token: optionalField(text) })

/** A job that starts another pipeline (docs/reference/behaviour/delivery.md#downstream-pipelines). */
export const bridgeShape: Shape = record('Bridge', { ...commonFields, downstream_pipeline: maybe(pipelineShape) })
