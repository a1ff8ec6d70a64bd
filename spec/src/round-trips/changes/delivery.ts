import type { Place, Request, Write } from '../write.js'
import {
  type Before,
  commitOf,
  deploy,
  environmentIn,
  jobOf,
  jobsIn,
  NAMED,
  NUMBERS,
  ONE,
  pipelineIn,
  post,
  protect,
  put,
  remove,
  write,
} from './requests.js'

const newSchedule = ({ project }: Place) =>
  post(`${project}/pipeline_schedules`, { description: 'nightly', ref: 'ci', cron: '0 1 * * *' })
const scheduleIn: Before = (place) => [() => newSchedule(place)]
const newTrigger = ({ project }: Place) => post(`${project}/triggers`, { description: 'from outside' })
const newFreezePeriod = ({ project }: Place): Request =>
  post(`${project}/freeze_periods`, { freeze_start: '0 23 * * 5', freeze_end: '30 8 * * 1' })

/** A branch whose job has a resource group of the branch's name. */
const withGroup =
  (name: string) =>
  ({ project }: Place, n: number): ReadonlyArray<() => Request> => [
    () => {
      const content = `deploy:\n  script: make\n  resource_group: ${name}-${n}\n`
      const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }]
      const branch = { branch: `${name}-${n}`, start_branch: 'main', commit_message: '[skip ci]' }
      return post(`${project}/repository/commits`, { ...branch, actions })
    },
  ]

const triggerIn: Before = (place) => [() => newTrigger(place)]

