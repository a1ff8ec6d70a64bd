import { eventually } from '@forgefold/spec/instance'
import { formFile, zipOf } from '@forgefold/spec/testing'
import type { Asking, Json } from './history-asking.js'
import { commitTo, GATED, STOPPABLE } from './history-commits.js'
import type { Setting } from './history-people.js'

/** What jobs left behind. */
export interface Jobs {
  /** Environments with a job that stops them. */
  readonly stoppable: ReadonlyArray<number>
  /** Deployments that wait for an approval. */
  readonly gated: ReadonlyArray<number>
  /** The token of a job that runs, and its pipeline. */
  readonly jobToken: string
  readonly pipeline: number
  /** A job with an archive. */
  readonly archived: number
}

const jobOf = ({ list }: Asking, { at }: Setting, branch: string, called: string): Promise<Json> =>
  eventually(`${called} on ${branch}`, async () => {
    const jobs = await list(`${at}/jobs`, 'per_page=100')
    return jobs.find(({ ref, name }) => ref === branch && name === called)
  })

/** Deploys to environments that a job can stop. */
const deployStoppable = async (asking: Asking, setting: Setting): Promise<ReadonlyArray<number>> => {
  const { must, list } = asking
  const { at } = setting
  const stoppable: Array<number> = []
  for (const name of STOPPABLE) {
    const ship = await jobOf(asking, setting, `stops-${name}`, 'ship')
    for (const status of ['running', 'success']) await must('PUT', `${at}/jobs/${ship['id']}`, { status })
    const environment = await eventually(`the environment ${name}`, async () =>
      (await list(`${at}/environments`)).find((one) => one['name'] === name),
    )
    stoppable.push(environment['id'] as number)
    await eventually(`a deployment to ${name}`, async () => {
      const found = await list(`${at}/deployments`, `environment=${name}&status=success`)
      return found.length > 0 ? true : undefined
    })
  }
  return stoppable
}

/** Deploys to where somebody has to approve. */
const deployGated = async (asking: Asking, setting: Setting): Promise<ReadonlyArray<number>> => {
  const commit = commitTo(asking, setting)
  const gated: Array<number> = []
  for (const branch of GATED) {
    await commit(branch, '.gitlab-ci.yml', "deploy:\n  script: ['true']\n  environment: { name: production }\n")
    const blocked = await eventually(`a deployment of ${branch} that waits`, async () => {
      const query = 'environment=production&status=blocked&per_page=100'
      return (await asking.list(`${setting.at}/deployments`, query)).find(({ ref }) => ref === branch)
    })
    gated.push(blocked['id'] as number)
  }
  return gated
}

/** Lets a job of a resource group have the resource, and another wait for it. */
const deployShared = async (asking: Asking, setting: Setting): Promise<void> => {
  const content = "share:\n  script: ['true']\n  resource_group: shared\n"
  await commitTo(asking, setting)('sharing', '.gitlab-ci.yml', content)
  await eventually('the job that has the resource', async () => {
    const { status } = await jobOf(asking, setting, 'sharing', 'share')
    return status === 'pending' ? true : undefined
  })
  await asking.must('PUT', `${setting.at}/resource_groups/shared`, { process_mode: 'oldest_first' })
  const next = await asking.make(`${setting.at}/pipeline`, { ref: 'sharing' })
  await eventually('the job that waits for it', async () => {
    const [job] = await asking.list(`${setting.at}/pipelines/${next}/jobs`)
    return job?.['status'] === 'waiting_for_resource' ? true : undefined
  })
}

/** One runner of the project and one of the group. */
const registerRunners = async ({ must }: Asking, { at, group }: Setting): Promise<void> => {
  for (const place of [at, `/groups/${group}`])
    await must('POST', '/runners', { token: (await must('GET', place))['runners_token'], tag_list: ['shell'] })
}

/** Lets a runner take jobs until it has this one. */
const takeJob = async ({ must }: Asking, { at }: Setting, id: number): Promise<Json> => {
  const { token } = await must('POST', '/runners', { token: (await must('GET', at))['runners_token'] })
  for (;;) {
    const job = await must('POST', '/jobs/request', { token })
    if (job['id'] === id) return job
  }
}

/** A job of a pipeline that has succeeded, with an archive that is kept. */
const archive = async (asking: Asking, setting: Setting): Promise<number> => {
  const { instance, must, make, list } = asking
  const pipeline = await make(`${setting.at}/pipeline`, { ref: 'built' })
  const [waiting] = await list(`${setting.at}/pipelines/${pipeline}/jobs`)
  const job = await takeJob(asking, setting, waiting?.['id'] as number)
  const form = await formFile('file', zipOf([{ name: 'out', bytes: Buffer.from('out'), deflated: true }]), 'a.zip')
  const headers = { ...form.headers, 'job-token': String(job['token']) }
  await instance.ask('POST', `/api/v4/jobs/${job['id']}/artifacts`, { ...form, headers })
  await must('POST', `${setting.at}/jobs/${job['id']}/artifacts/keep`)
  await must('PUT', `/jobs/${job['id']}`, { token: job['token'], state: 'success' })
  return job['id'] as number
}

/** Runs jobs: some deploy, one is left running. */
export const writeJobs = async (asking: Asking, setting: Setting): Promise<Jobs> => {
  await registerRunners(asking, setting)
  const schedule = { description: 'nightly', ref: 'built', cron: '0 1 * * *' }
  const scheduled = await asking.make(`${setting.at}/pipeline_schedules`, schedule)
  await asking.must('POST', `${setting.at}/pipeline_schedules/${scheduled}/variables`, { key: 'NIGHT', value: 'yes' })
  await asking.must('PUT', `${setting.at}/pipeline_schedules/${scheduled}`, { description: 'each night' })
  const freeze = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' }
  const frozen = await asking.make(`${setting.at}/freeze_periods`, freeze)
  await asking.must('PUT', `${setting.at}/freeze_periods/${frozen}`, { cron_timezone: 'Europe/Paris' })
  const listed = await asking.make(`${setting.at}/feature_flags_user_lists`, { name: 'testers', user_xids: 'a,b' })
  const strategies = [{ name: 'gitlabUserList', user_list_id: listed, scopes: [{ environment_scope: '*' }] }]
  const flag = { name: 'shown', version: 'new_version_flag', strategies }
  await asking.must('POST', `${setting.at}/feature_flags`, flag)
  await asking.must('PUT', `${setting.at}/feature_flags/shown`, { active: false })
  await asking.must('POST', `${setting.at}/triggers`, { description: 'from outside' })
  const stoppable = await deployStoppable(asking, setting)
  const gated = await deployGated(asking, setting)
  await deployShared(asking, setting)
  const waiting = await jobOf(asking, setting, 'built', 'check')
  const pipeline = (waiting['pipeline'] as Json)['id'] as number
  const job = await takeJob(asking, setting, waiting['id'] as number)
  await asking.must('POST', `${setting.at}/pipeline_schedules/${scheduled}/play`)
  return { stoppable, gated, jobToken: String(job['token']), pipeline, archived: await archive(asking, setting) }
}
