import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.js'

describe('what a CI file puts off', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage.instance.close())
  const at = () => `/projects/${stage.projectId}`
  const stateOf = async (name: string) =>
    (
      await stage.must<ReadonlyArray<{ readonly state: string }>>(
        'GET',
        `${at()}/environments?name=${name}`,
        stage.tokens.dev,
      )
    )[0]?.state
  const later = (minutes: number): void => stage.instance.clock.advance(minutes * 60_000)

  it('starts a delayed job when its time has come, or when somebody plays it', async () => {
    const run = await stage.pipeline(
      'delayed',
      "ship: { script: ['true'], when: delayed, start_in: 30 minutes, environment: soon }\n" +
        "other: { script: ['true'], when: delayed, start_in: 1 day }\n" +
        "sooner: { script: ['true'], when: delayed, start_in: 29 minutes }\n",
    )
    await run.until('ship', 'scheduled')
    expect(await stage.deployment('environment=soon')).toMatchObject({ status: 'created' })
    expect((await run.report('ship', 'running')).status).toBe(400)
    later(29)
    await run.until('sooner', 'pending')
    expect((await run.job('ship')).status).toBe('scheduled')
    later(1)
    await run.until('ship', 'pending')
    const { id } = await run.job('other')
    expect(await stage.must('POST', `${at()}/jobs/${id}/play`, stage.tokens.dev)).toMatchObject({ status: 'pending' })
  })

  it('holds a delayed job for approvals instead of starting it', async () => {
    const run = await stage.pipeline(
      'delayed-gate',
      "ship: { script: ['true'], when: delayed, start_in: 10 minutes, environment: gate }\n",
    )
    await run.until('ship', 'scheduled')
    await stage.must('POST', `${at()}/protected_environments`, stage.tokens.maint, {
      ...{ name: 'gate', deploy_access_levels: [{ access_level: 30 }], required_approval_count: 1 },
    })
    later(10)
    await run.until('ship', 'manual')
    await stage.deployment('environment=gate&status=blocked')
  })

  it('stops an environment by itself, and later after another success', async () => {
    const ci = (stop: string): string =>
      `ship: { script: ['true'], environment: { name: brief, auto_stop_in: 2 hours${stop} } }\n`
    const sooner = "other: { script: ['true'], environment: { name: sooner, auto_stop_in: 190 minutes } }\n"
    const first = await stage.pipeline('brief-1', ci('') + sooner)
    for (const job of ['ship', 'other']) {
      await first.report(job, 'running')
      await first.report(job, 'success')
    }
    await stage.deployment('environment=sooner&status=success')
    await stage.deployment('environment=brief&status=success')
    later(100)
    const second = await stage.pipeline('brief-2', ci(''))
    await second.report('ship', 'running')
    await second.report('ship', 'success')
    await eventually('the second success', async () => {
      const found = await stage.deployment('environment=brief&status=success')
      return found['ref'] === 'brief-2' ? found : undefined
    })
    later(100)
    await eventually('the end of one that is due', async () =>
      (await stateOf('sooner')) === 'stopped' ? true : undefined,
    )
    expect(await stateOf('brief')).toBe('available')
    later(20)
    await eventually('its end', async () => ((await stateOf('brief')) === 'stopped' ? true : undefined))
  })

  it('stops it by its job, where it has one', async () => {
    const run = await stage.pipeline(
      'by-job',
      "ship: { script: ['true'], environment: { name: torn, auto_stop_in: 1 hour, on_stop: tear } }\n" +
        "tear: { script: ['true'], when: manual, environment: { name: torn, action: stop } }\n",
    )
    await run.report('ship', 'running')
    await run.report('ship', 'success')
    await stage.deployment('environment=torn&status=success')
    later(61)
    await run.until('tear', 'pending')
    expect(await stateOf('torn')).toBe('stopping')
    await run.report('tear', 'running')
    await run.report('tear', 'success')
    await eventually('its end', async () => ((await stateOf('torn')) === 'stopped' ? true : undefined))
  })

  it('names environments by variables, also by those that stand in others', async () => {
    const run = await stage.pipeline(
      'feature/One_two',
      `variables: { PLACE: review/$CI_COMMIT_REF_SLUG, HOST: "$CI_COMMIT_REF_SLUG.example" }
ship:
  script: ['true']
  variables: { COLOR: blue }
  environment: { name: '$PLACE-\${COLOR}', url: 'https://$HOST/$MISSING', deployment_tier: staging }
`,
    )
    await run.report('ship', 'running')
    await run.report('ship', 'success')
    const name = encodeURIComponent('review/feature-one-two-blue')
    const done = await stage.deployment(`environment=${name}&status=success`)
    expect(done['environment']).toMatchObject({ name: 'review/feature-one-two-blue' })
    await eventually('its address', async () => {
      const [found] = await stage.must<ReadonlyArray<{ readonly external_url: string; readonly tier: string }>>(
        'GET',
        `${at()}/environments?name=${name}`,
        stage.tokens.dev,
      )
      expect(found?.tier).toBe('staging')
      return found?.external_url === 'https://feature-one-two.example/' ? found : undefined
    })
  })

  it('makes a failed pipeline where a need was left out by rules', async () => {
    await stage.commit(
      stage.tokens.dev,
      'no-need',
      {
        '.gitlab-ci.yml': `check: { script: ['true'], rules: [{ if: $CI_COMMIT_TAG }] }
ship: { script: ['true'], needs: [check] }
`,
      },
      'main',
    )
    const { id } = await eventually('the pipeline', async () => {
      const path = `${at()}/pipelines?ref=no-need`
      return (await stage.must<ReadonlyArray<{ readonly id: number }>>('GET', path, stage.tokens.dev))[0]
    })
    expect(await stage.must('GET', `${at()}/pipelines/${id}`, stage.tokens.dev)).toMatchObject({
      status: 'failed',
      yaml_errors: "'ship' job needs 'check' job, but 'check' is not in any previous stage",
    })
  })
})
