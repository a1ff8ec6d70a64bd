import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PATH = '/api/v4/application/plan_limits'

let world: TestInstance
const ask = (method: string, path: string, json?: unknown, query = '') =>
  world.ask(method, path, { as: world.root, query, json })
const limit = (changes: object) => ask('PUT', PATH, { plan_name: 'default', ...changes })

beforeAll(async () => {
  world = await openTestInstance()
  await ask('POST', '/api/v4/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
})
afterAll(() => world.close())

it('are read and changed by administrators, plan by plan', async () => {
  const first = await ask('GET', PATH)
  expect(first.json).toEqual({
    ci_pipeline_size: 0,
    ci_active_jobs: 0,
    ci_active_pipelines: 0,
    ci_project_subscriptions: 2,
    ci_pipeline_schedules: 10,
    ci_needs_size_limit: 50,
    ci_registered_group_runners: 1000,
    ci_registered_project_runners: 1000,
    conan_max_file_size: 3221225472,
    generic_packages_max_file_size: 5368709120,
    helm_max_file_size: 5242880,
    maven_max_file_size: 3221225472,
    npm_max_file_size: 524288000,
    nuget_max_file_size: 524288000,
    pypi_max_file_size: 3221225472,
    terraform_module_max_file_size: 1073741824,
    storage_size_limit: 0,
  })
  const all = Object.fromEntries(Object.keys(first.json as object).map((name, index) => [name, index + 7]))
  const changed = await ask('PUT', PATH, { plan_name: 'gold', ...all })
  expect([changed.status, changed.json]).toEqual([200, all])
  expect((await ask('GET', PATH, undefined, 'plan_name=gold')).json).toEqual(all)
  const one = await ask('PUT', PATH, { plan_name: 'gold', npm_max_file_size: 1 })
  expect(one.json).toEqual({ ...all, npm_max_file_size: 1 })
  expect((await ask('GET', PATH)).json).toEqual(first.json)
})

it('are refused below 0, for plans that are none, and to all but administrators', async () => {
  const negative = await limit({ ci_active_jobs: -1 })
  expect([negative.status, negative.json]).toEqual([
    400,
    { message: { ci_active_jobs: ['must be greater than or equal to 0'] } },
  ])
  expect((await ask('PUT', PATH, { ci_active_jobs: 1 })).json).toEqual({ error: 'plan_name is missing' })
  expect((await ask('GET', PATH, undefined, 'plan_name=iron')).status).toBe(400)
  const dev = await world.person('dev')
  expect((await world.ask('GET', PATH, { as: dev.token })).status).toBe(403)
  expect((await world.ask('PUT', PATH, { as: dev.token, json: { plan_name: 'default' } })).status).toBe(403)
})

it('limit the files of packages', async () => {
  await limit({ generic_packages_max_file_size: 4 })
  const put = (text: string) =>
    world.ask('PUT', '/api/v4/projects/1/packages/generic/tool/1.0/tool.txt', {
      as: world.root,
      bytes: Buffer.from(text),
    })
  expect((await put('12345')).status).toBe(413)
  expect((await put('1234')).status).toBe(201)
  await limit({ generic_packages_max_file_size: 0 })
  expect((await put('12345')).status).toBe(201)
})

it('limit schedules, jobs and runners', async () => {
  await limit({ ci_pipeline_schedules: 1, ci_pipeline_size: 1, ci_registered_project_runners: 1 })
  const schedule = { description: 'nightly', ref: 'main', cron: '0 1 * * *' }
  expect((await ask('POST', '/api/v4/projects/1/pipeline_schedules', schedule)).status).toBe(201)
  const more = await ask('POST', '/api/v4/projects/1/pipeline_schedules', schedule)
  expect([more.status, more.json]).toEqual([
    400,
    { message: { base: ['Maximum number of pipeline schedules (1) exceeded'] } },
  ])
  const commit = (content: string, action: string) =>
    ask('POST', '/api/v4/projects/1/repository/commits', {
      branch: 'main',
      commit_message: 'CI [skip ci]',
      actions: [{ action, file_path: '.gitlab-ci.yml', content }],
    })
  await commit('one: { script: a }\ntwo: { script: b }', 'create')
  const run = () => ask('POST', '/api/v4/projects/1/pipeline', undefined, 'ref=main')
  const refused = await run()
  expect([refused.status, refused.json]).toEqual([
    400,
    { message: { base: ['Pipeline has too many jobs! Requested 2, but the limit is 1.'] } },
  ])
  await commit('one: { script: a }', 'update')
  expect((await run()).status).toBe(201)
  const { runners_token: token } = (await ask('GET', '/api/v4/projects/1')).json as { runners_token: string }
  const register = () => world.ask('POST', '/api/v4/runners', { json: { token } })
  expect((await register()).status).toBe(201)
  const second = await register()
  expect([second.status, second.json]).toEqual([
    400,
    { message: { base: ['Maximum number of ci registered project runners (1) exceeded'] } },
  ])
})

const commitFile = (content: string, message = 'CI [skip ci]') =>
  ask('PUT', '/api/v4/projects/1/repository/files/.gitlab-ci.yml', {
    branch: 'main',
    commit_message: message,
    content,
  })
const runPipeline = async () => {
  const { status, json } = await ask('POST', '/api/v4/projects/1/pipeline', undefined, 'ref=main')
  return { status, json: json as { readonly id: number; readonly status: string; readonly yaml_errors: string | null } }
}

describe('limit what a project has that has not ended', () => {
  const refusedBy = (sentence: string) => ({ status: 400, json: { message: { base: [sentence] } } })
  let active: ReadonlyArray<number>
  beforeAll(async () => {
    await limit({ ci_pipeline_size: 0, ci_active_jobs: 0, ci_active_pipelines: 0 })
    await commitFile('one: { script: a }\ntwo: { script: b }')
    active = [(await runPipeline()).json.id, (await runPipeline()).json.id]
  })

  it('pipelines', async () => {
    await limit({ ci_active_pipelines: 2 })
    const before = (await ask('GET', '/api/v4/projects/1/pipelines', undefined, 'per_page=100')).json
    expect(await runPipeline()).toMatchObject(refusedBy('Active pipelines limit exceeded by 2 pipelines!'))
    expect((await ask('GET', '/api/v4/projects/1/pipelines', undefined, 'per_page=100')).json).toEqual(before)
    await limit({ ci_active_pipelines: 0 })
  })

  it('and their jobs of the last day', async () => {
    await limit({ ci_active_jobs: 6 })
    expect(await runPipeline()).toMatchObject(refusedBy('Active jobs limit exceeded by 1 job in the past 24 hours!'))
    await limit({ ci_active_jobs: 7 })
    expect((await runPipeline()).status).toBe(201)
    expect(await runPipeline()).toMatchObject(refusedBy('Active jobs limit exceeded by 2 jobs in the past 24 hours!'))
    for (const id of active) await ask('POST', `/api/v4/projects/1/pipelines/${id}/cancel`)
    expect((await runPipeline()).status).toBe(201)
    await limit({ ci_active_jobs: 0 })
  })
})

it('limit what a job needs: 50 others where nothing else is said', async () => {
  const names = Array.from({ length: 51 }, (_, index) => `job${index}`)
  const file = (count: number) =>
    [
      ...names.map((name) => `${name}: { stage: build, script: a }`),
      `last: { stage: test, script: b, needs: [${names.slice(0, count).join(', ')}] }`,
    ].join('\n')
  await commitFile(file(51), 'Needs')
  const sentence =
    'last: one job can only need 50 others, but you have listed 51. See needs keyword documentation for more details'
  expect((await runPipeline()).json).toMatchObject({ status: 'failed', yaml_errors: sentence })
  const linted = await ask('GET', '/api/v4/projects/1/ci/lint', undefined, 'dry_run=true')
  expect(linted.json).toMatchObject({ valid: false, errors: [sentence] })
  await limit({ ci_needs_size_limit: 51 })
  expect((await runPipeline()).json).toMatchObject({ status: 'pending', yaml_errors: null })
  await commitFile(file(50))
  await limit({ ci_needs_size_limit: 50 })
  expect((await runPipeline()).json).toMatchObject({ yaml_errors: null })
})
