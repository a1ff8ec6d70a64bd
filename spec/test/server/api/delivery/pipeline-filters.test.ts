import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type PipelineOnStage, type Stage } from './deployments/stage.js'

const JOBS = `stages: [first, second]
compile: { stage: first, script: ['true'] }
check: { stage: second, script: ['true'], when: manual }
`

describe('pipelines, jobs and statuses in lists', () => {
  let stage: Stage
  let early: PipelineOnStage
  let late: PipelineOnStage
  let sha: string

  const at = () => `/projects/${stage.projectId}`
  const list = <A>(path: string) => stage.must<ReadonlyArray<A>>('GET', `${at()}${path}`, stage.tokens.dev)

  beforeAll(async () => {
    stage = await openStage()
    early = await stage.pipeline('early', JOBS, stage.tokens.dev)
    expect((await early.report('compile', 'running')).status).toBe(200)
    expect((await early.report('compile', 'success')).status).toBe(200)
    stage.instance.clock.advance(3_600_000)
    late = await stage.pipeline('late', JOBS, stage.tokens.maint)
    sha = await stage.commit(stage.tokens.dev, 'outside', { 'o.txt': 'o' }, 'main')
  })
  afterAll(() => stage.instance.close())

  it.each([
    ['scope=finished', ['early']],
    ['scope=pending', ['late']],
    ['scope=running', []],
    ['scope=branches&sort=asc', ['early', 'late']],
    ['scope=tags', []],
    ['status=success', ['early']],
    ['status=pending', ['late']],
    ['source=push&sort=asc', ['early', 'late']],
    ['source=schedule', []],
    ['username=maint', ['late']],
    ['ref=early', ['early']],
    ['yaml_errors=false&sort=asc', ['early', 'late']],
    ['yaml_errors=true', []],
    ['updated_after=2022-08-22T12:30:00Z', ['late']],
    ['updated_before=2022-08-22T12:30:00Z', ['early']],
    ['order_by=id&sort=desc', ['late', 'early']],
    ['order_by=ref&sort=asc', ['early', 'late']],
    ['order_by=updated_at&sort=desc', ['late', 'early']],
    ['order_by=user_id&sort=asc', ['early', 'late']],
  ])('of pipelines: %s', async (query, expected) => {
    const found = await list<{ readonly ref: string }>(`/pipelines?${query}`)
    expect(found.map(({ ref }) => ref).filter((ref) => ref !== 'outside')).toEqual(expected)
  })

  it('of jobs: by status, in pages', async () => {
    const names = async (query: string) => (await list<{ readonly name: string }>(query)).map(({ name }) => name)
    expect(await names('/jobs?scope[]=success')).toEqual(['compile'])
    expect((await names('/jobs?scope[]=manual&scope[]=success')).toSorted()).toEqual(['check', 'compile'])
    const of = `/pipelines/${early.id}/jobs`
    expect(await names(`${of}?scope=success`)).toEqual(['compile'])
    const [one, two] = [await names(`${of}?page=1&per_page=1`), await names(`${of}?page=2&per_page=1`)]
    expect([...one, ...two].toSorted()).toEqual(['check', 'compile'])
    expect(late.id).toBeGreaterThan(early.id)
  })

  it('of statuses: by name, stage and branch, with those that were replaced, in pages', async () => {
    const report = (json: object) =>
      stage.must('POST', `${at()}/statuses/${sha}`, stage.tokens.maint, { ref: 'outside', ...json })
    const whole = { context: 'scan', target_url: 'https://scan.test/1', description: 'looks well', coverage: 81.5 }
    expect(await report({ state: 'running', ...whole })).toMatchObject({
      name: 'scan',
      target_url: 'https://scan.test/1',
      description: 'looks well',
      coverage: 81.5,
    })
    await report({ state: 'success', context: 'scan' })
    await report({ state: 'failed', name: 'scan' })
    await report({ state: 'pending', name: 'other' })
    const statuses = async (query: string) =>
      (await list<{ readonly name: string; readonly status: string }>(`/repository/commits/${sha}/statuses?${query}`))
        .map(({ name, status }) => `${name} ${status}`)
        .toSorted()
    const newest = await statuses('')
    expect(newest).toContain('other pending')
    expect(newest.length).toBe(2)
    expect((await statuses('all=true')).length).toBeGreaterThanOrEqual(2)
    expect(await statuses('name=other')).toEqual(['other pending'])
    expect(await statuses('stage=external')).toEqual(newest)
    expect(await statuses('stage=first')).toEqual([])
    expect(await statuses('ref=outside')).toEqual(newest)
    expect(await statuses('ref=early')).toEqual([])
    expect([...(await statuses('page=1&per_page=1')), ...(await statuses('page=2&per_page=1'))].toSorted()).toEqual(
      newest,
    )
  })
})
