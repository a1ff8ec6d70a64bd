import type { Made } from '../asking.js'
import { jobWithArchive, type Place } from '../place.js'
import { type Making, type Requests, type Sent, sends } from './sent.js'

const deployed = (place: Place, status: string) => ({
  environment: 'prod',
  sha: place.sha,
  ref: 'main',
  tag: false,
  status,
})

const spareDeployment =
  (status: string): Making =>
  async (place) => {
    const made = await place.asking.make('POST', `${place.project}/deployments`, deployed(place, status))
    return { at: { deployment_id: made.id }, json: { status: 'success' } }
  }

const stoppedEnvironment: Making = async (place) => {
  const made = await place.asking.make('POST', `${place.project}/environments`, { name: `spare-${place.next()}` })
  await place.asking.make('POST', `${place.project}/environments/${made.id}/stop`)
  return { at: { environment_id: made.id } }
}

const sparePipeline: Making = async (place) => {
  const made = await place.asking.make('POST', `${place.project}/pipeline`, { ref: 'main' })
  return { at: { pipeline_id: made.id } }
}

/** A job of a pipeline of its own. */
const spareJob =
  (name: string, canceled = false): Making =>
  async (place) => {
    const made = await place.asking.make('POST', `${place.project}/pipeline`, { ref: 'main' })
    if (canceled) await place.asking.make('POST', `${place.project}/pipelines/${made.id}/cancel`)
    const jobs = await place.asking.make<ReadonlyArray<Made>>('GET', `${place.project}/pipelines/${made.id}/jobs`)
    return { at: { job_id: jobs.find((job) => job.name === name)?.id ?? 0 }, json: { status: 'running' } }
  }

const ofArchivedJob: Making = (place) => ({ at: { job_id: place.standing['archived_job'] ?? 0, artifact_path: 'out' } })

/** Of the newest pipeline that has succeeded: others come and go. */
const ofLatestArchive: Making = async (place) => {
  await jobWithArchive(place.asking, place.project)
  return { at: { ref_name: 'main', artifact_path: 'out' }, query: 'job=build' }
}

const spareArchive: Making = async (place) => ({ at: { job_id: await jobWithArchive(place.asking, place.project) } })

const deploy_access_levels = [{ access_level: 40 }]

const TIERS = ['production', 'testing', 'development', 'other']

const spareProtection =
  (where: 'group' | 'project'): Making =>
  async (place) => {
    const name = where === 'project' ? `spare-${place.next()}` : 'testing'
    await place.asking.attempt('POST', `${place[where]}/protected_environments`, { name, deploy_access_levels })
    return { at: { name } }
  }

const spareRelease: Making = async (place) => {
  const tag_name = `spare-${place.next()}`
  await place.asking.make('POST', `${place.project}/releases`, { tag_name, ref: 'main' })
  return { at: { tag_name } }
}

const spareLink: Making = async (place) => {
  const name = `spare-${place.next()}`
  const link = { name, url: `http://${name}.example` }
  const made = await place.asking.make('POST', `${place.project}/releases/t1/assets/links`, link)
  return { at: { link_id: made.id } }
}

const spareVariable =
  (where: 'group' | 'project'): Making =>
  async (place) => {
    const key = `SPARE_${place.next()}`
    await place.asking.make('POST', `${place[where]}/variables`, { key, value: 'v' })
    return { at: { key } }
  }

const newVariable: Making = (place) => ({ json: { key: `MADE_${place.next()}`, value: 'v' } })

const spareInstanceVariable: Making = async (place) => {
  const key = `SPARE_${place.visibility}_${place.next()}`
  await place.asking.make('POST', '/admin/ci/variables', { key, value: 'v' })
  return { at: { key } }
}

/** With this a runner is registered for the project, as it is now. */
const registration = async (place: Place) => {
  const { runners_token: token } = await place.asking.make<{ runners_token: string }>('GET', place.project)
  return { token }
}

const spareRunner: Making = async (place) => {
  const made = await place.asking.make<{ id: number; token: string }>('POST', '/runners', await registration(place))
  return { at: { id: made.id }, json: { token: made.token } }
}

