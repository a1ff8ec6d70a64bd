import type { Answer, Client } from './client.js'
import type { People } from './identity.js'
import type { Places } from './projects.js'

const DAY = 86_400

const CI = `stages: [build, ship, end]
build:
  stage: build
  script: ['true']
ship:
  stage: ship
  script: ['true']
  environment: { name: review, url: 'https://review.example', on_stop: tear down, auto_stop_in: 2 days }
tear down:
  stage: ship
  script: ['true']
  when: manual
  environment: { name: review, action: stop }
guarded:
  stage: end
  script: ['true']
  environment: { name: guarded }
`

interface Job {
  readonly id: number
  readonly name: string
  readonly status: string
}

const jobsOf = (answer: Answer): ReadonlyArray<Job> => answer.rows as unknown as ReadonlyArray<Job>

/** Deployments by hand into environments: every status, approvals, deletion. */
const deploy = async ({ must, until }: Client, { ann, bob }: People, projectId: number): Promise<void> => {
  const at = `/projects/${projectId}`
  const asked = { as: ann.token }
  const sha = (await must('GET', `${at}/repository/commits/main`, asked)).json['id']
  const make = async (environment: string, status: string): Promise<number> =>
    (await must('POST', `${at}/deployments`, { ...asked, json: { environment, sha, ref: 'main', tag: false, status } }))
      .json.id
  const move = (id: number, status: string) => must('PUT', `${at}/deployments/${id}`, { ...asked, json: { status } })
  await move(await make('production', 'running'), 'success')
  await move(await make('production', 'running'), 'failed')
  const canceled = await make('production', 'running')
  await move(canceled, 'canceled')
  await make('production', 'success')
  await until(`${at}/deployments/${canceled}`, ({ json }) => json['status'] === 'canceled')
  await must('DELETE', `${at}/deployments/${canceled}`, asked)
  const place = await must('POST', `${at}/environments`, {
    ...asked,
    json: { name: 'staging', external_url: 'https://staging.example', tier: 'staging' },
  })
  const environment = `${at}/environments/${place.json.id}`
  await must('PUT', environment, { ...asked, json: { external_url: 'https://stage.example', tier: 'testing' } })
  await must('POST', `${environment}/stop`, asked)
  await make('staging', 'success')
  const gone = await must('POST', `${at}/environments`, { ...asked, json: { name: 'gone' } })
  await must('POST', `${at}/environments/${gone.json.id}/stop`, asked)
  await must('DELETE', `${at}/environments/${gone.json.id}`, asked)
  const rules = { deploy_access_levels: [{ access_level: 40 }, { user_id: bob.id }], required_approval_count: 1 }
  for (const name of ['guarded', 'passing'])
    await must('POST', `${at}/protected_environments`, { ...asked, json: { name, ...rules } })
  await must('DELETE', `${at}/protected_environments/passing`, asked)
}

/** Statuses from outside, which make pipelines of their own. */
const report = async ({ must }: Client, { ann }: People, projectId: number): Promise<void> => {
  const at = `/projects/${projectId}`
  const asked = { as: ann.token }
  const sha = (await must('GET', `${at}/repository/commits/main`, asked)).json['id']
  for (const json of [
    { state: 'pending', name: 'outside', ref: 'main' },
    { state: 'running', name: 'outside', ref: 'main', target_url: 'https://ci.example/1', description: 'At work' },
    { state: 'success', name: 'outside', ref: 'main', coverage: 87.5 },
    { state: 'failed', name: 'other', ref: 'main' },
  ])
    await must('POST', `${at}/statuses/${sha}`, { ...asked, json })
}

/** Pipelines of a CI file: jobs that run, fail, are retried, canceled, and deploy. One is left running; its token comes back. */
const runPipelines = async (client: Client, { ann, bob }: People, projectId: number): Promise<string> => {
  const { must, until, advance } = client
  const at = `/projects/${projectId}`
  const asked = { as: ann.token }
  const commit = { branch: 'ci', start_branch: 'main', commit_message: 'Add CI' }
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
  await must('POST', `${at}/repository/commits`, { ...asked, json: { ...commit, actions } })
  const listed = await until(`${at}/pipelines?ref=ci`, ({ rows }) => rows.length > 0, ann.token)
  const id = listed.rows[0]?.id
  const jobs = `${at}/pipelines/${id}/jobs?per_page=100`
  const named = async (name: string): Promise<Job> => {
    const found = jobsOf(await must('GET', jobs, asked)).find((job) => job.name === name)
    if (found === undefined) throw new Error(`no job ${name}`)
    return found
  }
  const move = async (name: string, status: string, more: object = {}): Promise<Answer> =>
    must('PUT', `${at}/jobs/${(await named(name)).id}`, { ...asked, json: { status, ...more } })
  const became = (name: string, status: string) =>
    until(jobs, (answer) => jobsOf(answer).some((job) => job.name === name && job.status === status), ann.token)
  await move('build', 'running')
  await move('build', 'failed', { failure_reason: 'script_failure' })
  await must('POST', `${at}/jobs/${(await named('build')).id}/retry`, asked)
  await move('build', 'running')
  await move('build', 'success', { coverage: 50 })
  await became('ship', 'pending')
  await move('ship', 'running')
  await move('ship', 'success')
  const guarded = await until(`${at}/deployments?environment=guarded&status=blocked`, ({ rows }) => rows.length > 0)
  const blocked = `${at}/deployments/${guarded.rows[0]?.id}/approval`
  await must('POST', blocked, { as: bob.token, json: { status: 'approved', comment: 'Fine' } })
  await became('guarded', 'pending')
  await must('POST', `${at}/pipelines/${id}/cancel`, asked)
  const review = await must('GET', `${at}/environments?name=review`, asked)
  const environment = review.rows[0]?.id
  await advance(DAY / 2)
  await must('POST', `${at}/environments/${environment}/stop`, asked)
  await became('tear down', 'pending')
  await move('tear down', 'running')
  await move('tear down', 'success')
  const again = await must('POST', `${at}/pipeline?ref=ci`, asked)
  await must('POST', `${at}/pipelines/${again.json.id}/cancel`, asked)
  await must('POST', `${at}/pipelines/${again.json.id}/retry`, asked)
  const gone = await must('POST', `${at}/pipeline?ref=ci`, asked)
  await must('DELETE', `${at}/pipelines/${gone.json.id}`, asked)
  const [left] = (await must('GET', `${at}/pipelines/${again.json.id}/jobs?scope=pending`, asked)).rows
  const begun = await must('PUT', `${at}/jobs/${left?.id}`, { ...asked, json: { status: 'running' } })
  return `${begun.json['token']}`
}

/** What only a later API release lets happen. */
export const changeProtection = async ({ must }: Client, { ann }: People, { projectId }: Places): Promise<void> => {
  const path = `/projects/${projectId}/protected_environments/guarded`
  await must('PUT', path, { as: ann.token, json: { required_approval_count: 2 } })
}

/** What is deployed, from outside and by pipelines; gives the token of a job. */
export const deliver = async (client: Client, people: People, { projectId }: Places): Promise<string> => {
  await deploy(client, people, projectId)
  await report(client, people, projectId)
  return runPipelines(client, people, projectId)
}
