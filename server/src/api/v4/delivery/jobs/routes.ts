import { type JobWithToken, runJob } from '@forgefold/core/domains/delivery/job-token'
import {
  CI_STATUSES,
  getJob,
  getJobOfToken,
  listJobs,
  listPipelineJobs,
} from '@forgefold/core/domains/delivery/pipeline'
import { notFound, type Rejection } from '@forgefold/core/kernel'
import { BEFORE_FIRST_RELEASE } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  float,
  integer,
  listedJson,
  listOf,
  ok,
  oneOf,
  optional,
  pageOf,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { jobActionRoutes } from './action-routes.js'
import { jobAnswer } from './answering.js'
import { bridges } from './bridge-route.js'
import { jobOutputRoutes } from './output-routes.js'
import { presentJobs } from './presenter.js'
import { jobShape, reportedJobShape } from './shape.js'

const area = 'Jobs'
const ONE = '/projects/:id/jobs/:job_id'
const oneParams = { id: projectId, job_id: required(integer(), 'The number of the job') }
const scope = optional(listOf(oneOf(CI_STATUSES)), 'Only jobs in one of these statuses')

const ofProject = route({
  method: 'GET',
  path: '/projects/:id/jobs',
  area,
  summary: 'List the jobs of a project, newest first',
  caller: 'anyone',
  params: { id: projectId, scope, ...paging },
  success: { status: 200, description: 'The jobs', schemaFor: arrayOf(jobShape) },
  handler: async ({ forge, principal }, params) => {
    const page = pageRequest(params)
    const found = listJobs(forge, { principal }, { project: params.id, statuses: params.scope ?? [], page })
    return E.isLeft(found) ? found : listedJson(found.right, page, await presentJobs(forge, found.right.rows))
  },
})

const ofPipeline = route({
  method: 'GET',
  path: '/projects/:id/pipelines/:pipeline_id/jobs',
  area,
  summary: 'List the jobs of a pipeline, newest first',
  caller: 'anyone',
  params: {
    id: projectId,
    pipeline_id: required(integer(), 'The number of the pipeline'),
    scope,
    include_retried: withDefault(boolean(), false, 'Also those that newer ones have replaced'),
    ...paging,
  },
  success: { status: 200, description: 'The jobs', schemaFor: arrayOf(jobShape) },
  handler: async ({ forge, principal }, params) => {
    const { id: project, pipeline_id: id, scope: statuses, include_retried: retriedToo } = params
    const all = listPipelineJobs(forge, { principal }, { project, id, statuses, retriedToo, kind: 'build' })
    if (E.isLeft(all)) return all
    const page = pageRequest(params)
    const found = pageOf(all.right, page)
    return listedJson(found, page, await presentJobs(forge, found.rows))
  },
})

const one = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one job',
  caller: 'anyone',
  params: oneParams,
  success: { status: 200, description: 'The job', schemaFor: jobShape },
  handler: ({ forge, principal }, params) =>
    jobAnswer(forge, getJob(forge, { principal }, { project: params.id, id: params.job_id })),
})

const report = route({
  method: 'PUT',
  path: ONE,
  area,
  summary: 'Report the status of a job, as its runner (an endpoint of Forgefold)',
  caller: 'user',
  params: {
    ...oneParams,
    status: required(oneOf(['running', 'success', 'failed', 'canceled']), 'The status'),
    failure_reason: optional(string(), 'Why it failed'),
    coverage: optional(float(), 'Test coverage in percent'),
  },
  success: { status: 200, description: 'The job; with its token when it begins to run', schemaFor: reportedJobShape },
  handler: async (context, params) => {
    const { forge } = context
    const reported: E.Either<Rejection, JobWithToken> = await runJob(forge, callerOf(context), {
      project: params.id,
      id: params.job_id,
      status: params.status,
      failureReason: params.failure_reason,
      coverage: params.coverage,
    })
    if (E.isLeft(reported)) return reported
    const { job, token } = reported.right
    const [json] = await presentJobs(forge, [job])
    return json === undefined ? reject(notFound()) : ok({ ...json, ...(token === undefined ? {} : { token }) })
  },
})

const own = route({
  method: 'GET',
  path: '/job',
  area,
  summary: 'Read the running job whose token is presented',
  caller: 'user',
  jobToken: BEFORE_FIRST_RELEASE,
  params: {},
  success: { status: 200, description: 'The job', schemaFor: jobShape },
  handler: ({ forge, principal }) => jobAnswer(forge, getJobOfToken(forge, { principal })),
})

/** Jobs of pipelines; outside runners report here. */
export const jobRoutes: ReadonlyArray<Route> = [
  ofProject,
  ofPipeline,
  bridges,
  one,
  ...jobActionRoutes,
  report,
  own,
  ...jobOutputRoutes,
]
