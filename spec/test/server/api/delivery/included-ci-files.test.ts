import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const API = '/api/v4'
const CI = `
include:
  - local: /ci/$PART.yml
  - { project: root/shared, file: [/jobs.yml] }
  - { template: Gone/Unknown.gitlab-ci.yml }
  - https://ci.example/remote.yml
build: { script: [of the file], variables: { OWN: '1' } }
`
const PART =
  'variables: { FROM: part }\nbuild: { stage: build, script: [of the part], tags: [] }\n.base: { script: [base] }\n'
const JOBS = 'include: more.yml\nshared: { extends: .more, stage: test }\n'
const MORE = '.more: { script: [more] }\n'

/** `include` of a CI file (docs/reference/behaviour/delivery.md#ci-files). */
describe.runIf(programs.need('git'))('a CI file that includes others', () => {
  let world: TestInstance
  let runner: string

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.11' })
    await begin('shared', { 'jobs.yml': JOBS, 'more.yml': MORE })
    await begin('app', { '.gitlab-ci.yml': CI, 'ci/part.yml': PART })
    await must('POST', '/projects/2/variables', { key: 'PART', value: 'part' })
    const { runners_token: token } = await must('GET', '/projects/2')
    runner = String((await must('POST', '/runners', { token }))['token'])
  })
  afterAll(() => world.close())

  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
    world.ask(method, `${API}${path}`, { ...(as === '' ? {} : { as }), ...(json === undefined ? {} : { json }) })
  const must = async (method: string, path: string, json?: unknown): Promise<Json> => {
    const { status, json: answer, text } = await ask(method, path, json)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as Json
  }
  const commit = (project: unknown, files: Readonly<Record<string, string>>, action = 'create') =>
    must('POST', `/projects/${project}/repository/commits`, {
      ...{ branch: 'main', commit_message: 'files [skip ci]' },
      actions: Object.entries(files).map(([file_path, content]) => ({ action, file_path, content })),
    })
  const begin = async (name: string, files: Readonly<Record<string, string>>): Promise<void> => {
    const { id } = await must('POST', '/projects', { name, initialize_with_readme: true, default_branch: 'main' })
    await commit(id, files)
  }
  const take = async (): Promise<Json> => {
    const taken = await ask('POST', '/jobs/request', { token: runner }, '')
    expect(taken.status, taken.text).toBe(201)
    return taken.json as Json
  }
  const end = async (job: Json): Promise<void> => {
    const body = { token: job['token'], state: 'success' }
    expect((await ask('PUT', `/jobs/${job['id']}`, body, '')).status).toBe(200)
  }

  it('has their jobs below its own, and keeps them as they were', async () => {
    const { id } = await must('POST', '/projects/2/pipeline', { ref: 'main' })
    const build = await take()
    expect(build).toMatchObject({ job_info: { name: 'build', stage: 'build' } })
    expect(build['steps']).toMatchObject([{ script: ['of the file'] }])
    const variables = build['variables'] as ReadonlyArray<Json>
    for (const [key, value] of [
      ['FROM', 'part'],
      ['OWN', '1'],
    ])
      expect(variables.findLast((one) => one['key'] === key)).toMatchObject({ value })
    await commit(1, { 'more.yml': MORE.replace('more]', 'changed]') }, 'update')
    await end(build)
    const shared = await take()
    expect(shared).toMatchObject({ job_info: { name: 'shared' }, steps: [{ script: ['more'] }] })
    await end(shared)
    expect(await must('GET', `/projects/2/pipelines/${id}`)).toMatchObject({ status: 'success', yaml_errors: null })
  })

  it('is looked over with them', async () => {
    const content = CI.replace('$PART', 'part')
    const found = await must('POST', '/projects/2/ci/lint', { content, include_jobs: true })
    expect(found).toMatchObject({ valid: true, jobs: [{ name: 'build', stage: 'build' }, { name: 'shared' }] })
    expect(found['merged_yaml']).toContain('changed')
  })

  it.each([
    ['gone.yml', 'Local file `gone.yml` does not exist!'],
    ['gone.txt', 'Included file `gone.txt` does not have YAML extension!'],
    [
      { project: 'root/gone', file: 'a.yml' },
      expect.stringContaining('Project `root/gone` not found or access denied!'),
    ],
    [{ nothing: 1 }, 'Each include must be a string or hash, and name one file'],
    [{ local: 'loop.yml' }, 'Maximum of 150 nested includes are allowed!'],
  ])('is an error with `include: %j`', async (include, error) => {
    if (JSON.stringify(include).includes('loop')) await commit(2, { 'loop.yml': 'include: loop.yml\n' })
    const content = JSON.stringify({ include, job: { script: 'x' } })
    expect(await must('POST', '/projects/2/ci/lint', { content })).toMatchObject({ valid: false, errors: [error] })
  })
})