/** Environments, deployments, pipelines and jobs. */
export const deliveryChanges: ReadonlyArray<Write> = [
  write(
    'change an environment',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/environments/${id}`, { external_url: `https://e${n}.example` }),
    environmentIn,
  ),
  write(
    'stop an environment',
    1,
    ONE,
    ({ project }, _, { id }) => post(`${project}/environments/${id}/stop`),
    environmentIn,
    // Once for each that is stale.
    ['POST /projects/{id}/environments/stop_stale'],
  ),
  write(
    'delete an environment',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/environments/${id}`),
    (place, n) => [...environmentIn(place, n), ({ id }) => post(`${place.project}/environments/${id}/stop`)],
  ),
  write(
    'schedule the deletion of review apps',
    1,
    ONE,
    ({ project }) => ({
      ...remove(`${project}/environments/review_apps`),
      json: { dry_run: false, before: '2100-01-01T00:00:00Z' },
    }),
    ({ project }, n) => [
      () => post(`${project}/environments`, { name: `review/changed-${n}-${Math.random()}` }),
      ({ id }) => post(`${project}/environments/${id}/stop`),
    ],
  ),
  write(
    'delete a deployment',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/deployments/${id - 1}`),
    (place, n) => [() => deploy(place, `gone-${n}`, 'failed'), () => deploy(place, `gone-${n}`)],
  ),
  write(
    'protect an environment',
    2,
    'numbers and name, its events',
    (place, n) => protect(place, `safe-${n}`),
    undefined,
    ['POST /groups/{id}/protected_environments'],
  ),
  write(
    'unprotect an environment',
    1,
    ONE,
    ({ project }, n) => remove(`${project}/protected_environments/open-${n}`),
    (place, n) => [() => protect(place, `open-${n}`)],
    ['DELETE /groups/{id}/protected_environments/{name}'],
  ),
  write('report a status of a commit', 2, NUMBERS, ({ project, sha }, n) =>
    post(`${project}/statuses/${sha}`, { state: 'running', name: `s${n}` }),
  ),
  write(
    'report the first status of a commit',
    2,
    'numbers and name, the pipeline with the status',
    ({ project }, _, { id }) => post(`${project}/statuses/${id}`, { state: 'running', name: 's', ref: 'main' }),
    ({ project }, n) => [() => post(`${project}/repository/commits`, commitOf(`st${n}`))],
  ),
  write('create a pipeline schedule', 2, NUMBERS, newSchedule),
  write(
    'change a pipeline schedule',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/pipeline_schedules/${id}`, { description: `t${n}` }),
    scheduleIn,
    [
      'DELETE /projects/{id}/pipeline_schedules/{pipeline_schedule_id}',
      'POST /projects/{id}/pipeline_schedules/{pipeline_schedule_id}/take_ownership',
    ],
  ),
  write(
    'add a variable to a pipeline schedule',
    1,
    ONE,
    ({ project }, n, { id }) => post(`${project}/pipeline_schedules/${id}/variables`, { key: `K${n}`, value: 'v' }),
    scheduleIn,
    [
      'PUT /projects/{id}/pipeline_schedules/{pipeline_schedule_id}/variables/{key}',
      'DELETE /projects/{id}/pipeline_schedules/{pipeline_schedule_id}/variables/{key}',
    ],
  ),
  write(
    'play a pipeline schedule',
    2,
    NUMBERS,
    ({ project }, _, { id }) => post(`${project}/pipeline_schedules/${id}/play`),
    scheduleIn,
  ),
  write(
    'create a feature flag',
    2,
    NAMED,
    ({ project }, n) => post(`${project}/feature_flags`, { name: `flag-${n}`, strategies: [{ name: 'default' }] }),
    undefined,
    ['POST /projects/{id}/feature_flags_user_lists'],
  ),
  write(
    'change a feature flag',
    1,
    ONE,
    ({ project }, n) => put(`${project}/feature_flags/changed-${n}`, { active: false }),
    ({ project }, n) => [() => post(`${project}/feature_flags`, { name: `changed-${n}` })],
    [
      'DELETE /projects/{id}/feature_flags/{feature_flag_name}',
      'PUT /projects/{id}/feature_flags_user_lists/{iid}',
      'DELETE /projects/{id}/feature_flags_user_lists/{iid}',
    ],
  ),
  write('create a freeze period', 2, NUMBERS, newFreezePeriod),
  write(
    'change a freeze period',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/freeze_periods/${id}`, { freeze_end: `${n % 60} 7 * * 1` }),
    (place) => [() => newFreezePeriod(place)],
    ['DELETE /projects/{id}/freeze_periods/{freeze_period_id}'],
  ),
  write(
    'run a pipeline with a new resource group',
    2,
    'numbers and name, its events and the resource group',
    ({ project }, n) => post(`${project}/pipeline`, { ref: `new-${n}` }),
    withGroup('new'),
  ),
  write(
    'change a resource group',
    1,
    ONE,
    ({ project }, n) => put(`${project}/resource_groups/changed-${n}`, { process_mode: 'oldest_first' }),
    (place, n) => [...withGroup('changed')(place, n), () => post(`${place.project}/pipeline`, { ref: `changed-${n}` })],
  ),
  write('create a trigger', 2, NUMBERS, newTrigger),
  write(
    'change a trigger',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/triggers/${id}`, { description: `t${n}` }),
    triggerIn,
  ),
  write('delete a trigger', 1, ONE, ({ project }, _, { id }) => remove(`${project}/triggers/${id}`), triggerIn),
  write(
    'run a pipeline by a trigger',
    2,
    NUMBERS,
    ({ project }, _, { token }) => post(`${project}/trigger/pipeline`, { ref: 'ci', token }),
    triggerIn,
    ['POST /projects/{id}/ref/{ref}/trigger/pipeline'],
  ),
  write('run a pipeline', 2, NUMBERS, ({ project }) => post(`${project}/pipeline`, { ref: 'ci' }), undefined, [
    'POST /projects/{id}/merge_requests/{merge_request_iid}/pipelines',
  ]),
  write('cancel a pipeline', 1, ONE, ({ project }, _, { id }) => post(`${project}/pipelines/${id}/cancel`), pipelineIn),
  write(
    'retry a pipeline',
    2,
    NUMBERS,
    ({ project }, _, { id }) => post(`${project}/pipelines/${id}/retry`),
    (place, n) => [...pipelineIn(place, n), ({ id }) => post(`${place.project}/pipelines/${id}/cancel`)],
  ),
  write('delete a pipeline', 1, ONE, ({ project }, _, { id }) => remove(`${project}/pipelines/${id}`), pipelineIn),
  write('play a job', 1, ONE, ({ project }, _, made) => post(`${project}/jobs/${jobOf(made, 'by-hand')}/play`), jobsIn),
  write(
    'cancel a job',
    1,
    ONE,
    ({ project }, _, made) => post(`${project}/jobs/${jobOf(made, 'build')}/cancel`),
    jobsIn,
  ),
  write(
    'report on a job',
    2,
    'its events, the token of the job',
    ({ project }, _, made) => put(`${project}/jobs/${jobOf(made, 'build')}`, { status: 'running' }),
    jobsIn,
  ),
  write(
    'retry a job',
    2,
    NUMBERS,
    ({ project }, _, { id }) => post(`${project}/jobs/${id}/retry`),
    (place, n) => [...jobsIn(place, n), (made) => post(`${place.project}/jobs/${jobOf(made, 'build')}/cancel`)],
  ),
]
