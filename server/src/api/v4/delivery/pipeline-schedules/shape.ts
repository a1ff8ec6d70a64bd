import { userCardShape } from '../../identity/users/shape.js'
import { pipelineShape } from '../../projects/repository/pipeline-shape.js'
import {
  arrayOf,
  boolean,
  type Fields,
  instant,
  integer,
  maybe,
  oneOf,
  optionalField,
  record,
  type Shape,
  text,
} from '../../shape.js'

const fields: Fields = {
  id: integer,
  description: text,
  ref: text,
  cron: text,
  cron_timezone: text,
  next_run_at: maybe(instant),
  active: boolean,
  created_at: instant,
  updated_at: instant,
  owner: maybe(userCardShape),
}

/** A pipeline schedule in a list. */
export const pipelineScheduleShape: Shape = record('PipelineSchedule', fields)

/** A variable of a schedule. */
export const scheduleVariableShape: Shape = record('PipelineScheduleVariable', {
  key: text,
  variable_type: oneOf(['env_var', 'file']),
  value: text,
})

/** A pipeline schedule by itself; its variables are shown to those who may change it. */
export const pipelineScheduleAloneShape: Shape = record('PipelineScheduleAlone', {
  ...fields,
  last_pipeline: maybe(pipelineShape),
  variables: optionalField(arrayOf(scheduleVariableShape)),
})
