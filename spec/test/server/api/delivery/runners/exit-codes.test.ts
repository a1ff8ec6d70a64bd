import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const API = '/api/v4'
const CI = `
stages: [test, deploy]
coded: { stage: test, script: [make], allow_failure: { exit_codes: [42, 137] } }
ruled: { stage: test, script: [make], allow_failure: { exit_codes: 42 }, rules: [{ when: on_success, allow_failure: false }] }
after: { stage: deploy, script: [make] }
`

/** `allow_failure:exit_codes` of a CI file (docs/reference/behaviour/delivery.md#runner-protocol). */
describe.runIf(programs.need('git'))('a job that may fail with some exit codes', () => {
  let world: TestInstance
  let runner: string

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.11' })
    await must('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
    await must('POST', '/projects/1/repository/commits', { branch: 'main', commit_message: 'ci [skip ci]', actions })
    const { runners_token: token } = await must('GET', '/projects/1')
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
  const take = async (): Promise<Json> => {
    const taken = await ask('POST', '/jobs/request', { token: runner }, '')
    expect(taken.status, taken.text).toBe(201)
    return taken.json as Json
  }
  const end = async (job: Json, more: Json = {}): Promise<void> =>
    expect(
      (await ask('PUT', `/jobs/${job['id']}`, { token: job['token'], state: 'success', ...more }, '')).status,
    ).toBe(200)
  const begin = async (): Promise<readonly [unknown, Json, Json]> => {
    const { id } = await must('POST', '/projects/1/pipeline', { ref: 'main' })
    return [id, await take(), await take()]
  }
  const failed = { state: 'failed', failure_reason: 'script_failure' }
  const shown = async (job: Json) => {
    const { status, allow_failure: mayFail } = await must('GET', `/projects/1/jobs/${job['id']}`)
    return [status, mayFail]
  }

  it('fails its pipeline with another code, or with none', async () => {
    for (const more of [{}, { exit_code: 1 }]) {
      const [id, coded, ruled] = await begin()
      await end(ruled)
      await end(coded, { ...failed, ...more })
      expect(await shown(coded)).toEqual(['failed', false])
      expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({ status: 'failed' })
    }
  })

  it('is a warning with one of the codes, and counts anew when it is retried', async () => {
    const [id, coded, ruled] = await begin()
    await end(ruled)
    await end(coded, { ...failed, exit_code: 137 })
    expect(await shown(coded)).toEqual(['failed', true])
    await end(await take())
    expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({
      status: 'success',
      detailed_status: { group: 'success-with-warnings' },
    })
    expect(await must('POST', `/projects/1/jobs/${coded['id']}/retry`)).toMatchObject({ allow_failure: false })
    const again = await take()
    await end(again, { ...failed, exit_code: 2 })
    expect(await shown(again)).toEqual(['failed', false])
    expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({ status: 'failed' })
  })

  it('does not, where a rule says so', async () => {
    const [id, coded, ruled] = await begin()
    await end(coded)
    await end(ruled, { ...failed, exit_code: 42 })
    expect(await shown(ruled)).toEqual(['failed', false])
    expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({ status: 'failed' })
  })

  it.each([
    ['string', ' allow failure should be a hash or a boolean value'],
    [{ codes: 1 }, ':allow_failure config contains unknown keys: codes'],
    [{ exit_codes: 'one' }, ':allow_failure exit codes should be an array of integers or an integer'],
    [{ exit_codes: [1, 'one'] }, ':allow_failure exit codes should be an array of integers or an integer'],
  ])('is refused with `allow_failure: %j`', async (allow_failure, sentence) => {
    const content = JSON.stringify({ job: { script: 'make', allow_failure } })
    const found = await must('POST', '/projects/1/ci/lint', { content })
    expect(found).toMatchObject({ valid: false, errors: [`jobs:job${sentence}`] })
  })
})
