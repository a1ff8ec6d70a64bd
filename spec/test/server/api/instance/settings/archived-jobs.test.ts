import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type PipelineOnStage, type Stage } from '../../delivery/deployments/stage.js'

const DAY = 86_400_000
const CI = `unit:
  script: ['true']
lint:
  script: ['true']
release:
  script: ['true']
  when: manual
`

describe('jobs older than archive_builds_in_human_readable', () => {
  let stage: Stage
  let run: PipelineOnStage
  const archiveAfter = (archive_builds_in_human_readable: string) =>
    stage.must('PUT', '/application/settings', stage.instance.root, { archive_builds_in_human_readable })
  const act = async (name: string, action: string, as = stage.tokens.dev) => {
    const { id } = await run.job(name)
    return stage.call('POST', `/projects/${stage.projectId}/jobs/${id}/${action}`, as)
  }
  const retryAll = (as = stage.tokens.dev) =>
    stage.call('POST', `/projects/${stage.projectId}/pipelines/${run.id}/retry`, as)
  const refused = { status: 403, json: { message: '403 Forbidden' } }

  beforeAll(async () => {
    stage = await openStage()
    run = await stage.pipeline('old', CI)
    for (const name of ['unit', 'lint']) {
      await run.report(name, 'running')
      await run.report(name, 'failed')
    }
    stage.instance.clock.advance(2 * DAY)
  })
  afterAll(() => stage.instance.close())

  it('are started by nobody, the administrator included, and stay as they were', async () => {
    await archiveAfter('1 day')
    for (const as of [stage.tokens.dev, stage.tokens.maint, stage.instance.root]) {
      expect(await act('release', 'play', as)).toEqual(refused)
      expect(await act('unit', 'retry', as)).toEqual(refused)
      expect(await retryAll(as)).toEqual(refused)
    }
    expect((await run.job('release')).status).toBe('manual')
    expect((await run.job('unit')).status).toBe('failed')
  })

  it('are still hidden from those who may not see them', async () => {
    expect((await act('unit', 'retry', stage.tokens.outsider)).status).toBe(404)
    expect(await act('unit', 'retry', stage.tokens.reporter)).toEqual(refused)
  })

  it('can be read, and cancelled', async () => {
    expect(await act('release', 'cancel')).toMatchObject({ status: 201, json: { status: 'canceled' } })
    const path = `/projects/${stage.projectId}/jobs/${(await run.job('unit')).id}`
    expect((await stage.call('GET', path, stage.tokens.dev)).status).toBe(200)
  })

  it('are young again under a longer time, and a copy is as young as its making', async () => {
    await archiveAfter('1 month')
    expect((await act('unit', 'retry')).status).toBe(201)
    await run.report('unit', 'running')
    await run.report('unit', 'failed')
    await archiveAfter('1 day')
    expect(await act('lint', 'retry')).toEqual(refused)
    expect((await retryAll()).status).toBe(201)
    expect((await run.job('unit')).status).toBe('pending')
    expect((await run.job('lint')).status).toBe('failed')
  })

  it('are none where it is blank, or longer than time itself', async () => {
    await archiveAfter('')
    expect((await act('lint', 'retry')).status).toBe(201)
    await archiveAfter('99999999999 years')
    expect((await act('release', 'retry')).status).toBe(201)
  })
})

describe('an archived job that is to stop an environment', () => {
  it('is not started: the environment stays, and is stopped by force', async () => {
    const stage = await openStage()
    const ci = `ship:
  script: ['true']
  environment: { name: prod, on_stop: tear down }
tear down:
  script: ['true']
  when: manual
  environment: { name: prod, action: stop }
`
    const run = await stage.pipeline('ship', ci)
    await run.report('ship', 'running')
    await run.report('ship', 'success')
    const { environment } = await stage.deployment('environment=prod&status=success')
    const path = `/projects/${stage.projectId}/environments/${(environment as { readonly id: number }).id}`
    stage.instance.clock.advance(2 * DAY)
    await stage.must('PUT', '/application/settings', stage.instance.root, { archive_builds_in_human_readable: '1 day' })
    expect(await stage.call('POST', `${path}/stop`, stage.tokens.dev)).toMatchObject({ status: 403 })
    expect(await stage.must('GET', path, stage.tokens.dev)).toMatchObject({ state: 'available' })
    expect(await stage.must('POST', `${path}/stop`, stage.tokens.dev, { force: true })).toMatchObject({
      state: 'stopped',
    })
    expect((await run.job('tear down')).status).toBe('manual')
    await stage.instance.close()
  })
})
