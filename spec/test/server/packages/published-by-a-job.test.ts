import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Job {
  readonly id: number
  readonly status: string
  readonly token?: string
  readonly pipeline: { readonly id: number }
}

const PIPELINE = `publish:
  script: ['true']
`

describe('a package that a running job publishes', () => {
  let instance: TestInstance
  let job: Job
  const at = '/api/v4/projects/1'
  const upload = (token: string | undefined, version: string) =>
    instance.ask('PUT', `${at}/packages/generic/tool/${version}/tool.bin`, {
      form: 'bytes',
      headers: { 'job-token': token ?? '', 'content-type': 'application/octet-stream' },
    })
  const root = () => ({ as: instance.root })

  beforeAll(async () => {
    instance = await openTestInstance()
    await instance.ask('POST', '/api/v4/projects', { ...root(), json: { name: 'app', initialize_with_readme: true } })
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: PIPELINE }]
    const commit = { branch: 'main', commit_message: 'CI', actions }
    await instance.ask('POST', `${at}/repository/commits`, { ...root(), json: commit })
    const waiting = await eventually('the job', async () => {
      const { json } = await instance.ask('GET', `${at}/jobs`, root())
      return (json as ReadonlyArray<Job>)[0]
    })
    const running = await instance.ask('PUT', `${at}/jobs/${waiting.id}`, { ...root(), json: { status: 'running' } })
    job = running.json as Job
  })
  afterAll(() => instance.close())

  it('is taken for its token, and shows the pipeline that made it', async () => {
    expect(await upload(job.token, '1.0.0')).toMatchObject({ status: 201 })
    const found = await instance.ask('GET', `${at}/packages`, { ...root(), query: 'package_type=generic' })
    const [published] = found.json as ReadonlyArray<{ readonly id: number; readonly pipelines: unknown }>
    expect(published?.pipelines).toMatchObject([{ id: job.pipeline.id, ref: 'main', user: { username: 'root' } }])
    const files = await instance.ask('GET', `${at}/packages/${published?.id}/package_files`, {
      headers: { 'job-token': job.token ?? '' },
    })
    expect(files.json).toMatchObject([{ file_name: 'tool.bin', pipelines: [{ id: job.pipeline.id }] }])
  })

  it('is refused once the job has ended', async () => {
    await instance.ask('PUT', `${at}/jobs/${job.id}`, { ...root(), json: { status: 'success' } })
    expect(await upload(job.token, '1.0.1')).toMatchObject({ status: 401 })
  })
})