const toLatest: Making = () => ({ letIn: [302], at: { suffix_path: 'assets/links' } })

const spareTrigger: Making = async (place) => {
  const made = await place.asking.make('POST', `${place.project}/triggers`, { description: 'spare' })
  return { at: { trigger_id: made.id } }
}

/** Of an unprotected ref. */
const SCHEDULE = { description: 'nightly', ref: 'open', cron: '0 1 * * *' }

const schedules = (path: string): Requests => {
  const spare =
    (json?: object): Making =>
    async (place) => {
      const made = await place.asking.make('POST', `${place.project}/pipeline_schedules`, SCHEDULE)
      return { at: { pipeline_schedule_id: made.id }, ...(json === undefined ? {} : { json }) }
    }
  const withVariable =
    (json?: object): Making =>
    async (place) => {
      const sent = await spare(json)(place, undefined)
      const at = `${place.project}/pipeline_schedules/${sent.at?.['pipeline_schedule_id']}/variables`
      await place.asking.make('POST', at, { key: 'KEY', value: 'value' })
      return { ...sent, at: { ...sent.at, key: 'KEY' } }
    }
  const one = `${path}/:pipeline_schedule_id`
  return {
    [`POST ${path}`]: sends(SCHEDULE),
    [`GET ${one}`]: spare(),
    [`GET ${one}/pipelines`]: spare(),
    [`PUT ${one}`]: spare({ description: 'other' }),
    [`DELETE ${one}`]: spare(),
    [`POST ${one}/play`]: spare(),
    [`POST ${one}/take_ownership`]: spare(),
    [`POST ${one}/variables`]: spare({ key: 'KEY', value: 'value' }),
    [`PUT ${one}/variables/:key`]: withVariable({ value: 'other' }),
    [`DELETE ${one}/variables/:key`]: withVariable(),
  }
}

const triggering: Making = (place) => ({
  at: { ref: 'main' },
  json: { ref: 'main', token: place.standing['trigger_token'] },
})

const register: Making = async (place) => ({ json: await registration(place) })

const spareFlag =
  (more: Omit<Sent, 'at'> = {}): Making =>
  async (place) => {
    const name = `spare-${place.visibility}-${place.next()}`
    await place.asking.make('POST', `${place.project}/feature_flags`, { name, version: 'new_version_flag' })
    return { at: { feature_flag_name: name }, ...more }
  }

const newUserList = (place: Place) => ({ name: `spare-${place.visibility}-${place.next()}`, user_xids: 'a,b' })

const spareUserList =
  (more: Omit<Sent, 'at'> = {}): Making =>
  async (place) => {
    const made = await place.asking.make('POST', `${place.project}/feature_flags_user_lists`, newUserList(place))
    return { at: { iid: made.iid }, ...more }
  }

const FREEZE = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' }

const spareFreeze =
  (more: Omit<Sent, 'at'> = {}): Making =>
  async (place) => {
    const made = await place.asking.make('POST', `${place.project}/freeze_periods`, FREEZE)
    return { at: { freeze_period_id: made.id }, ...more }
  }

/** Made by a pipeline of a branch of its own, which is cancelled. */
const spareResourceGroup =
  (more: Omit<Sent, 'at'> = {}): Making =>
  async (place) => {
    const key = `spare-${place.next()}`
    const actions = [
      { action: 'update', file_path: '.gitlab-ci.yml', content: `one: { script: make, resource_group: ${key} }` },
    ]
    const commit = { branch: key, start_branch: 'main', commit_message: '[skip ci]', actions }
    await place.asking.make('POST', `${place.project}/repository/commits`, commit)
    const made = await place.asking.make('POST', `${place.project}/pipeline`, { ref: key })
    await place.asking.make('POST', `${place.project}/pipelines/${made.id}/cancel`)
    return { at: { key }, ...more }
  }

