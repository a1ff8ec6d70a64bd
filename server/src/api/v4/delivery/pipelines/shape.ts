import { PIPELINE_VARIABLE_TYPES } from '@forgefold/core/domains/delivery/pipeline'
import { userCardShape } from '../../identity/users/shape.js'
import { pipelineFields } from '../../projects/repository/pipeline-shape.js'
import {
  anything,
  arrayOf,
  boolean,
  instant,
  integer,
  maybe,
  nothing,
  number,
  oneOf,
  record,
  type Shape,
  text,
} from '../../shape.js'

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

/** A pipeline by itself (docs/reference/behaviour/delivery.md#single-pipeline). */
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

export const pipelineVariableShape: Shape = record('PipelineVariable', {
  variable_type: oneOf(PIPELINE_VARIABLE_TYPES),
  key: text,
  value: text,
})

export const testReportShape: Shape = record('TestReport', {
  total_time: number,
  total_count: integer,
  success_count: integer,
  failed_count: integer,
  skipped_count: integer,
  error_count: integer,
  test_suites: arrayOf(anything),
})

export const testReportSummaryShape: Shape = record('TestReportSummary', {
  total: record('TestReportTotal', {
    time: number,
    count: integer,
    success: integer,
    failed: integer,
    skipped: integer,
    error: integer,
    suite_error: maybe(text),
  }),
  test_suites: arrayOf(anything),
})
