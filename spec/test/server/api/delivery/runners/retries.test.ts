import * as programs from '@forgefold/spec/programs'
import { describe, expect, it } from 'vitest'
import { ciProject, type Json } from '../ci-project.js'

const API = '/api/v4'
const CI = `
stages: [test, deploy]
twice: { stage: test, script: [make], retry: 1 }
chosen: { stage: test, script: [make], retry: { max: 2, when: [runner_system_failure] } }
after: { stage: deploy, script: [make] }
`

/** `retry` of a CI file (docs/reference/behaviour/delivery.md#ci-files). */
describe.runIf(programs.need('git'))('a job that its CI file retries', () => {
  const { ask, must, request, take, world } = ciProject(CI)

  const nameOf = (job: Json): unknown => (job['job_info'] as Json)['name']
  const fail = (job: Json, reason = 'script_failure') =>
    ask('PUT', `/jobs/${job['id']}`, { token: job['token'], state: 'failed', failure_reason: reason }, '')
  const statusesOf = async (pipeline: number): Promise<ReadonlyArray<unknown>> => {
    const { json } = await world().ask('GET', `${API}/projects/1/pipelines/${pipeline}/jobs`, {
      as: world().root,
      query: 'include_retried=true&per_page=50',
    })
    return (json as ReadonlyArray<Json>).map(({ name, status }) => `${name} ${status}`).sort()
  }

  it('runs again as often as the file says, and only then fails its pipeline', async () => {
    const { id } = await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const [twice, chosen] = [await take(), await take()]
    expect([nameOf(twice), nameOf(chosen)]).toEqual(['twice', 'chosen'])
    const told = await fail(twice)
    expect([told.status, told.headers.get('job-status')]).toEqual([200, 'failed'])
    expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({ status: 'running' })
    const again = await take()
    expect(nameOf(again)).toBe('twice')
    expect((await fail(again)).status).toBe(200)
    expect((await request()).status).toBe(204)
    expect((await fail(chosen)).status).toBe(200)
    expect(await statusesOf(Number(id))).toEqual(['after skipped', 'chosen failed', 'twice failed', 'twice failed'])
    expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({ status: 'failed' })
  })

  it('runs again for the reasons that the file names, and the jobs after it go on', async () => {
    const { id } = await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const [twice, chosen] = [await take(), await take()]
    await fail(chosen, 'runner_system_failure')
    const again = await take()
    expect(nameOf(again)).toBe('chosen')
    for (const job of [twice, again])
      expect((await ask('PUT', `/jobs/${job['id']}`, { token: job['token'], state: 'success' }, '')).status).toBe(200)
    expect(nameOf(await take())).toBe('after')
    expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({ status: 'running' })
  })
})
