import type { StoredEvent } from '@forgefold/core/kernel'
import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.js'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.instance.close())

const PIPELINE = `stages: [test, deploy]
check:
  stage: test
  script: ['true']
ship:
  stage: deploy
  script: ['true']
  environment: { name: production, url: 'https://example.com' }
  rules:
    - if: $CI_COMMIT_BRANCH == 'main'
`

type Job = { readonly id: number; readonly name: string; readonly status: string; readonly token?: string }

it('pushes, reviews, gates by two rules, ships, and knows who did what', async () => {
  const { must, call, tokens, ids, projectId, instance } = stage
  const at = `/projects/${projectId}`
  const protection = await must('POST', `${at}/protected_environments`, tokens.maint, {
    name: 'production',
    deploy_access_levels: [{ access_level: 40 }],
    approval_rules: [{ access_level: 40 }, { user_id: ids.reporter, required_approvals: 1 }],
  })
  expect(protection).toMatchObject({
    name: 'production',
    deploy_access_levels: [{ access_level: 40, access_level_description: 'Maintainers', user_id: null }],
    required_approval_count: 0,
    approval_rules: [
      { access_level: 40, required_approvals: 1 },
      { user_id: ids.reporter, access_level_description: 'reporter', required_approvals: 1 },
    ],
  })

  await stage.commit(tokens.dev, 'feature', { '.gitlab-ci.yml': PIPELINE, 'a.txt': 'a' }, 'main')
  const request = await must('POST', `${at}/merge_requests`, tokens.dev, {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Ship it',
  })
  const merged = await eventually('the merge', async () => {
    const tried = await call('PUT', `${at}/merge_requests/${request['iid']}/merge`, tokens.maint)
    return tried.status === 200 ? (tried.json as Record<string, unknown>) : undefined
  })
  expect(merged['state']).toBe('merged')

  const waiting = await stage.deployment('environment=production')
  expect(waiting).toMatchObject({ status: 'created', ref: 'main', sha: merged['merge_commit_sha'] })
  expect(waiting['deployable']).toMatchObject({
    name: 'ship',
    stage: 'deploy',
    ref: 'main',
    commit: { id: merged['merge_commit_sha'] },
    pipeline: { ref: 'main', sha: merged['merge_commit_sha'] },
  })
  const pipelineId = (waiting['deployable'] as Record<string, Record<string, unknown>>)['pipeline']?.['id']
  const jobs = async (): Promise<ReadonlyArray<Job>> =>
    must<ReadonlyArray<Job>>('GET', `${at}/pipelines/${pipelineId}/jobs`, tokens.reporter)
  const jobId = async (name: string): Promise<number> => (await jobs()).find((job) => job.name === name)?.id ?? 0

  const check = `${at}/jobs/${await jobId('check')}`
  expect((await call('PUT', check, tokens.dev, { status: 'running' })).status).toBe(403)
  const running = await must<Job>('PUT', check, tokens.maint, { status: 'running' })
  expect(running.token).toMatch(/^[\w-]{20}$/)
  const asJob = await instance.ask('GET', '/api/v4/job', { headers: { 'job-token': running.token ?? '' } })
  expect([asJob.status, (asJob.json as Job).id]).toEqual([200, running.id])
  await must('PUT', check, tokens.maint, { status: 'success', coverage: 81.5 })
  const after = await instance.ask('GET', '/api/v4/job', { headers: { 'job-token': running.token ?? '' } })
  expect(after.status).toBe(401)

  const gate = await stage.deployment('environment=production&status=blocked')
  const one = `${at}/deployments/${gate.id}`
  expect(await must('GET', one, tokens.reporter)).toMatchObject({ pending_approval_count: 2, approvals: [] })
  const ship = `${at}/jobs/${await jobId('ship')}`
  expect(await call('POST', `${ship}/play`, tokens.maint)).toMatchObject({ status: 400 })

  await must('POST', `${one}/approval`, tokens.reporter, { status: 'approved', comment: 'seen' })
  expect(await must('GET', one, tokens.reporter)).toMatchObject({ status: 'blocked', pending_approval_count: 1 })
  const again = await must('POST', `${one}/approval`, tokens.reporter, { status: 'approved', comment: 'twice' })
  expect(again).toMatchObject({ comment: 'seen' })
  const own = await call('POST', `${one}/approval`, tokens.maint, { status: 'approved' })
  expect(own).toEqual({ status: 400, json: { message: 'You cannot approve your own deployment.' } })
  await must('POST', `${one}/approval`, instance.root, { status: 'approved' })
  const free = await must('GET', one, tokens.reporter)
  expect(free).toMatchObject({ status: 'created', pending_approval_count: 0 })
  expect(free['approval_summary']).toMatchObject({
    rules: [
      { access_level: 40, deployment_approvals: [{ user: { username: 'root' } }] },
      { user_id: ids.reporter, deployment_approvals: [{ user: { username: 'reporter' }, comment: 'seen' }] },
    ],
  })

  expect((await call('POST', `${ship}/play`, tokens.dev)).status).toBe(403)
  expect(await must('POST', `${ship}/play`, tokens.maint)).toMatchObject({ status: 'pending' })
  await must('PUT', ship, tokens.maint, { status: 'running' })
  await must('PUT', ship, tokens.maint, { status: 'success' })
  const done = await stage.deployment('environment=production&status=success')
  expect(done.id).toBe(gate.id)
  const shipped = await eventually('shipped merge requests', async () => {
    const list = await must<ReadonlyArray<Record<string, unknown>>>('GET', `${one}/merge_requests`, tokens.dev)
    return list.length > 0 ? list : undefined
  })
  expect(shipped.map(({ iid }) => iid)).toEqual([request['iid']])
  const filtered = await must<ReadonlyArray<unknown>>('GET', `${at}/merge_requests?environment=production`, tokens.dev)
  expect(filtered).toHaveLength(1)
  const single = await must('GET', `${at}/merge_requests/${request['iid']}`, tokens.dev)
  expect(single['first_deployed_to_production_at']).not.toBeNull()
  const environments = await must<ReadonlyArray<unknown>>('GET', `${at}/environments`, tokens.dev)
  expect(environments).toMatchObject([{ name: 'production', external_url: 'https://example.com' }])
  expect(await must('GET', `${at}/pipelines/${pipelineId}`, tokens.dev)).toMatchObject({
    status: 'success',
    coverage: '81.5',
  })

  const history: Array<StoredEvent> = []
  const read = await instance.forge.events.readAll({ limit: 10_000 })
  if ('events' in read) history.push(...read.events)
  const trail = history
    .filter(({ stream, type }) => stream === `deployment-${gate.id}` && type === 'ApprovalGiven')
    .map(({ metadata }) => metadata.actor)
  const rootId = (await must('GET', '/user', instance.root))['id']
  expect(trail).toEqual([`user:${ids.reporter}`, `user:${rootId}`])
  expect(JSON.stringify(history)).not.toContain(running.token)
})
