import { userCardShape } from '../../identity/users/shape.js'
import { pipelineFields } from '../../projects/repository/pipeline-shape.js'
import { boolean, instant, integer, maybe, nothing, record, type Shape, text } from '../../shape.js'

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
