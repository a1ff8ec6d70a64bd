import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type PipelineOnStage, type Stage } from './stage.js'

const CI = `stages: [one, two]
a: { stage: one, script: ['true'] }
hand: { stage: one, script: ['true'], when: manual }
b: { stage: two, script: ['true'] }
`

type Who = 'anonymous' | 'outsider' | 'guest' | 'reporter' | 'dev' | 'maint' | 'root'
const WHO = ['anonymous', 'outsider', 'guest', 'reporter', 'dev', 'maint', 'root'] as const
type Asking = readonly [
  method: string,
  path: string,
  statuses: ReadonlyArray<number>,
  json: Readonly<Record<string, unknown>> | undefined,
]

/** Guests see pipelines where the project shows its jobs, as it does by default (docs/reference/behaviour/projects.md#role-table). `:j` is a manual job, `:f` a failed one, `:p` the pipeline. */
const TABLE: ReadonlyArray<Asking> = [
  ['GET', '/jobs', [404, 404, 200, 200, 200, 200, 200], undefined],
  ['GET', '/jobs/:j', [404, 404, 200, 200, 200, 200, 200], undefined],
  ['GET', '/pipelines', [404, 404, 200, 200, 200, 200, 200], undefined],
  ['GET', '/pipelines/:p', [404, 404, 200, 200, 200, 200, 200], undefined],
  ['GET', '/pipelines/:p/jobs', [404, 404, 200, 200, 200, 200, 200], undefined],
  ['POST', '/jobs/:j/play', [401, 404, 403, 403, 200, 200, 200], undefined],
  ['POST', '/jobs/:j/cancel', [401, 404, 403, 403, 201, 201, 201], undefined],
  ['POST', '/jobs/:f/retry', [401, 404, 403, 403, 201, 201, 201], undefined],
  ['PUT', '/jobs/:a', [401, 404, 403, 403, 403, 200, 200], { status: 'running' }],
  ['POST', '/pipeline', [401, 404, 403, 403, 201, 201, 201], { ref: 'table' }],
  ['POST', '/pipelines/:p/cancel', [401, 404, 403, 403, 200, 200, 200], undefined],
  ['POST', '/pipelines/:p/retry', [401, 404, 403, 403, 201, 201, 201], undefined],
  ['DELETE', '/pipelines/:p', [401, 404, 403, 403, 403, 403, 204], undefined],
]

const BODIES: Readonly<Record<number, string>> = {
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 Project Not Found',
}

describe('who may do what with pipelines and jobs', () => {
  let stage: Stage
  const at = () => `/projects/${stage.projectId}`
  const tokenOf = (who: Who): string | undefined =>
    who === 'anonymous' ? undefined : who === 'root' ? stage.instance.root : stage.tokens[who]

  beforeAll(async () => {
    stage = await openStage()
    await stage.commit(stage.tokens.dev, 'table', { '.gitlab-ci.yml': CI }, 'main')
  })
  afterAll(() => stage.instance.close())

  const fresh = async () => {
    const { id } = await stage.must<{ readonly id: number }>('POST', `${at()}/pipeline`, stage.tokens.dev, {
      ref: 'table',
    })
    const jobs = await stage.must<ReadonlyArray<{ readonly id: number; readonly name: string }>>(
      'GET',
      `${at()}/pipelines/${id}/jobs`,
      stage.tokens.dev,
    )
    const named = (name: string): string => String(jobs.find((job) => job.name === name)?.id)
    return { ':p': String(id), ':a': named('a'), ':j': named('hand'), ':f': named('a') }
  }

  it.each(TABLE)('%s %s', async (method, path, statuses, json) => {
    for (const [n, who] of WHO.entries()) {
      const ids = await fresh()
      if (path.includes(':f')) {
        await stage.must('PUT', `${at()}/jobs/${ids[':f']}`, stage.instance.root, { status: 'failed' })
      }
      const reached = Object.entries(ids).reduce((text, [mark, id]) => text.replace(mark, id), path)
      const answered = await stage.instance.ask(method, `/api/v4${at()}${reached}`, {
        as: tokenOf(who),
        json,
      })
      expect([who, answered.status, answered.text]).toEqual([who, statuses[n], answered.text])
      const message = BODIES[answered.status]
      if (message !== undefined) expect(answered.json).toEqual({ message })
    }
  })
})

