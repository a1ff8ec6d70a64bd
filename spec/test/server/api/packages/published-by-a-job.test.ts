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

const at = '/api/v4/projects/1'

/** An instance whose first project, in the group `acme`, has a running job. */
const openWithJob = async (release: string): Promise<{ readonly instance: TestInstance; readonly job: Job }> => {
  const instance = await openTestInstance({ release })
  const root = { as: instance.root }
  const group = await instance.ask('POST', '/api/v4/groups', { ...root, json: { name: 'acme', path: 'acme' } })
  const { id: namespace_id } = group.json as { readonly id: number }
  const project = { name: 'app', initialize_with_readme: true, namespace_id }
  await instance.ask('POST', '/api/v4/projects', { ...root, json: project })
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: PIPELINE }]
  const commit = { branch: 'main', commit_message: 'CI', actions }
  await instance.ask('POST', `${at}/repository/commits`, { ...root, json: commit })
  const waiting = await eventually('the job', async () => {
    const { json } = await instance.ask('GET', `${at}/jobs`, root)
    return (json as ReadonlyArray<Job>)[0]
  })
  const running = await instance.ask('PUT', `${at}/jobs/${waiting.id}`, { ...root, json: { status: 'running' } })
  return { instance, job: running.json as Job }
}

const uploadTo = (instance: TestInstance, token: string | undefined, version: string) =>
  instance.ask('PUT', `${at}/packages/generic/tool/${version}/tool.bin`, {
    form: 'bytes',
    headers: { 'job-token': token ?? '', 'content-type': 'application/octet-stream' },
  })

describe('a package that a running job publishes', () => {
  let instance: TestInstance
  let job: Job
  const upload = (token: string | undefined, version: string) => uploadTo(instance, token, version)
  const root = () => ({ as: instance.root })

  beforeAll(async () => {
    const opened = await openWithJob('15.3')
    instance = opened.instance
    job = opened.job
  })
  afterAll(() => instance.close())

  it('is refused elsewhere, though an administrator started the job', async () => {
    const other = await instance.person('other')
    const wish = { name: 'elsewhere', visibility: 'internal' }
    const made = await instance.ask('POST', '/api/v4/projects', { as: other.token, json: wish })
    const { id } = made.json as { readonly id: number }
    const path = `/api/v4/projects/${id}/packages/generic/tool/1.0.0/tool.bin`
    const headers = { 'job-token': job.token ?? '', 'content-type': 'application/octet-stream' }
    expect(await instance.ask('PUT', path, { form: 'bytes', headers })).toMatchObject({ status: 403 })
    expect(await instance.ask('PUT', path, { form: 'bytes', as: instance.root })).toMatchObject({ status: 201 })
    // What takes no job token takes the caller for nobody.
    const asJob = { 'job-token': job.token ?? '' }
    for (const [method, route] of [
      ['GET', '/application/settings'],
      ['GET', '/users?admins=true'],
      ['PUT', '/application/settings'],
      ['POST', '/users'],
      ['GET', '/applications'],
    ] as const)
      expect((await instance.ask(method, `/api/v4${route}`, { headers: asJob })).status).toBeGreaterThanOrEqual(401)
  })

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

describe('where a package names the pipelines that built it', () => {
  const seenIn = async (release: string) => {
    const { instance, job } = await openWithJob(release)
    expect(await uploadTo(instance, job.token, '1.0.0')).toMatchObject({ status: 201 })
    const root = { as: instance.root }
    const listed = (await instance.ask('GET', `${at}/packages`, root)).json as ReadonlyArray<{ readonly id: number }>
    const one = (await instance.ask('GET', `${at}/packages/${listed[0]?.id}`, root)).json as object
    const grouped = (await instance.ask('GET', '/api/v4/groups/acme/packages', root)).json as ReadonlyArray<object>
    await instance.close()
    const names = (seen: object | undefined) =>
      ['pipeline', 'pipelines'].filter((name) => Object.hasOwn(seen ?? {}, name))
    return { project: names(listed[0]), group: names(grouped[0]), single: names(one) }
  }
  const both = ['pipeline', 'pipelines']

  it('is everywhere through 15.11, and no longer in the list of a project from 16.0 on', async () => {
    expect(await seenIn('15.11')).toEqual({ project: both, group: both, single: both })
    expect(await seenIn('16.0')).toEqual({ project: ['pipeline'], group: both, single: both })
  })
})