export const deliveryRequests: Requests = {
  ...schedules('/projects/:id/pipeline_schedules'),
  'POST /projects/:id/feature_flags': (place) => ({
    json: { name: `made-${place.visibility}-${place.next()}`, version: 'new_version_flag' },
  }),
  'GET /projects/:id/feature_flags/:feature_flag_name': spareFlag(),
  'PUT /projects/:id/feature_flags/:feature_flag_name': spareFlag({ json: { active: false } }),
  'DELETE /projects/:id/feature_flags/:feature_flag_name': spareFlag(),
  'POST /projects/:id/feature_flags_user_lists': (place) => ({ json: newUserList(place) }),
  'GET /projects/:id/feature_flags_user_lists/:iid': spareUserList(),
  'PUT /projects/:id/feature_flags_user_lists/:iid': spareUserList({ json: { user_xids: 'c' } }),
  'DELETE /projects/:id/feature_flags_user_lists/:iid': spareUserList(),
  'GET /projects/:id/resource_groups/:key': spareResourceGroup(),
  'GET /projects/:id/resource_groups/:key/upcoming_jobs': spareResourceGroup(),
  'PUT /projects/:id/resource_groups/:key': spareResourceGroup({ json: { process_mode: 'oldest_first' } }),
  'POST /projects/:id/freeze_periods': sends(FREEZE),
  'GET /projects/:id/freeze_periods/:freeze_period_id': spareFreeze(),
  'PUT /projects/:id/freeze_periods/:freeze_period_id': spareFreeze({ json: { freeze_start: '0 22 * * 5' } }),
  'DELETE /projects/:id/freeze_periods/:freeze_period_id': spareFreeze(),
  'POST /projects/:id/triggers': sends({ description: 'made' }),
  'PUT /projects/:id/triggers/:trigger_id': sends({ description: 'changed' }),
  'DELETE /projects/:id/triggers/:trigger_id': spareTrigger,
  'POST /projects/:id/trigger/pipeline': triggering,
  'POST /projects/:id/ref/:ref/trigger/pipeline': triggering,
  'POST /jobs/request': spareRunner,
  'PUT /jobs/:id': (place) => ({ at: { id: place.standing['job_id'] ?? 0 }, json: { token: 'of no job' } }),
  'PATCH /jobs/:id/trace': (place) => ({
    at: { id: place.standing['job_id'] ?? 0 },
    bytes: Buffer.from('x'),
    headers: { 'content-range': '0-0' },
  }),
  'POST /jobs/:id/artifacts': (place) => ({ at: { id: place.standing['job_id'] ?? 0 }, bytes: Buffer.from('x') }),
  'GET /jobs/:id/artifacts': (place) => ({ at: { id: place.standing['archived_job'] ?? 0 } }),
  'GET /projects/:id/jobs/:job_id/artifacts': ofArchivedJob,
  'GET /projects/:id/jobs/:job_id/artifacts/*artifact_path': ofArchivedJob,
  'GET /projects/:id/jobs/artifacts/:ref_name/download': ofLatestArchive,
  'GET /projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path': ofLatestArchive,
  'POST /projects/:id/jobs/:job_id/artifacts/keep': ofArchivedJob,
  'DELETE /projects/:id/jobs/:job_id/artifacts': spareArchive,
  'POST /projects/:id/jobs/:job_id/erase': spareJob('build', true),
  'POST /runners': register,
  'POST /user/runners': (place) => ({ json: { runner_type: 'project_type', project_id: place.projectId } }),
  'DELETE /runners': spareRunner,
  'POST /runners/verify': spareRunner,
  'POST /runners/reset_authentication_token': spareRunner,
  'POST /runners/:id/reset_authentication_token': spareRunner,
  'PUT /runners/:id': sends({ description: 'changed' }),
  'DELETE /runners/:id': spareRunner,
  'POST /projects/:id/runners': (place) => ({ json: { runner_id: place.standing['runner_id'] } }),
  'DELETE /projects/:id/runners/:runner_id': sends(undefined, { allowedText: 'Only one project' }),
  'POST /projects/:id/runners/reset_registration_token': sends({}),
  'POST /projects/:id/variables': newVariable,
  'PUT /projects/:id/variables/:key': sends({ value: 'w' }),
  'DELETE /projects/:id/variables/:key': spareVariable('project'),
  'POST /groups/:id/variables': newVariable,
  'PUT /groups/:id/variables/:key': sends({ value: 'w' }),
  'DELETE /groups/:id/variables/:key': spareVariable('group'),
  'GET /admin/ci/variables/:key': spareInstanceVariable,
  'POST /admin/ci/variables': (place) => ({ json: { key: `MADE_${place.visibility}_${place.next()}`, value: 'v' } }),
  'PUT /admin/ci/variables/:key': async (place, caller) => ({
    ...(await spareInstanceVariable(place, caller)),
    json: { value: 'w' },
  }),
  'DELETE /admin/ci/variables/:key': spareInstanceVariable,
  'GET /projects/:id/releases/permalink/latest': toLatest,
  'GET /projects/:id/releases/permalink/latest/*suffix_path': toLatest,
  'GET /projects/:id/releases/:tag_name/downloads/*filepath': () => ({ letIn: [302], at: { filepath: 'notes' } }),
  'POST /projects/:id/releases': (place) => ({ json: { tag_name: `made-${place.next()}`, ref: 'main' } }),
  'PUT /projects/:id/releases/:tag_name': sends({ name: 'renamed' }),
  'DELETE /projects/:id/releases/:tag_name': spareRelease,
  'POST /projects/:id/releases/:tag_name/assets/links': (place) => {
    const name = `made-${place.next()}`
    return { json: { name, url: `http://${name}.example` } }
  },
  'PUT /projects/:id/releases/:tag_name/assets/links/:link_id': sends({ link_type: 'other' }),
  'DELETE /projects/:id/releases/:tag_name/assets/links/:link_id': spareLink,
  'POST /projects/:id/deployments': (place) => ({ json: deployed(place, 'failed') }),
  'PUT /projects/:id/deployments/:deployment_id': spareDeployment('running'),
  'DELETE /projects/:id/deployments/:deployment_id': spareDeployment('failed'),
  'POST /projects/:id/deployments/:deployment_id/approval': sends({ status: 'approved' }),
  'POST /projects/:id/environments': (place) => ({ json: { name: `made-${place.next()}` } }),
  'PUT /projects/:id/environments/:environment_id': sends({ external_url: 'http://app.example' }),
  'DELETE /projects/:id/environments/:environment_id': stoppedEnvironment,
  'POST /projects/:id/environments/stop_stale': () => ({
    json: { before: new Date(Date.now() - 30 * 86_400_000).toISOString() },
  }),
  'POST /projects/:id/protected_environments': (place) => ({
    json: { name: `made-${place.next()}`, deploy_access_levels },
  }),
  'PUT /projects/:id/protected_environments/:name': sends({ required_approval_count: 1 }),
  'DELETE /projects/:id/protected_environments/:name': spareProtection('project'),
  'POST /groups/:id/protected_environments': (place) => ({
    json: { name: TIERS[place.next() % TIERS.length], deploy_access_levels },
  }),
  'PUT /groups/:id/protected_environments/:name': sends({ required_approval_count: 1 }),
  'DELETE /groups/:id/protected_environments/:name': spareProtection('group'),
  'POST /projects/:id/ci/lint': sends({ content: 'job: { script: make }' }),
  'POST /ci/lint': sends({ content: 'job: { script: make }' }),
  'POST /projects/:id/pipeline': sends({ ref: 'main' }),
  'POST /projects/:id/pipelines/:pipeline_id/cancel': sparePipeline,
  'POST /projects/:id/pipelines/:pipeline_id/retry': sparePipeline,
  'DELETE /projects/:id/pipelines/:pipeline_id': sparePipeline,
  'POST /projects/:id/jobs/:job_id/cancel': spareJob('build'),
  'POST /projects/:id/jobs/:job_id/play': spareJob('deploy'),
  'POST /projects/:id/jobs/:job_id/retry': spareJob('build', true),
  'PUT /projects/:id/jobs/:job_id': spareJob('build'),
}