describe('what pipelines and jobs refuse', () => {
  let stage: Stage
  let run: PipelineOnStage
  let external: number
  const at = () => `/projects/${stage.projectId}`

  beforeAll(async () => {
    stage = await openStage()
    run = await stage.pipeline('refusals', CI)
    const { sha } = await stage.must<{ readonly sha: string }>('GET', `${at()}/pipelines/${run.id}`, stage.tokens.dev)
    const status = await stage.must('POST', `${at()}/statuses/${sha}`, stage.tokens.dev, {
      ...{ state: 'success', name: 'outside', ref: 'refusals', pipeline_id: run.id },
    })
    external = status['id'] as number
  })
  afterAll(() => stage.instance.close())

  const ask = async (method: string, path: string, json?: Record<string, unknown>) =>
    stage.call(method, `${at()}${path}`, stage.instance.root, json)
  const jobPath = async (name: string): Promise<string> => `/jobs/${(await run.job(name)).id}`
  const message = (text: string) => ({ message: text })
  const cannot = (word: string, from: string) =>
    message(`Cannot transition status via :${word} from :${from} (Reason(s): Status cannot transition via "${word}")`)

  it('to what there is not', async () => {
    for (const path of ['/jobs/99999', `/jobs/${external}`]) {
      expect(await ask('GET', path)).toEqual({ status: 404, json: message('404 Not Found') })
      for (const verb of ['play', 'cancel', 'retry'])
        expect(await ask('POST', `${path}/${verb}`)).toEqual({ status: 404, json: message('404 Not Found') })
      expect(await ask('PUT', path, { status: 'running' })).toEqual({ status: 404, json: message('404 Not Found') })
    }
    for (const [method, path] of [
      ['GET', '/pipelines/99999'],
      ['GET', '/pipelines/99999/jobs'],
      ['POST', '/pipelines/99999/cancel'],
      ['POST', '/pipelines/99999/retry'],
      ['DELETE', '/pipelines/99999'],
    ] as const)
      expect(await ask(method, path)).toEqual({ status: 404, json: message('404 Not found') })
  })

  it('to parameters that are none', async () => {
    const path = await jobPath('a')
    expect(await ask('PUT', path, {})).toEqual({ status: 400, json: { error: 'status is missing' } })
    expect(await ask('PUT', path, { status: 'pending' })).toEqual({
      status: 400,
      json: { error: 'status does not have a valid value' },
    })
    expect(await ask('PUT', path, { status: 'success', coverage: 'much' })).toEqual({
      status: 400,
      json: { error: 'coverage is invalid' },
    })
    expect(await ask('GET', '/jobs/x')).toEqual({ status: 400, json: { error: 'job_id is invalid' } })
    expect(await ask('GET', '/jobs?scope[]=odd')).toEqual({
      status: 400,
      json: { error: 'scope does not have a valid value' },
    })
    expect(await ask('POST', '/pipeline', {})).toEqual({ status: 400, json: { error: 'ref is missing' } })
    expect(await ask('POST', '/pipeline', { ref: 'nowhere' })).toEqual({
      status: 400,
      json: { message: { base: ['Reference not found'] } },
    })
    expect(await ask('POST', '/pipeline', { ref: 'main' })).toEqual({
      status: 400,
      json: { message: { base: ['Missing CI config file'] } },
    })
  })

  it('to a job that is not there yet', async () => {
    const [a, b, hand] = [await jobPath('a'), await jobPath('b'), await jobPath('hand')]
    const unplayable = { status: 400, json: message('400 Bad request - Unplayable Job') }
    const notRetryable = { status: 403, json: message('403 Forbidden - Job is not retryable') }
    expect(await ask('POST', `${a}/play`)).toEqual(unplayable)
    expect(await ask('POST', `${b}/play`)).toEqual(unplayable)
    for (const path of [a, b, hand]) expect(await ask('POST', `${path}/retry`)).toEqual(notRetryable)
    expect(await ask('PUT', b, { status: 'running' })).toEqual({ status: 400, json: cannot('run', 'created') })
    expect(await ask('PUT', hand, { status: 'success' })).toEqual({ status: 400, json: cannot('success', 'manual') })
    await ask('PUT', a, { status: 'running' })
    expect(await ask('PUT', a, { status: 'running' })).toEqual({ status: 400, json: cannot('run', 'running') })
    expect(await ask('POST', `${a}/play`)).toEqual(unplayable)
    expect(await ask('POST', `${a}/retry`)).toEqual(notRetryable)
  })

  it('to a job that is over, but for another try', async () => {
    const a = await jobPath('a')
    await ask('PUT', a, { status: 'failed', failure_reason: 'stuck_or_timeout_failure' })
    expect(await ask('GET', a)).toMatchObject({
      json: { status: 'failed', failure_reason: 'stuck_or_timeout_failure' },
    })
    expect(await ask('PUT', a, { status: 'success' })).toEqual({ status: 400, json: cannot('success', 'failed') })
    expect(await ask('POST', `${a}/cancel`)).toMatchObject({ status: 201, json: { status: 'failed' } })
    expect(await ask('POST', `${await jobPath('b')}/retry`)).toMatchObject({ status: 403 })
    const again = await ask('POST', `${a}/retry`)
    expect(again).toMatchObject({ status: 201, json: { name: 'a', status: 'pending', user: { username: 'root' } } })
    // The old one is over for good.
    expect(await ask('POST', `${a}/retry`)).toMatchObject({ status: 403 })
    expect(await ask('PUT', a, { status: 'running' })).toMatchObject({ status: 400 })
    expect((await run.job('b')).status).toBe('created')
    const all = await ask('GET', `/pipelines/${run.id}/jobs?include_retried=true`)
    expect((all.json as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name).toSorted()).toEqual([
      ...['a', 'a', 'b', 'hand'],
    ])
  })

  it('nothing to a pipeline that is cancelled, tried again and deleted', async () => {
    expect(await ask('POST', `/pipelines/${run.id}/cancel`)).toMatchObject({
      status: 200,
      json: { status: 'canceled' },
    })
    expect(await ask('POST', `/pipelines/${run.id}/cancel`)).toMatchObject({
      status: 200,
      json: { status: 'canceled' },
    })
    expect(await ask('POST', `/pipelines/${run.id}/retry`)).toMatchObject({ status: 201 })
    expect((await run.job('a')).status).toBe('pending')
    expect(await ask('DELETE', `/pipelines/${run.id}`)).toEqual({ status: 204, json: undefined })
    expect(await ask('GET', `/pipelines/${run.id}`)).toMatchObject({ status: 404 })
    expect(await ask('GET', '/jobs')).toEqual({ status: 200, json: [] })
  })
})

