import { eventually, openTestInstance, type TestInstance, type TestInstanceOptions } from '@forgefold/spec/instance'
import { expect } from 'vitest'

export type Json = Readonly<Record<string, unknown>>

const CI = `build:
  script: ['true']
  rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }]
ship:
  script: ['true']
  rules: [{ if: '$CI_COMMIT_BRANCH == "main"' }]
  environment: { name: staging, url: 'https://staging.example' }
gate:
  script: ['true']
  rules: [{ if: '$CI_COMMIT_BRANCH == "gate"' }]
  environment: { name: production, url: 'https://production.example' }
`

/** An instance that is asked as two people, with one project. */
export interface Story {
  readonly instance: TestInstance
  readonly keeper: { readonly id: number; readonly token: string }
  /** The path of the project. */
  readonly at: string
  readonly group: number
  /** The answer, which has to be a success. */
  readonly must: (method: string, path: string, json?: unknown, as?: string) => Promise<unknown>
  readonly one: (method: string, path: string, json?: unknown, as?: string) => Promise<Json>
  readonly commit: (branch: string, file: string, content?: string) => Promise<Json>
  /** Lets a runner do the jobs that wait until the newest pipeline of a list has succeeded; what is done while each runs is given its token. */
  readonly run: (pipelines: string, meanwhile?: (token: string) => Promise<void>) => Promise<Json>
}

const packed = (name: string, version: string): Json => ({
  _id: name,
  name,
  'dist-tags': { latest: version },
  versions: { [version]: { name, version, dist: { tarball: `http://x/widget-${version}.tgz` } } },
  _attachments: { [`${name}-${version}.tgz`]: { data: Buffer.from(version).toString('base64'), length: 5 } },
})

/** Publishes two versions of a package as a running job. */
export const publish = async ({ instance, at }: Story, jobToken: string): Promise<void> => {
  for (const version of ['1.0.0', '2.0.0']) {
    const sent = await instance.ask('PUT', `/api/v4${at}/packages/npm/@g%2fwidget`, {
      json: packed('@g/widget', version),
      headers: { 'job-token': jobToken },
    })
    expect(sent.status, sent.text).toBe(200)
  }
}

export const openStory = async (options: TestInstanceOptions): Promise<Story> => {
  const instance = await openTestInstance(options)
  const keeper = await instance.person('keeper')
  const must: Story['must'] = async (method, path, json, as = instance.root) => {
    const [where = '', query] = path.split('?')
    const more = { ...(json === undefined ? {} : { json }), ...(query === undefined ? {} : { query }) }
    const answered = await instance.ask(method, `/api/v4${where}`, { as, ...more })
    expect(answered.status, `${method} ${path}: ${answered.text}`).toBeLessThan(300)
    return answered.json
  }
  const one = must as Story['one']
  await must('PUT', '/users/1', { location: 'Here', organization: 'Us', public_email: 'root@localhost' })
  const { id: group } = await one('POST', '/groups', { name: 'g', path: 'g' })
  const made = { name: 'p', namespace_id: group, initialize_with_readme: true }
  const project = await one('POST', '/projects', made)
  const at = `/projects/${project['id']}`
  await must('POST', `${at}/members`, { user_id: keeper.id, access_level: 40 })
  const branches = new Set(['main'])
  const commit: Story['commit'] = (branch, file_path, content = 'one\ntwo\n') => {
    const start = branches.has(branch) ? {} : { start_branch: 'main' }
    branches.add(branch)
    const actions = [{ action: 'create', file_path, content }]
    const commit_message = branch === 'main' ? 'CI [skip ci]' : `On ${branch}`
    return one('POST', `${at}/repository/commits`, { branch, ...start, commit_message, actions })
  }
  await commit('main', '.gitlab-ci.yml', CI)
  const runner = await one('POST', '/runners', { token: (await one('GET', at))['runners_token'] })
  const work = async (meanwhile?: (token: string) => Promise<void>): Promise<void> => {
    for (;;) {
      const asked = await instance.ask('POST', '/api/v4/jobs/request', { json: { token: runner['token'] } })
      if (asked.status === 204) return
      const job = asked.json as Json
      await meanwhile?.(String(job['token']))
      const done = { token: job['token'], state: 'success' }
      const ended = await instance.ask('PUT', `/api/v4/jobs/${job['id']}`, { json: done })
      expect(ended.status, ended.text).toBe(200)
    }
  }
  const run: Story['run'] = (pipelines, meanwhile) =>
    eventually('a pipeline that has succeeded', async () => {
      await work(meanwhile)
      const [newest] = (await must('GET', pipelines)) as ReadonlyArray<Json>
      return newest?.['status'] === 'success' ? newest : undefined
    })
  return { instance, keeper, at, group: group as number, must, one, commit, run }
}

/** Waits for a deployment in this state. */
export const deploymentIn = ({ must, at }: Story, status: string, environment: string): Promise<Json> =>
  eventually(`a deployment to ${environment} that is ${status}`, async () => {
    const found = await must('GET', `${at}/deployments?status=${status}&environment=${environment}`)
    return (found as ReadonlyArray<Json>)[0]
  })
