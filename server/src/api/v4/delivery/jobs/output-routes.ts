import { eraseJob, readTrace } from '@forgefold/core/domains/delivery/job-output'
import * as E from 'fp-ts/lib/Either.js'
import { answer, integer, type Route, required, route } from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { jobAnswer } from './answering.js'
import { artifactRoutes } from './artifact-routes.js'
import { jobShape } from './shape.js'

const area = 'Jobs'
const ONE = '/projects/:id/jobs/:job_id'
const params = { id: projectId, job_id: required(integer(), 'The number of the job') }

/** Traces of jobs (docs/reference/behaviour/delivery.md#traces-and-artifacts). */
export const jobOutputRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: `${ONE}/trace`,
    area,
    summary: 'Read the trace of a job',
    caller: 'anyone',
    params,
    success: { status: 200, mediaType: 'text/plain', description: 'What the job has said so far' },
    handler: async ({ forge, principal }, { id: project, job_id: id }) => {
      const found = await readTrace(forge, { principal }, { project, id })
      if (E.isLeft(found)) return found
      const { size, content } = found.right
      return answer({ status: 200, raw: { contentType: 'text/plain', body: content, length: size } })
    },
  }),
  route({
    method: 'POST',
    path: `${ONE}/erase`,
    area,
    summary: 'Take away the trace and the artifacts of a job that is done',
    caller: 'user',
    params,
    success: { status: 201, description: 'The job', schemaFor: jobShape },
    handler: async (context, { id: project, job_id: id }) =>
      jobAnswer(context.forge, await eraseJob(context.forge, callerOf(context), { project, id }), 201),
  }),
  ...artifactRoutes,
]
