import * as programs from '@forgefold/spec/programs'
import { describe, expect, it } from 'vitest'
import { ciProject, type Json } from '../ci-project.js'

const CI = `
stages: [test, deploy]
coded: { stage: test, script: [make], allow_failure: { exit_codes: [42, 137] } }
ruled: { stage: test, script: [make], allow_failure: { exit_codes: 42 }, rules: [{ when: on_success, allow_failure: false }] }
after: { stage: deploy, script: [make] }
`

/** `allow_failure:exit_codes` of a CI file (docs/reference/behaviour/delivery.md#runner-protocol). */
describe.runIf(programs.need('git'))('a job that may fail with some exit codes', () => {
  const { must, take, end } = ciProject(CI)
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
