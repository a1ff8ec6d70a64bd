import { CI_STATUSES } from '@forgefold/core/domains/projects/repository'
import { type Fields, instant, integer, oneOf, record, type Shape, text } from '../../shape.js'

/** The status of a pipeline or of a job. */
export const ciStatus: Shape = oneOf(CI_STATUSES)

/** The common fields of pipelines. */
export const pipelineFields: Fields = {
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
