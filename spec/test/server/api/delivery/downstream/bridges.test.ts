import { eventually } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver } from '../../webhooks/receiver.js'
import { type DownstreamWorld, openWorld, type Row } from './world.js'

const LIBRARY = `
check:
  script: [make check]
  only: [pipelines]
by-hand:
  script: [make]
  except: [pipelines]
`

describe.runIf(programs.need('git'))('a job that starts a pipeline of another project', () => {
  let w: DownstreamWorld
  let library: string
  let app: string

  const APP = `
variables:
  EVERYWHERE: file
  GREETING: hello $NAME
build:
  stage: build
  script: [make]
start:
  stage: test
  variables: { NAME: bridge }
  trigger:
    project: root/$LIBRARY
    forward: { pipeline_variables: true }
bare:
  stage: test
  variables: { NAME: bridge }
  trigger:
    project: root/library
    branch: next
    forward: { yaml_variables: false }
after:
  stage: deploy
  script: [make deploy]
`
  beforeAll(async () => {
    w = await openWorld()
    library = await w.project('library', { '.gitlab-ci.yml': LIBRARY })
    await w.branch(library, 'next', { note: 'next' })
    app = await w.project('app', { '.gitlab-ci.yml': APP })
  })
  afterAll(() => w.world.close())

  const LIBRARY_NAME = [{ key: 'LIBRARY', value: 'library' }]
  const variables = async (id: number) =>
    Object.fromEntries((await w.rows(`${library}/pipelines/${id}/variables`)).map(({ key, value }) => [key, value]))

  it('waits for its stage, is no job, and succeeds once the pipeline is there', async () => {
    const id = await w.run(app, 'main', LIBRARY_NAME)
    expect((await w.jobs(app, id)).map(({ name }) => name)).toEqual(['after', 'build'])
    const before = await w.bridges(app, id)
    expect(before.map(({ name, status, downstream_pipeline }) => [name, status, downstream_pipeline])).toEqual([
      ['bare', 'created', null],
      ['start', 'created', null],
    ])
    await w.end(app, id, 'build', 'success')
    const bridge = await w.comes(app, id, 'success')
    const row = await w.started(app, id)
    expect(bridge).toMatchObject({
      ...{ stage: 'test', ref: 'main', tag: false, allow_failure: false, coverage: null, user: { username: 'root' } },
      ...{ pipeline: { id }, commit: { title: 'CI [skip ci]' }, project: { ci_job_token_scope_enabled: false } },
      ...{
        started_at: expect.any(String),
        finished_at: expect.any(String),
        downstream_pipeline: { source: 'pipeline' },
      },
    })
    expect(Object.keys(bridge)).not.toContain('artifacts')
    expect(await w.must('GET', `${library}/pipelines/${row.id}`)).toMatchObject({
      ...{ ref: 'main', source: 'pipeline', status: 'pending', user: { username: 'root' } },
    })
    expect((await w.jobs(library, row.id)).map(({ name }) => name)).toEqual(['check'])
    expect(await variables(row.id)).toEqual({
      ...{ EVERYWHERE: 'file', GREETING: 'hello bridge', NAME: 'bridge', LIBRARY: 'library' },
    })
    await w.comes(app, id, 'success', 'bare')
    const next = await w.started(app, id, 'bare')
    expect([next['ref'], await variables(next.id)]).toEqual(['next', {}])
    expect((await w.named(w.jobs(app, id), 'after')).status).toBe('pending')
    await w.end(app, id, 'after', 'success')
    expect(await w.statusOf(app, id)).toBe('success')
  })

  it('is listed by status, in pages, and to those who read pipelines', async () => {
    const id = await w.run(app, 'main', LIBRARY_NAME)
    const at = `${app}/pipelines/${id}/bridges`
    expect((await w.rows(`${at}?scope[]=created`)).map(({ name }) => name)).toEqual(['bare', 'start'])
    expect(await w.rows(`${at}?scope=success`)).toEqual([])
    expect((await w.ask('GET', `${at}?scope=unheard`)).status).toBe(400)
    const { headers, json } = await w.ask('GET', `${at}?per_page=1&page=2`)
    expect([
      headers.get('x-total'),
      (json as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name),
    ]).toEqual(['2', ['start']])
    expect((await w.ask('GET', `${app}/pipelines/999999/bridges`)).status).toBe(404)
    const stranger = await w.world.person('stranger')
    expect((await w.ask('GET', at, undefined, stranger.token)).status).toBe(404)
    const [bridge] = await w.bridges(app, id)
    for (const [method, path, body] of [
      ['GET', `jobs/${bridge?.id}`, undefined],
      ['GET', `jobs/${bridge?.id}/trace`, undefined],
      ['PUT', `jobs/${bridge?.id}`, { status: 'running' }],
      ['POST', `jobs/${bridge?.id}/erase`, undefined],
    ] as const)
      expect((await w.ask(method, `${app}/${path}`, body)).status, path).toBe(404)
  })

  it('is offered to no runner', async () => {
    const token = (await w.must('GET', app))['runners_token']
    const runner = (await w.must('POST', '/runners', { token }))['token']
    const alone = await w.project('alone', {
      '.gitlab-ci.yml': 'start: { trigger: { project: root/library, strategy: depend } }',
    })
    const id = await w.run(alone)
    await w.comes(alone, id, 'running')
    const own = (await w.must('GET', alone))['runners_token']
    const idle = (await w.must('POST', '/runners', { token: own }))['token']
    expect((await w.ask('POST', '/jobs/request', { token: idle }, '')).status).toBe(204)
    expect((await w.ask('POST', '/jobs/request', { token: runner }, '')).status).toBe(201)
  })

  it('shows the pipeline only to those who may read it', async () => {
    const open = await w.project(
      'open',
      { '.gitlab-ci.yml': 'start: { trigger: root/library }' },
      { visibility: 'public' },
    )
    const id = await w.run(open)
    expect((await w.comes(open, id, 'success')).downstream_pipeline).not.toBeNull()
    const passer = await w.world.person('passer')
    const [seen] = await w.rows(`${open}/pipelines/${id}/bridges`, passer.token)
    expect(seen).toMatchObject({ name: 'start', status: 'success', downstream_pipeline: null })
  })

  it('is not told to webhooks as a job', async () => {
    const receiver = await startReceiver()
    await w.must('PUT', '/application/settings', { allow_local_requests_from_web_hooks_and_services: true })
    const hooked = await w.project('hooked', {
      '.gitlab-ci.yml': 'start: { trigger: root/library }\nmake: { script: [make], stage: deploy }',
    })
    const wanted = { push_events: false, pipeline_events: true, job_events: true }
    await w.must('POST', `${hooked}/hooks`, { url: receiver.url, ...wanted })
    const id = await w.run(hooked)
    await w.comes(hooked, id, 'success')
    const told = await eventually('the job is told', async () => {
      const bodies = receiver.heard.map(({ body }) => body as Row)
      return bodies.some((body) => body['object_kind'] === 'build') ? bodies : undefined
    })
    await receiver.close()
    expect(told.map((body) => body['build_name'] ?? null)).not.toContain('start')
    for (const { builds } of told as ReadonlyArray<{ readonly builds?: ReadonlyArray<Row> }>)
      expect((builds ?? []).map(({ name }) => name)).toEqual(builds === undefined ? [] : ['make'])
    expect(told.some((body) => body['object_kind'] === 'pipeline')).toBe(true)
  })

  it('is named to webhooks by the pipeline that it started', async () => {
    const receiver = await startReceiver()
    await w.must('PUT', '/application/settings', { allow_local_requests_from_web_hooks_and_services: true })
    const hook = await w.must('POST', `${library}/hooks`, {
      ...{ url: receiver.url, push_events: false, pipeline_events: true },
    })
    const by = await w.project('naming', { '.gitlab-ci.yml': 'start: { trigger: root/library }' })
    const id = await w.run(by)
    const bridge = await w.comes(by, id, 'success')
    const told = await eventually('the pipeline is told', async () => receiver.heard[0]?.body as Row | undefined)
    await w.must('DELETE', `${library}/hooks/${String(hook['id'])}`)
    await receiver.close()
    const { id: project, web_url, path_with_namespace } = await w.must('GET', by)
    expect(told['source_pipeline']).toEqual({
      project: { id: project, web_url, path_with_namespace },
      job_id: bridge.id,
      pipeline_id: id,
    })
  })

  it('starts by hand, and again, each time a new pipeline', async () => {
    const by = await w.project('by-hand', {
      '.gitlab-ci.yml': 'start: { trigger: root/library, when: manual }\nmake: { script: [make] }',
    })
    const id = await w.run(by)
    const manual = await w.comes(by, id, 'manual')
    const dev = await w.world.person('dev')
    await w.must('POST', `${by}/members`, { user_id: dev.id, access_level: 30 })
    const played = await w.must('POST', `${by}/jobs/${manual.id}/play`, {
      job_variables_attributes: [{ key: 'GIVEN', value: 'by hand' }],
    })
    expect(played).toMatchObject({ id: manual.id, name: 'start', status: expect.stringMatching(/pending|running/) })
    expect(played).toHaveProperty('downstream_pipeline')
    await w.comes(by, id, 'success')
    const first = await w.started(by, id)
    expect(await variables(first.id)).toEqual({ GIVEN: 'by hand' })
    const again = await w.must('POST', `${by}/jobs/${manual.id}/retry`)
    expect([again.name, again.id === manual.id]).toEqual(['start', false])
    await w.comes(by, id, 'success')
    const second = await w.started(by, id)
    expect(second.id).toBeGreaterThan(first.id)
    expect((await w.bridges(by, id)).map((one) => one.id)).toEqual([again.id])
    // In the name of the one who starts it: a developer here is a stranger there.
    const theirs = await w.run(by)
    const bridge = await w.comes(by, theirs, 'manual')
    await w.must('POST', `${by}/jobs/${bridge.id}/play`, {}, dev.token)
    expect((await w.comes(by, theirs, 'failed')).failure_reason).toBe('downstream_bridge_project_not_found')
    const cancelled = await w.run(by)
    const idle = await w.comes(by, cancelled, 'manual')
    expect(await w.must('POST', `${by}/jobs/${idle.id}/cancel`)).toMatchObject({ status: 'canceled' })
    // It waits again for somebody to start it.
    await w.must('POST', `${by}/pipelines/${cancelled}/retry`)
    const copy = (await w.bridges(by, cancelled))[0]
    expect([copy?.status, copy?.id === idle.id]).toEqual(['manual', false])
    await w.must('POST', `${by}/jobs/${copy?.id}/play`)
    await w.comes(by, cancelled, 'success')
  })
})