describe('the token of a job', () => {
  let stage: Stage
  let run: PipelineOnStage
  let token: string
  let other: number
  const at = () => `/projects/${stage.projectId}`
  const withToken = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = { 'job-token': token },
  ) => stage.instance.ask(method, `/api/v4${path}`, { headers })
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  })
  const clone = async (path: string, secret = token) =>
    (
      await stage.instance.ask('GET', `/${path}.git/info/refs`, {
        query: 'service=git-upload-pack',
        headers: basic('gitlab-ci-token', secret),
      })
    ).status

  beforeAll(async () => {
    stage = await openStage()
    run = await stage.pipeline('token', "a: { script: ['true'] }\n")
    token = ((await run.report('a', 'running')).json as { readonly token: string }).token
    const made = await stage.must('POST', '/projects', stage.instance.root, {
      name: 'other',
      initialize_with_readme: true,
    })
    other = made['id'] as number
    await stage.must('POST', `/projects/${other}/members`, stage.instance.root, {
      ...{ user_id: stage.ids.dev, access_level: 30 },
    })
  })
  afterAll(() => stage.instance.close())

  it('shows its job, by header, parameter and as bearer', async () => {
    const job = { status: 200, json: { name: 'a', user: { username: 'dev' } } }
    expect(await withToken('GET', '/job')).toMatchObject(job)
    expect(await stage.instance.ask('GET', '/api/v4/job', { query: `job_token=${token}` })).toMatchObject(job)
    expect(await withToken('GET', '/job', { authorization: `Bearer ${token}` })).toMatchObject(job)
    expect((await withToken('GET', '/job', { 'job-token': `${token}x` })).status).toBe(401)
    expect((await withToken('GET', '/job', { 'private-token': stage.tokens.dev })).status).toBe(401)
  })

  it('opens packages from 15.3 on, and nothing of deployments, jobs and protection', async () => {
    expect((await withToken('GET', `${at()}/packages`)).status).toBe(200)
    for (const path of ['/deployments', '/deployments/1', '/environments', '/repository/branches'])
      expect([path, (await withToken('GET', `${at()}${path}`)).status]).toEqual([
        path,
        path.includes('repo') ? 404 : 401,
      ])
    expect((await withToken('POST', `${at()}/deployments`)).status).toBe(401)
    expect((await withToken('POST', `${at()}/deployments/1/approval`)).status).toBe(401)
    expect((await withToken('PUT', `${at()}/jobs/1`)).status).toBe(401)
  })

  it('reaches what its user may read, or only its project and open ones where the project wants it so', async () => {
    expect(await clone('root/app')).toBe(200)
    expect(await clone('root/other')).toBe(200)
    // Packages of other private projects are out of its reach anyway.
    expect((await withToken('GET', `/projects/${other}/packages`)).status).toBe(404)
    await stage.must('PUT', at(), stage.tokens.maint, { ci_job_token_scope_enabled: true })
    expect(await clone('root/other')).toBe(404)
    expect(await clone('root/app')).toBe(200)
    await stage.must('PUT', `/projects/${other}`, stage.instance.root, { visibility: 'public' })
    expect(await clone('root/other')).toBe(200)
    expect((await withToken('GET', `/projects/${other}/packages`)).status).toBe(200)
  })

  it('ends with the membership of whoever it acts for, and with its job', async () => {
    await stage.must('DELETE', `${at()}/members/${stage.ids.dev}`, stage.tokens.maint)
    expect(await clone('root/app')).not.toBe(200)
    await stage.must('POST', `${at()}/members`, stage.tokens.maint, { user_id: stage.ids.dev, access_level: 30 })
    expect(await clone('root/app')).toBe(200)
    await run.report('a', 'success')
    expect(await clone('root/app')).toBe(401)
    expect((await withToken('GET', '/job')).status).toBe(401)
    expect((await withToken('GET', `${at()}/packages`)).status).toBe(401)
  })
})
