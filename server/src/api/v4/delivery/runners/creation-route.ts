import { createRunner, RUNNER_TYPES, type RunnerPlace, type RunnerType } from '@forgefold/core/domains/delivery/runner'
import { badParameters, refuse } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import { integer, oneOf, optional, type Route, required, respond, route } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { newSettings, settingsParams } from './params.js'
import { presentRegistered } from './presenter.js'
import { registeredRunnerShape } from './shape.js'

type NewRunnerPlace = {
  readonly runner_type: RunnerType
  readonly group_id?: number | undefined
  readonly project_id?: number | undefined
}

/** The owner of a new runner; a text is the error. */
const placeFor = ({ runner_type, group_id: group, project_id: project }: NewRunnerPlace): RunnerPlace | string => {
  switch (runner_type) {
    case 'instance_type':
      return group === undefined && project === undefined
        ? { kind: 'instance' }
        : 'group_id, project_id: runners of the instance have none'
    case 'group_type':
      if (project !== undefined) return 'project_id: runners of groups have none'
      return group === undefined ? 'group_id is missing' : { kind: 'group', ref: group }
    case 'project_type':
      if (group !== undefined) return 'group_id: runners of projects have none'
      return project === undefined ? 'project_id is missing' : { kind: 'project', ref: project }
  }
}

const { active: _, ...createdParams } = settingsParams

/** Creates runners without a registration token (docs/reference/behaviour/delivery.md#runners). */
export const runnerCreationRoute: Route = route({
  method: 'POST',
  path: '/user/runners',
  area: 'Runners',
  summary: 'Make a runner of a project, a group or the instance, without a registration token',
  caller: 'user',
  ...lifespanOf('runners.created_by_users'),
  params: {
    runner_type: required(oneOf(RUNNER_TYPES), 'Whose jobs it takes'),
    group_id: optional(integer(), 'The group, for `group_type`'),
    project_id: optional(integer(), 'The project, for `project_type`'),
    ...createdParams,
  },
  success: { status: 201, description: 'The runner with its token', schemaFor: registeredRunnerShape },
  handler: async (context, params) => {
    const place = placeFor(params)
    if (typeof place === 'string') return refuse(badParameters(place))
    const made = await createRunner(context.forge, callerOf(context), {
      place,
      settings: newSettings({ ...params, active: undefined }),
    })
    return respond(presentRegistered, 201)(made)
  },
})
