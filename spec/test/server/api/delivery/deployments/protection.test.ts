import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.js'

const deployTo = (environment: string, more = ''): string => `stages: [build, deploy]
compile: { stage: build, script: ['true'] }
ship: { stage: deploy, script: ['true'], environment: { name: ${environment} }${more} }
`

describe('protection of environments and the jobs that deploy there', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage.instance.close())

  const at = () => `/projects/${stage.projectId}`
  const protect = (name: string, more: Readonly<Record<string, unknown>> = {}) =>
    stage.must('POST', `${at()}/protected_environments`, stage.tokens.maint, {
      name,
      deploy_access_levels: [{ access_level: 30 }],
      ...more,
    })
  const approve = (id: number, as = stage.tokens.maint) =>
    stage.must('POST', `${at()}/deployments/${id}/approval`, as, { status: 'approved' })
  const finish = async (run: Awaited<ReturnType<Stage['pipeline']>>, name: string) => {
    await run.report(name, 'running')
    expect((await run.report(name, 'success')).status).toBe(200)
  }

  it('counts from the moment a job has its turn, though the pipeline is older', async () => {
    const run = await stage.pipeline('turn', deployTo('late-turn'))
    await protect('late-turn', { required_approval_count: 1 })
    await finish(run, 'compile')
    const gate = await stage.deployment('environment=late-turn&status=blocked')
    expect((await run.job('ship')).status).toBe('manual')
    await approve(gate.id)
    expect((await run.job('ship')).status).toBe('pending')
  })

  it('holds a job that was pending already when its runner comes for it', async () => {
    const run = await stage.pipeline('pickup', deployTo('late-start'))
    await finish(run, 'compile')
    await run.until('ship', 'pending')
    await protect('late-start', { required_approval_count: 1 })
    const refused = await run.report('ship', 'running')
    expect(refused).toMatchObject({ status: 400, json: { message: expect.stringContaining('via :run from :manual') } })
    const gate = await stage.deployment('environment=late-start&status=blocked')
    await approve(gate.id)
    expect((await run.report('ship', 'running')).status).toBe(200)
    expect((await run.report('ship', 'success')).status).toBe(200)
  })

  it('holds a manual job when somebody means to start it', async () => {
    const run = await stage.pipeline('manual', deployTo('late-play', ', when: manual'))
    await finish(run, 'compile')
    const { id } = await run.until('ship', 'manual')
    await protect('late-play', { required_approval_count: 1 })
    expect(await stage.call('POST', `${at()}/jobs/${id}/play`, stage.tokens.dev)).toEqual({
      status: 400,
      json: { message: '400 Bad request - Unplayable Job' },
    })
    const gate = await stage.deployment('environment=late-play&status=blocked')
    await approve(gate.id)
    expect((await run.job('ship')).status).toBe('pending')
  })

  it('lets a held job be played once it is lifted, and holds it no more', async () => {
    await protect('lifted', { required_approval_count: 1 })
    const run = await stage.pipeline('lifted', deployTo('lifted'))
    await finish(run, 'compile')
    await stage.deployment('environment=lifted&status=blocked')
    await stage.must('DELETE', `${at()}/protected_environments/lifted`, stage.tokens.maint)
    const { id } = await run.job('ship')
    await stage.must('POST', `${at()}/jobs/${id}/play`, stage.tokens.dev)
    expect(await stage.deployment('environment=lifted')).toMatchObject({ status: 'created' })
    expect((await run.report('ship', 'running')).status).toBe(200)
  })

  it('is asked anew when it is lifted and set again with more approvals', async () => {
    await protect('again', { required_approval_count: 1 })
    const run = await stage.pipeline('again', deployTo('again'))
    await finish(run, 'compile')
    const gate = await stage.deployment('environment=again&status=blocked')
    await approve(gate.id)
    await stage.must('DELETE', `${at()}/protected_environments/again`, stage.tokens.maint)
    await protect('again', { required_approval_count: 2 })
    expect((await run.report('ship', 'running')).status).toBe(400)
    await stage.deployment('environment=again&status=blocked')
    await approve(gate.id, stage.tokens.other)
    expect((await run.report('ship', 'running')).status).toBe(200)
  })

  it('fails a job that acts for somebody who may not deploy there', async () => {
    await protect('guarded', { deploy_access_levels: [{ access_level: 40 }] })
    const run = await stage.pipeline('guarded', deployTo('guarded'))
    await finish(run, 'compile')
    expect(await run.until('ship', 'failed')).toMatchObject({ failure_reason: 'protected_environment_failure' })
    expect(await stage.deployment('environment=guarded&status=failed')).toMatchObject({
      deployable: { failure_reason: 'protected_environment_failure' },
    })
    const { id } = await run.job('ship')
    expect((await stage.call('POST', `${at()}/jobs/${id}/retry`, stage.tokens.dev)).status).toBe(403)
    expect((await stage.call('POST', `${at()}/pipelines/${run.id}/retry`, stage.tokens.dev)).status).toBe(201)
    expect((await run.job('ship')).status).toBe('failed')
    const again = await stage.must('POST', `${at()}/jobs/${(await run.job('ship')).id}/retry`, stage.tokens.maint)
    expect(again).toMatchObject({ status: 'pending', user: { id: stage.ids.maint } })
  })

  it('leaves a manual job to whoever may deploy there', async () => {
    await protect('by-hand', { deploy_access_levels: [{ access_level: 40 }] })
    const run = await stage.pipeline('by-hand', deployTo('by-hand', ', when: manual'))
    await finish(run, 'compile')
    const { id } = await run.until('ship', 'manual')
    expect((await stage.call('POST', `${at()}/jobs/${id}/play`, stage.tokens.dev)).status).toBe(403)
    expect(await stage.must('POST', `${at()}/jobs/${id}/play`, stage.tokens.maint)).toMatchObject({ status: 'pending' })
  })

  it('refuses to run a rejected deployment again', async () => {
    await protect('final', { required_approval_count: 1 })
    const run = await stage.pipeline('final', deployTo('final'))
    await finish(run, 'compile')
    const gate = await stage.deployment('environment=final&status=blocked')
    await stage.must('POST', `${at()}/deployments/${gate.id}/approval`, stage.tokens.dev, { status: 'rejected' })
    const { id } = await run.until('ship', 'failed')
    expect(await stage.call('POST', `${at()}/jobs/${id}/retry`, stage.tokens.dev)).toEqual({
      status: 403,
      json: { message: '403 Forbidden - Job is not retryable' },
    })
  })

  it('keeps those who may not deploy there from deployment and environment alike', async () => {
    const { call, must, tokens, instance } = stage
    await protect('vault', { deploy_access_levels: [{ access_level: 60 }] })
    const sha = await instance.forge.git.of(stage.projectId).resolve('main')
    const made = await must('POST', `${at()}/deployments`, instance.root, {
      ...{ environment: 'vault', sha, ref: 'main', tag: false, status: 'failed' },
    })
    const one = `${at()}/deployments/${made['id']}`
    const place = `${at()}/environments/${(made['environment'] as { readonly id: number }).id}`
    const denied = { status: 403, json: { message: '403 Forbidden' } }
    expect(await call('PUT', one, tokens.maint, { status: 'success' })).toEqual(denied)
    expect(await call('DELETE', one, tokens.maint)).toEqual(denied)
    expect(await call('PUT', place, tokens.maint, { external_url: 'https://example.com' })).toEqual(denied)
    expect(await call('POST', `${place}/stop`, tokens.maint)).toEqual(denied)
    await must('POST', `${place}/stop`, instance.root)
    expect(await call('DELETE', place, tokens.maint)).toEqual(denied)
    expect((await call('DELETE', one, instance.root)).status).toBe(202)
    expect((await call('DELETE', place, instance.root)).status).toBe(204)
  })
})

it('asks nothing of jobs on the free tier', async () => {
  const stage = await openStage({ tier: 'free' })
  const protect = await stage.call('POST', `/projects/${stage.projectId}/protected_environments`, stage.tokens.maint, {
    name: 'production',
    deploy_access_levels: [{ access_level: 40 }],
  })
  expect(protect.status).toBe(404)
  const run = await stage.pipeline('free', deployTo('production'))
  await run.report('compile', 'running')
  await run.report('compile', 'success')
  await run.until('ship', 'pending')
  await stage.instance.close()
})
