import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { formFile, zipOf } from '@forgefold/spec/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const API = '/api/v4'
const archive = zipOf([{ name: 'out', bytes: Buffer.from('out'), deflated: false }])
const CI = `
stages: [build, test, deploy]
build: { stage: build, script: [make], artifacts: { paths: [out] } }
other: { stage: build, script: [make], artifacts: { paths: [out] } }
beside: { stage: build, needs: [build], script: [make] }
without: { stage: build, needs: [{ job: build, artifacts: false }, other], script: [make] }
follows: { stage: test, script: [make] }
chosen: { stage: test, dependencies: [other], script: [make] }
needy: { stage: test, needs: [build, other], dependencies: [other], script: [make] }
nothing: { stage: test, dependencies: [], script: [make] }
unneeding: { stage: test, needs: [], script: [make] }
reports:
  stage: test
  script: [make]
  artifacts: { reports: { junit: j.xml, terraform: t.json, coverage_report: { coverage_format: cobertura, path: c.xml } } }
place:
  stage: test
  image: ruby
  script: [make]
  environment: { name: review/One, url: "https://$CI_ENVIRONMENT_SLUG.example.com" }
`
const REQUEST_CI = 'check: { script: [make], rules: [{ if: $CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED == "true" }] }'

describe.runIf(programs.need('git'))('what a runner gets with a job', () => {
  let world: TestInstance
  let runner: string

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.11' })
    await must('POST', '/projects', {
      name: 'The app',
      path: 'app',
      initialize_with_readme: true,
      default_branch: 'main',
    })
    await commit('main', CI)
    const { runners_token: token } = await must('GET', '/projects/1')
    const made = await must('POST', '/runners', { token, tag_list: 'linux,docker', description: 'mine' })
    runner = String(made['token'])
  })
  afterAll(() => world.close())

  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
    world.ask(method, `${API}${path}`, { ...(as === '' ? {} : { as }), json })
  const must = async (method: string, path: string, json?: unknown): Promise<Json> => {
    const { status, json: answer, text } = await ask(method, path, json)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as Json
  }
  const commit = (branch: string, content: string, more: Json = {}, action = 'create'): Promise<Json> => {
    const actions = [{ action, file_path: '.gitlab-ci.yml', content }]
    const message = { commit_message: 'Build\n\n[skip ci]' }
    return must('POST', '/projects/1/repository/commits', { branch, ...message, actions, ...more })
  }
  const take = async (): Promise<Json | undefined> => {
    const { status, json, text } = await ask('POST', '/jobs/request', { token: runner }, '')
    expect([201, 204], text).toContain(status)
    return status === 201 ? (json as Json) : undefined
  }
  const end = (job: Json, more: Json = { state: 'success' }) =>
    ask('PUT', `/jobs/${job['id']}`, { token: job['token'], ...more }, '')
  const leave = async (job: Json): Promise<void> => {
    const { bytes, headers } = await formFile('file', archive, 'artifacts.zip')
    const given = { bytes, headers: { ...headers, 'job-token': String(job['token']) } }
    expect((await world.ask('POST', `${API}/jobs/${job['id']}/artifacts`, given)).status).toBe(201)
  }
  /** All jobs of a pipeline by name, each done before the next one is asked for. */
  const jobsOf = async (ref: string, variables: ReadonlyArray<Json> = []): Promise<ReadonlyMap<string, Json>> => {
    await must('POST', '/projects/1/pipeline', { ref, variables })
    const jobs = new Map<string, Json>()
    for (let job = await take(); job !== undefined; job = await take()) {
      if ((job['artifacts'] as ReadonlyArray<Json>).some((one) => one['artifact_type'] === 'archive')) await leave(job)
      expect((await end(job)).status).toBe(200)
      jobs.set(String((job['job_info'] as Json)['name']), job)
    }
    return jobs
  }
  const variablesIn = (job: Json): ReadonlyMap<string, string> =>
    new Map((job['variables'] as ReadonlyArray<Json>).map(({ key, value }) => [String(key), String(value)]))

  it('is the archives of the jobs that it needs, else of those of earlier stages', async () => {
    const jobs = await jobsOf('main')
    const downloads = (name: string) =>
      ((jobs.get(name) as Json)['dependencies'] as ReadonlyArray<Json>).map((dependency) => dependency['name'])
    expect(downloads('beside')).toEqual(['build'])
    expect(downloads('without')).toEqual(['other'])
    expect(downloads('follows')).toEqual(['build', 'other'])
    expect(downloads('chosen')).toEqual(['other'])
    expect(downloads('needy')).toEqual(['other'])
    expect(downloads('nothing')).toEqual([])
    expect(downloads('unneeding')).toEqual([])
  })

  it('is how reports are packed and named', async () => {
    const jobs = await jobsOf('main')
    expect(jobs.get('reports')?.['artifacts']).toMatchObject([
      { artifact_type: 'junit', artifact_format: 'gzip', name: 'junit.xml', when: 'always' },
      { artifact_type: 'terraform', artifact_format: 'raw', name: 'tfplan.json' },
      { artifact_type: 'cobertura', artifact_format: 'gzip', name: 'cobertura-coverage.xml', paths: ['c.xml'] },
    ])
  })

  it('is the commit itself, and as much of the history as is asked for', async () => {
    const ofMain = '+refs/heads/main:refs/remotes/origin/main'
    const { git_info: shallow } = (await jobsOf('main')).get('build') as { readonly git_info: Json }
    const own = expect.stringMatching(new RegExp(`^\\+${shallow['sha']}:refs/pipelines/\\d+$`))
    expect(shallow).toMatchObject({ depth: 20, refspecs: [own, ofMain] })
    const { git_info: whole } = (await jobsOf('main', [{ key: 'GIT_DEPTH', value: '0' }])).get('build') as Json & {
      readonly git_info: Json
    }
    const all = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']
    expect(whole).toMatchObject({ depth: 0, refspecs: [own, ...all] })
  })

  it('is every predefined variable', async () => {
    const job = (await jobsOf('main')).get('place') as Json
    const { sha } = job['git_info'] as Json
    const { committed_date: date } = await must('GET', `/projects/1/repository/commits/${sha}`)
    const { id: user, email } = await must('GET', '/user')
    expect(Object.fromEntries(variablesIn(job))).toMatchObject({
      CI_COMMIT_AUTHOR: `Administrator <${email}>`,
      CI_COMMIT_REF_PROTECTED: 'true',
      CI_COMMIT_TIMESTAMP: String(date).replace('.000', ''),
      CI_CONFIG_PATH: '.gitlab-ci.yml',
      CI_ENVIRONMENT_ACTION: 'start',
      CI_ENVIRONMENT_NAME: 'review/One',
      CI_ENVIRONMENT_SLUG: expect.stringMatching(/^review-one-\w{6}$/),
      CI_ENVIRONMENT_TIER: 'development',
      CI_ENVIRONMENT_URL: 'https://$CI_ENVIRONMENT_SLUG.example.com',
      CI_JOB_IMAGE: 'ruby',
      CI_JOB_STARTED_AT: expect.stringMatching(/:\d\dZ$/),
      CI_NODE_TOTAL: '1',
      CI_PIPELINE_CREATED_AT: expect.stringMatching(/:\d\dZ$/),
      CI_PROJECT_NAMESPACE_ID: expect.stringMatching(/^\d+$/),
      CI_PROJECT_PATH_SLUG: 'root-app',
      CI_PROJECT_ROOT_NAMESPACE: 'root',
      CI_PROJECT_TITLE: 'The app',
      CI_RUNNER_DESCRIPTION: 'mine',
      CI_RUNNER_ID: '1',
      CI_RUNNER_TAGS: 'linux, docker',
      CI_SERVER_NAME: 'GitLab',
      CI_SERVER_VERSION: '15.11.0-ee',
      CI_SERVER_VERSION_MAJOR: '15',
      CI_SERVER_VERSION_MINOR: '11',
      CI_SERVER_VERSION_PATCH: '0',
      GITLAB_USER_EMAIL: email,
      GITLAB_USER_ID: String(user),
      GITLAB_USER_LOGIN: 'root',
      GITLAB_USER_NAME: 'Administrator',
    })
  })

  it('is its merge request', async () => {
    await commit('change', REQUEST_CI, { start_branch: 'main', commit_message: 'Change' }, 'update')
    const asked = { source_branch: 'change', target_branch: 'main', title: 'Change it', assignee_id: 1 }
    const request = await must('POST', '/projects/1/merge_requests', asked)
    await must('POST', `/projects/1/merge_requests/${request['iid']}/pipelines`)
    const job = (await take()) as Json
    expect(job['git_info']).toMatchObject({ ref: 'refs/merge-requests/1/head', sha: request['sha'] })
    expect((job['git_info'] as Json)['refspecs']).toHaveLength(1)
    expect(Object.fromEntries(variablesIn(job))).toMatchObject({
      CI_COMMIT_REF_NAME: 'change',
      CI_MERGE_REQUEST_ASSIGNEES: 'root',
      CI_MERGE_REQUEST_EVENT_TYPE: 'detached',
      CI_MERGE_REQUEST_IID: '1',
      CI_MERGE_REQUEST_PROJECT_ID: '1',
      CI_MERGE_REQUEST_PROJECT_PATH: 'root/app',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'change',
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'root/app',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED: 'true',
      CI_MERGE_REQUEST_TITLE: 'Change it',
    })
    expect(variablesIn(job).has('CI_COMMIT_BRANCH')).toBe(false)
  })
})
