import { takeJob, updateRunnerJob } from '@forgefold/core/domains/delivery/runner'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  created,
  float,
  type Header,
  integer,
  oneOf,
  optional,
  type Route,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { withTokenGuessLimit } from '../../../../limits/guessed-token.js'
import { callerOf } from '../../path-ids.js'
import { anything, arrayOf, boolean, maybe, integer as number, record, text } from '../../shape.js'
import { runnerArtifactRoutes } from './artifact-routes.js'
import { infoParams, programOf } from './params.js'
import { presentPayload } from './payload.js'
import { headersOf, INTERVAL, nothing, notRunning, trace } from './trace-route.js'

const area = 'Runners'

const payloadShape = record('JobPayload', {
  id: number,
  token: text,
  allow_git_fetch: boolean,
  job_info: record('JobInfo', {
    id: number,
    name: text,
    stage: text,
    project_id: number,
    project_name: text,
    time_in_queue_seconds: number,
    project_jobs_running_on_instance_runners_count: text,
  }),
  git_info: record('GitInfo', {
    repo_url: text,
    ref: text,
    ref_type: text,
    sha: text,
    before_sha: text,
    refspecs: arrayOf(text),
    depth: number,
  }),
  runner_info: record('RunnerInfo', { timeout: number, runner_session_url: maybe(text) }),
  variables: arrayOf(
    record('RunnerVariable', { key: text, value: text, public: boolean, file: boolean, masked: boolean }),
  ),
  steps: arrayOf(
    record('JobStep', { name: text, script: arrayOf(text), timeout: number, when: text, allow_failure: boolean }),
  ),
  image: anything,
  services: arrayOf(anything),
  artifacts: arrayOf(anything),
  cache: arrayOf(anything),
  credentials: arrayOf(anything),
  dependencies: arrayOf(anything),
  features: anything,
})

const request = route({
  method: 'POST',
  path: '/jobs/request',
  area,
  summary: 'Take a job, as a runner',
  caller: 'anyone',
  params: {
    token: required(string(), 'The authentication token of the runner', { refusesBlank: true }),
    ...infoParams,
    job_age: optional(integer(), 'Seconds that a job has to have waited', { ...lifespanOf('runners.job_age') }),
  },
  success: {
    status: 201,
    description: 'The job, with its token',
    schemaFor: payloadShape,
    others: { 204: { description: 'There is none' } },
  },
  handler: async (context, { token, job_age: age = 0, ...params }) => {
    const taken = await withTokenGuessLimit(context, token, () =>
      takeJob(context.forge, callerOf(context), { token, program: programOf(params), age }),
    )
    if (E.isLeft(taken)) return taken
    return taken.right === undefined ? answer({ status: 204 }) : created(presentPayload(taken.right))
  },
})

const id = required(integer(), 'The number of the job')

const update = route({
  method: 'PUT',
  path: '/jobs/:id',
  area,
  summary: 'Report on a job, as its runner',
  caller: 'anyone',
  params: {
    id,
    token: required(string(), 'The token of the job', { refusesBlank: true }),
    state: optional(oneOf(['running', 'success', 'failed', 'canceled']), 'What has become of it'),
    failure_reason: optional(string(), 'Why it failed'),
    exit_code: optional(integer(), 'The code with which its script failed'),
    coverage: optional(float(), 'Test coverage in percent'),
  },
  success: {
    status: 200,
    schemaFor: number,
    description: 'Taken',
    others: { 403: nothing },
  },
  handler: async (context, { id: job, token, state = 'running', failure_reason: failureReason, ...params }) => {
    const { coverage, exit_code: exitCode } = params
    const report = { id: job, token, status: state, failureReason, coverage, exitCode }
    const done = await withTokenGuessLimit(context, token, () =>
      updateRunnerJob(context.forge, callerOf(context), report),
    )
    if (E.isLeft(done)) return done
    if (!done.right.runs) return notRunning(done.right)
    const headers: ReadonlyArray<Header> = [...headersOf(done.right), ['X-GitLab-Trace-Update-Interval', INTERVAL]]
    return answer({ status: 200, json: 200, headers })
  },
})

/** Routes by which runners request jobs and report on them (docs/reference/behaviour/delivery.md#runner-protocol). */
export const runnerConversationRoutes: ReadonlyArray<Route> = [request, update, trace, ...runnerArtifactRoutes]
