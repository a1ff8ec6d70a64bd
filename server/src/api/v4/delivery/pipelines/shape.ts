import { STATUSES } from '@forgefold/core/domains/delivery/pipeline'
import { userCardShape } from '../../identity/users/shape.js'
import { boolean, type Fields, instant, integer, maybe, nothing, oneOf, record, type Shape, text } from '../../shape.js'

export const ciStatus: Shape = oneOf(STATUSES)

const pipelineFields: Fields = {
  id: integer,
  iid: integer,
  project_id: integer,
  sha: text,
  ref: text,
  status: ciStatus,
  source: text,
  created_at: instant,
  updated_at: instant,
  web_url: text,
}

/** A pipeline in a list (docs/reference/behaviour/delivery.md#pipeline-in-a-list). */
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

/** A pipeline by itself (docs/reference/behaviour/delivery.md#pipeline-by-itself). */
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

/** A pipeline that built a package (docs/reference/behaviour/delivery.md#pipeline-by-itself). */
export const buildingPipelineShape: Shape = record('BuildingPipeline', {
  ...pipelineFields,
  user: maybe(userCardShape),
})
