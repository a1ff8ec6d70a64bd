import { cancelJob, type JobRow, playJob, retryJob } from '@forgefold/core/domains/delivery/pipeline'
import { notFound, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  type Context,
  integer,
  listOfObjects,
  optional,
  type Route,
  reject,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { either } from '../../shape.js'
import { jobAnswer } from './answering.js'
import { presentBridges } from './presenter.js'
import { bridgeShape, jobShape } from './shape.js'

const area = 'Jobs'
const ONE = '/projects/:id/jobs/:job_id'
const oneParams = { id: projectId, job_id: required(integer(), 'The number of the job') }

const changedAnswer = async (context: Context, found: E.Either<Rejection, JobRow>, status: number): Promise<Answer> => {
  if (E.isLeft(found) || found.right.kind !== 'bridge') return jobAnswer(context.forge, found, status)
  const [json] = await presentBridges(context.forge, context, [found.right])
  return json === undefined ? reject(notFound()) : answer({ status, json })
}

const changedShape = either(jobShape, bridgeShape)

/** Actions on a job; the answer is the resulting job. */
interface Action {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly status: 200 | 201
  readonly act: typeof cancelJob
}

const ACTIONS: ReadonlyArray<Action> = [
  { name: 'cancel', summary: 'Cancel a job', description: 'The job', status: 201, act: cancelJob },
  { name: 'retry', summary: 'Run a finished job again', description: 'The new job', status: 201, act: retryJob },
]

const actions = ACTIONS.map(({ name, summary, description, status, act }) =>
  route({
    method: 'POST',
    path: `${ONE}/${name}`,
    area,
    summary,
    caller: 'user',
    params: oneParams,
    success: { status, description, schemaFor: changedShape },
    handler: async (context, params) => {
      const ref = { project: params.id, id: params.job_id }
      return changedAnswer(context, await act(context.forge, callerOf(context), ref), status)
    },
  }),
)

const play = route({
  method: 'POST',
  path: `${ONE}/play`,
  area,
  summary: 'Start a manual job',
  caller: 'user',
  params: {
    ...oneParams,
    job_variables_attributes: optional(
      listOfObjects({ key: required(string(), 'The name'), value: required(string(), 'The value') }),
      'Variables that this job gets besides',
    ),
  },
  success: { status: 200, description: 'The job', schemaFor: changedShape },
  handler: async (context, params) => {
    const variables = params.job_variables_attributes?.map((one) => ({ ...one, type: 'env_var' as const }))
    const wanted = { project: params.id, id: params.job_id, variables }
    return changedAnswer(context, await playJob(context.forge, callerOf(context), wanted), 200)
  },
})

/** Routes that start, cancel and repeat jobs and bridges. */
export const jobActionRoutes: ReadonlyArray<Route> = [play, ...actions]
