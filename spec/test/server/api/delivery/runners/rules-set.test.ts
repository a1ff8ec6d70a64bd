import { systemCaller } from '@forgefold/core/app'
import { startDelayedJobs } from '@forgefold/core/domains/delivery/pipeline'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const API = '/api/v4'
const CI = `
variables: { LEVEL: of the file, KEPT: of the file }
workflow:
  rules:
    - { if: '$CI_COMMIT_BRANCH == "main"', variables: { LEVEL: of workflow, ADDED: of workflow } }
    - { when: always }
plain: { script: [make] }
own: { script: [make], variables: { LEVEL: of the job } }
apart: { script: [make], inherit: { variables: [KEPT] } }
ruled:
  script: [make]
  variables: { LEVEL: of the job, KEPT: of the job }
  rules: [{ if: '$ADDED == "of workflow"', variables: { LEVEL: of the rule, PLACE: on-main } }, { when: on_success }]
  environment: { name: 'review/x$PLACE' }
later: { script: [make], rules: [{ if: $ADDED, when: delayed, start_in: 3 hours }, { when: manual }] }
`

/** `variables` and `start_in` in rules of a CI file (docs/reference/behaviour/delivery.md#ci-files). */
describe.runIf(programs.need('git'))('the rules of a CI file', () => {
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
  const run = async (ref: string): Promise<ReadonlyMap<string, Json>> => {
    await must('POST', '/projects/1/pipeline', { ref })
    const jobs = new Map<string, Json>()
    for (const name of ['plain', 'own', 'apart', 'ruled']) {
      const job = await take()
      const { variables } = job as { readonly variables: ReadonlyArray<Json> }
      jobs.set(name, Object.fromEntries(variables.map(({ key, value }) => [key, value])))
      await end(job)
    }
    return jobs
  }

  it('give variables to jobs, and those of workflow to all of them', async () => {
    const jobs = await run('main')
    expect(jobs.get('plain')).toMatchObject({ LEVEL: 'of workflow', KEPT: 'of the file', ADDED: 'of workflow' })
    expect(jobs.get('own')).toMatchObject({ LEVEL: 'of the job', ADDED: 'of workflow' })
    expect(jobs.get('apart')).toMatchObject({ KEPT: 'of the file' })
    expect(jobs.get('apart')).not.toHaveProperty('ADDED')
    expect(jobs.get('ruled')).toMatchObject({
      ...{ LEVEL: 'of the rule', KEPT: 'of the job', ADDED: 'of workflow' },
      CI_ENVIRONMENT_NAME: 'review/xon-main',
    })
  })

  it('leave variables as they are where another rule counts', async () => {
    await must('POST', '/projects/1/repository/branches', { branch: 'side', ref: 'main' })
    const jobs = await run('side')
    expect(jobs.get('plain')).toMatchObject({ LEVEL: 'of the file' })
    expect(jobs.get('plain')).not.toHaveProperty('ADDED')
    expect(jobs.get('ruled')).toMatchObject({ LEVEL: 'of the job', CI_ENVIRONMENT_NAME: 'review/x' })
  })

  it('delay a job by as much as they say', async () => {
    const { id } = await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const { json } = await ask('GET', `/projects/1/pipelines/${id}/jobs`)
    const later = (json as ReadonlyArray<Json>).find(({ name }) => name === 'later')
    expect(later).toMatchObject({ status: 'scheduled' })
    const statusAfter = async (hours: number): Promise<unknown> => {
      world.clock.advance(hours * 3_600_000)
      await startDelayedJobs(world.forge, systemCaller(world.forge, 'delays'))
      return (await must('GET', `/projects/1/jobs/${later?.['id']}`))['status']
    }
    expect([await statusAfter(2), await statusAfter(1)]).toEqual(['scheduled', 'pending'])
  })
})
