import { asFetch } from '@forgefold/server/transport'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const API = '/api/v4'
const MEBIBYTE = 1024 * 1024
const CI = `
variables: { GREETING: hello }
build:
  stage: build
  image: { name: alpine, entrypoint: [sh] }
  services: [{ name: redis, alias: cache }]
  tags: [linux]
  variables: { OWN: mine }
  before_script: [prepare]
  script: [make, make test]
  after_script: [clean]
  timeout: 20 minutes
  cache: { key: deps, paths: [node_modules] }
  artifacts: { name: out, paths: [dist], expire_in: 1 week, reports: { junit: report.xml } }
plain:
  stage: build
  script: [make]
`

describe.runIf(programs.need('git'))('the conversation of a runner', () => {
  let world: TestInstance
  let registration: string

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.11' })
    await must('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
    await must('POST', '/projects/1/repository/commits', { branch: 'main', commit_message: 'ci [skip ci]', actions })
    await must('POST', '/projects/1/variables', { key: 'SECRET', value: 'maskable1', masked: true })
    await must('POST', '/projects/1/variables', { key: 'CONFIG', value: 'text', variable_type: 'file' })
    await must('POST', '/projects/1/variables', { key: 'ELSEWHERE', value: 'x', environment_scope: 'production' })
    registration = String((await must('GET', '/projects/1'))['runners_token'])
  })
  afterAll(() => world.close())

  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
    world.ask(method, `${API}${path}`, {
      ...(as === '' ? {} : { as }),
      json,
    })
  const must = async (method: string, path: string, json?: unknown): Promise<Json> => {
    const { status, json: answer, text } = await ask(method, path, json)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as Json
  }
  const runner = async (more: Json): Promise<string> =>
    String((await must('POST', '/runners', { token: registration, ...more }))['token'])
  const request = (token: string, more: Json = {}) => ask('POST', '/jobs/request', { token, ...more }, '')
  const begin = () =>
    must('POST', '/projects/1/pipeline', { ref: 'main', variables: [{ key: 'GIVEN', value: 'along' }] })
  const piece = (job: Json, from: number, text: string, token = String(job['token'])) =>
    world.ask('PATCH', `${API}/jobs/${job['id']}/trace`, {
      bytes: Buffer.from(text),
      headers: {
        'job-token': token,
        'content-range': `${from}-${from + text.length - 1}`,
        'content-type': 'text/plain',
      },
    })
  const report = (job: Json, more: Json) => ask('PUT', `/jobs/${job['id']}`, { token: job['token'], ...more }, '')

  it('gives a job with all that is needed to execute it', async () => {
    const token = await runner({ tag_list: ['linux', 'docker'], run_untagged: false, maximum_timeout: 600 })
    expect((await request(token)).status).toBe(204)
    const { id: pipeline } = await begin()
    const info = { name: 'runner', version: '15.1', revision: 'abc', platform: 'linux', architecture: 'amd64' }
    const given = await request(token, { info })
    expect(given.status, given.text).toBe(201)
    const job = given.json as Json
    expect(job).toMatchObject({
      allow_git_fetch: true,
      job_info: { name: 'build', stage: 'build', project_id: 1, project_name: 'app' },
      git_info: { ref: 'main', ref_type: 'branch', depth: 20 },
      runner_info: { timeout: 600 },
      steps: [
        { name: 'script', script: ['prepare', 'make', 'make test'], timeout: 600, when: 'on_success' },
        { name: 'after_script', script: ['clean'], when: 'always', allow_failure: true },
      ],
      image: { name: 'alpine', entrypoint: ['sh'] },
      services: [{ name: 'redis', alias: 'cache' }],
      artifacts: [
        { name: 'out', paths: ['dist'], expire_in: '1 week', artifact_type: 'archive', artifact_format: 'zip' },
        { paths: ['report.xml'], when: 'always', artifact_type: 'junit', artifact_format: 'gzip' },
      ],
      cache: [{ key: 'deps-protected', paths: ['node_modules'], policy: 'pull-push', when: 'on_success' }],
    })
    const variables = new Map((job['variables'] as ReadonlyArray<Json>).map((one) => [one['key'], one]))
    expect(variables.get('CI_JOB_TOKEN')).toMatchObject({ value: job['token'], masked: true, public: false })
    expect(variables.get('CI_PIPELINE_ID')).toMatchObject({ value: String(pipeline), public: true })
    expect(variables.get('GREETING')).toMatchObject({ value: 'hello' })
    expect(variables.get('OWN')).toMatchObject({ value: 'mine' })
    expect(variables.get('GIVEN')).toMatchObject({ value: 'along' })
    expect(variables.get('SECRET')).toMatchObject({ value: 'maskable1', masked: true })
    expect(variables.get('CONFIG')).toMatchObject({ value: 'text', file: true })
    expect(variables.has('ELSEWHERE')).toBe(false)
    expect((job['git_info'] as Json)['repo_url']).toContain(`gitlab-ci-token:${job['token']}@`)

    const shown = await must('GET', `/projects/1/jobs/${job['id']}`)
    expect(shown).toMatchObject({ status: 'running', tag_list: ['linux'], runner: { runner_type: 'project_type' } })
    const { id } = shown['runner'] as Json
    expect(await must('GET', `/runners/${id}`)).toMatchObject({ ...info, online: true, status: 'online' })
    expect(await must('GET', `/runners/${id}/jobs`)).toMatchObject([{ id: job['id'] }])
    const ended = await world.ask('GET', `${API}/runners/${id}/jobs`, {
      as: world.root,
      query: 'status=success&order_by=id&sort=asc',
    })
    expect(ended.json).toEqual([])
    expect((await request(token)).status).toBe(204)
    expect((await report(job, { state: 'success' })).status).toBe(200)
  })

  it('is measured in milliseconds by jobs, wherever they are shown, and in whole seconds by pipelines', async () => {
    const { id: pipeline } = await begin()
    world.clock.advance(2_250)
    const token = await runner({ tag_list: ['linux'], run_untagged: false })
    const job = (await request(token)).json as Json
    world.clock.advance(1_700)
    expect((await report(job, { state: 'success' })).status).toBe(200)
    const { id } = job
    const took = { id, duration: 1.7, queued_duration: 2.25 }
    const whole = { duration: 1, queued_duration: 2 }
    expect(await must('GET', `/projects/1/jobs/${id}`)).toMatchObject(took)
    for (const path of ['/projects/1/jobs', `/projects/1/pipelines/${pipeline}/jobs`])
      expect(await must('GET', path)).toContainEqual(expect.objectContaining(took))
    await must('POST', `/projects/1/pipelines/${pipeline}/cancel`)
    expect(await must('GET', `/projects/1/pipelines/${pipeline}`)).toMatchObject(whole)
  })

  it('reads no more of a piece of a trace than pieces have, however long it is', async () => {
    await begin()
    const token = await runner({ tag_list: ['linux'] })
    const job = (await request(token)).json as Json
    let sent = 0
    const endless = async function* () {
      for (; sent < 2000; sent++) yield new Uint8Array(MEBIBYTE)
    }
    const answer = await asFetch(world.forgefold.handler)(
      new Request(`http://forge.test${API}/jobs/${job['id']}/trace`, {
        method: 'PATCH',
        body: ReadableStream.from(endless()),
        headers: { 'job-token': String(job['token']), 'content-range': '0-1', 'content-type': 'text/plain' },
        duplex: 'half',
      } as RequestInit),
    )
    expect([answer.status, sent < 20]).toEqual([413, true])
  })

  it('takes a trace in pieces, and what has become of the job', async () => {
    await begin()
    const token = await runner({ tag_list: ['linux'] })
    const job = (await request(token)).json as Json
    const first = await piece(job, 0, 'hello ')
    expect([first.status, first.headers.get('range'), first.headers.get('job-status')]).toEqual([202, '0-6', 'running'])
    const again = await piece(job, 0, 'hello ')
    expect([again.status, again.headers.get('range')]).toEqual([416, '0-6'])
    expect((await piece(job, 6, 'world')).status).toBe(202)
    const trace = await ask('GET', `/projects/1/jobs/${job['id']}/trace`)
    expect([trace.status, trace.text]).toEqual([200, 'hello world'])
    expect((await piece(job, 11, 'x', 'another')).status).toBe(403)
    expect((await report(job, { state: 'running' })).headers.get('job-status')).toBe('running')
    expect((await ask('PUT', `/jobs/${job['id']}`, { token: 'another', state: 'failed' }, '')).status).toBe(403)
    const failed = await report(job, { state: 'failed', failure_reason: 'runner_system_failure', coverage: 81.5 })
    expect([failed.status, failed.text]).toEqual([200, '200'])
    expect(await must('GET', `/projects/1/jobs/${job['id']}`)).toMatchObject({
      status: 'failed',
      failure_reason: 'runner_system_failure',
      coverage: 81.5,
    })
    const late = await piece(job, 11, 'late')
    expect([late.status, late.headers.get('job-status')]).toEqual([403, 'failed'])
  })

  it('tells a runner of a job that was cancelled, so that it stops', async () => {
    await begin()
    const job = (await request(await runner({ tag_list: ['linux'] }))).json as Json
    await must('POST', `/projects/1/jobs/${job['id']}/cancel`)
    const told = await report(job, { state: 'success' })
    expect([told.status, told.headers.get('job-status')]).toEqual([403, 'canceled'])
  })

  it('gives nothing to runners that are paused, unknown or not for it, nor a job twice', async () => {
    await begin()
    expect((await request('nobody')).status).toBe(403)
    expect((await request(await runner({ paused: true }))).status).toBe(204)
    expect((await request(await runner({ tag_list: ['windows'], run_untagged: false }))).status).toBe(204)
    const token = await runner({ access_level: 'ref_protected', tag_list: ['linux'] })
    expect((await request(token, { job_age: 3600 })).status).toBe(204)
    const runners = await Promise.all([1, 2, 3, 4].map(() => runner({ tag_list: ['linux'] })))
    const taken = (await Promise.all(Array.from({ length: 40 }, (_, n) => request(String(runners[n % 4])))))
      .filter(({ status }) => status === 201)
      .map(({ json }) => (json as Json)['id'])
    expect(taken.length).toBeGreaterThan(1)
    expect(new Set(taken).size).toBe(taken.length)
    expect((await request(token)).status).toBe(204)
  })

  it('erases trace and artifacts of a job that is done, once', async () => {
    await begin()
    const job = (await request(await runner({ tag_list: ['linux'] }))).json as Json
    await piece(job, 0, 'secret')
    const erase = () => ask('POST', `/projects/1/jobs/${job['id']}/erase`)
    expect((await erase()).json).toEqual({ message: '403 Forbidden - Job is not erasable!' })
    await report(job, { state: 'success' })
    expect((await erase()).status).toBe(201)
    expect((await ask('GET', `/projects/1/jobs/${job['id']}/trace`)).text).toBe('')
    expect((await erase()).status).toBe(403)
  })
})
