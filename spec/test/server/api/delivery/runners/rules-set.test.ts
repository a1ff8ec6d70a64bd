import { systemCaller } from '@forgefold/core/app'
import { startDelayedJobs } from '@forgefold/core/domains/delivery/pipeline'
import * as programs from '@forgefold/spec/programs'
import { describe, expect, it } from 'vitest'
import { ciProject, type Json } from '../ci-project.js'

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
  const { ask, must, take, end, world } = ciProject(CI)
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
      world().clock.advance(hours * 3_600_000)
      await startDelayedJobs(world().forge, systemCaller(world().forge, 'delays'))
      return (await must('GET', `/projects/1/jobs/${later?.['id']}`))['status']
    }
    expect([await statusAfter(2), await statusAfter(1)]).toEqual(['scheduled', 'pending'])
  })
})
