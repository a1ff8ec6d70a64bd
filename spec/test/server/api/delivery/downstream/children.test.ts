import { eventually } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DownstreamWorld, openWorld, type Row } from './world.js'

const PARENT = `
start:
  stage: build
  trigger:
    include: [ci/child.yml, { local: /ci/more.yml }]
    strategy: depend
after:
  stage: deploy
  script: [make deploy]
`
const CHILD = `
stages: [one]
first:
  stage: one
  script: [make first]
  variables: { A: one, B: one }
`
const MORE = `
stages: [one, two]
first:
  variables: { B: two }
second:
  stage: two
  script: [make second]
`

describe.runIf(programs.need('git'))('a job that starts a child pipeline', () => {
  let w: DownstreamWorld
  let app: string

  beforeAll(async () => {
    w = await openWorld({ startsAt: '2022-05-01T10:00:00Z' })
    app = await w.project('app', { '.gitlab-ci.yml': PARENT, 'ci/child.yml': CHILD, 'ci/more.yml': MORE })
  })
  afterAll(() => w.world.close())

  const ids = async (query: string) => (await w.rows(`${app}/pipelines?${query}`)).map(({ id }) => id)

  it('has the status of the pipeline that it depends on', async () => {
    const id = await w.run(app)
    await w.comes(app, id, 'running')
    const child = await w.started(app, id)
    expect([child.source, await w.statusOf(app, child.id)]).toEqual(['parent_pipeline', 'pending'])
    const parent = await w.must('GET', `${app}/pipelines/${id}`)
    expect(await w.must('GET', `${app}/pipelines/${child.id}`)).toMatchObject({
      ...{ sha: parent['sha'], ref: 'main', before_sha: parent['before_sha'], user: { username: 'root' } },
    })
    await w.end(app, child.id, 'first', 'failed')
    expect((await w.comes(app, id, 'failed')).failure_reason).toBe('unknown_failure')
    await eventually('what follows is skipped', async () =>
      (await w.named(w.jobs(app, id), 'after')).status === 'skipped' ? true : undefined,
    )
    expect(await w.statusOf(app, id)).toBe('failed')
    await w.must('POST', `${app}/pipelines/${child.id}/retry`)
    await w.comes(app, id, 'running')
    expect((await w.named(w.jobs(app, id), 'after')).status).toBe('created')
    await w.end(app, child.id, 'first', 'success')
    await w.end(app, child.id, 'second', 'success')
    await w.comes(app, id, 'success')
    await w.end(app, id, 'after', 'success')
    expect(await w.statusOf(app, id)).toBe('success')
    expect((await w.bridges(app, id)).length).toBe(1)
  })

  it('is in no list but that of child pipelines, nor the newest of its commit', async () => {
    const id = await w.run(app)
    const { id: child } = await w.started(app, id)
    expect(await ids('order_by=id')).not.toContain(child)
    expect(await ids('source=parent_pipeline')).toContain(child)
    expect(await ids('source=parent_pipeline')).not.toContain(id)
    expect((await w.must('GET', `${app}/pipelines/latest`)).id).toBe(id)
    const commit = await w.must('GET', `${app}/repository/commits/main`)
    expect(commit['last_pipeline']).toMatchObject({ id })
  })

  it('gives runners the jobs of all its files', async () => {
    const token = (await w.must('GET', app))['runners_token']
    const runner = (await w.must('POST', '/runners', { token }))['token']
    const id = await w.run(app)
    const { id: child } = await w.started(app, id)
    const job = await w.named(w.jobs(app, child), 'first')
    const taken = await eventually('the job of the child', async () => {
      const { status, json } = await w.ask('POST', '/jobs/request', { token: runner }, '')
      return status === 201 && (json as Row).id === job.id ? (json as Row) : undefined
    })
    expect(taken['steps']).toMatchObject([{ name: 'script', script: ['make first'] }])
    const variables = taken['variables'] as ReadonlyArray<{ readonly key: string; readonly value: string }>
    const given = (key: string) => variables.findLast((one) => one.key === key)?.value
    expect([given('A'), given('B'), given('CI_PIPELINE_SOURCE')]).toEqual(['one', 'two', 'parent_pipeline'])
  })

  it('is cancelled with its parent, and started again with it', async () => {
    const id = await w.run(app)
    const { id: child } = await w.started(app, id)
    await w.must('POST', `${app}/pipelines/${id}/cancel`)
    expect([await w.statusOf(app, id), await w.statusOf(app, child)]).toEqual(['canceled', 'canceled'])
    await w.must('POST', `${app}/pipelines/${id}/retry`)
    await w.comes(app, id, 'running')
    const second = await w.started(app, id)
    expect(second.id).toBeGreaterThan(child)
    await w.must('POST', `${app}/pipelines/${second.id}/cancel`)
    await w.comes(app, id, 'canceled')
    await w.must('DELETE', `${app}/pipelines/${id}`)
    expect(await w.statusOf(app, child)).toBe('canceled')
  })

  it('belongs to the merge request of its parent, and is not its pipeline', async () => {
    const rules = 'rules: [{ if: $CI_MERGE_REQUEST_IID }]'
    await w.branch(app, 'topic', {
      'ci/of-request.yml': `check:\n  script: [make]\n  ${rules}\nold: { script: [make], only: [merge_requests] }\nno: { script: [make] }\n`,
    })
    await w.must('POST', `${app}/repository/commits`, {
      ...{ branch: 'topic', commit_message: 'A child pipeline' },
      actions: [
        {
          ...{ action: 'update', file_path: '.gitlab-ci.yml' },
          content: `start:\n  trigger: { include: ci/of-request.yml }\n  ${rules}\n`,
        },
      ],
    })
    const request = await w.must('POST', `${app}/merge_requests`, {
      ...{ source_branch: 'topic', target_branch: 'main', title: 'Topic' },
    })
    const at = `${app}/merge_requests/${request['iid']}`
    const { id } = await eventually('the pipeline of the request', async () =>
      (await w.rows(`${at}/pipelines`)).find(({ source }) => source === 'merge_request_event'),
    )
    const child = await w.started(app, id)
    expect(child['ref']).toBe(`refs/merge-requests/${request['iid']}/head`)
    expect((await w.jobs(app, child.id)).map(({ name }) => name)).toEqual(['old', 'check'])
    expect((await w.rows(`${at}/pipelines`)).map((one) => one.id)).not.toContain(child.id)
    expect((await w.must('GET', at))['head_pipeline']).toMatchObject({ id })
  })
})
