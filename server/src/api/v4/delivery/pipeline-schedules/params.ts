import { integer, required } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'

export const area = 'Pipeline schedules'

export const PATH = '/projects/:id/pipeline_schedules'

export const ONE = `${PATH}/:pipeline_schedule_id`

export const one = { id: projectId, pipeline_schedule_id: required(integer(), 'The number of the schedule') }

export const refOf = (params: { readonly id: string; readonly pipeline_schedule_id: number }) => ({
  project: params.id,
  id: params.pipeline_schedule_id,
})
