import { randomBytes } from 'node:crypto'
import { zipOf } from '@forgefold/spec/testing'
import type { ServerProcess } from './server-process.js'
import { chartForm, FORM, formWith, npmDocument, nugetForm, PACKED, pypiForm } from './streaming-bodies.js'

export const PROJECT = 'stream'

/** A recipe of Conan in the project, and where a file of it and one of a build go. */
export const CONAN = `kit/1.0/root+${PROJECT}/stable/0`
export const CONAN_PLACES = {
  'export/:file_name': 'export/conanfile.py',
  'package/:conan_package_reference/:package_revision/:file_name':
    'package/5ab84d6acfe1f23c4fae0ab88f26e3a396351ac9/0/conan_package.tgz',
}
export const GROUP = 'streams'
/** More than the sockets of both sides hold, so that a client that reads nothing shows. */
export const LARGE = 12 * 1024 * 1024

/** Something to fetch on every streaming route. */
export interface StreamingWorld {
  /** A public project with a large file in its repository and in its packages. */
  readonly project: { readonly id: number; readonly branch: string; readonly blob: string; readonly tip: string }
  /** A project with next to nothing in it. */
  readonly smallId: number
  readonly groupId: number
  /** A project of the group with a package of each kind that groups answer for; `module` is its path as a Go module. */
  readonly grouped: { readonly id: number; readonly module: string; readonly commit: string }
  /** The path of an uploaded file. */
  readonly upload: string
  /** One that runs. */
  readonly job: { readonly id: number; readonly token: string }
  /** One that has succeeded, with a large archive. */
  readonly archivedJob: { readonly id: number }
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const expectSuccess = async (answer: Response): Promise<Response> => {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return answer
}

type Api = (method: string, path: string, init?: RequestInit) => Promise<Response>

interface Job {
  readonly id: number
  readonly token: string
}

/** A job that a runner has taken. */
const takenJob = async (api: Api, { id, branch }: { readonly id: number; readonly branch: string }): Promise<Job> => {
  await api('POST', `/projects/${id}/pipeline`, json({ ref: branch }))
  const { runners_token: token } = (await (await api('GET', `/projects/${id}`)).json()) as {
    readonly runners_token: string
  }
  const runner = (await (await api('POST', '/runners', json({ token }))).json()) as { readonly token: string }
  const taken = await api('POST', '/jobs/request', json({ token: runner.token }))
  return (await taken.json()) as Job
}

const handOver = async (api: Api, job: Job, bytes: Uint8Array): Promise<void> => {
  const archive = zipOf([{ name: 'large.bin', bytes, deflated: false }])
  const headers = { 'job-token': job.token, 'content-type': FORM }
  await api('POST', `/jobs/${job.id}/artifacts`, { body: formWith('file', 'artifacts.zip', archive), headers })
}

const addTrace = async (api: Api, job: Job, trace: Uint8Array): Promise<void> => {
  const piece = LARGE / 3
  for (let from = 0; from < LARGE; from += piece)
    await api('PATCH', `/jobs/${job.id}/trace`, {
      body: trace.subarray(from, from + piece),
      headers: { 'job-token': job.token, 'content-range': `${from}-${from + piece - 1}` },
    })
}

/** Two jobs: one that has succeeded, and one that runs and has a long trace; both have left an archive behind. */
const jobsOf = async (
  api: Api,
  project: { readonly id: number; readonly branch: string },
  large: Uint8Array,
): Promise<Pick<StreamingWorld, 'job' | 'archivedJob'>> => {
  const action = { action: 'create', file_path: '.gitlab-ci.yml', content: 'build: { script: make }' }
  const commit = { branch: project.branch, commit_message: 'ci [skip ci]', actions: [action] }
  await api('POST', `/projects/${project.id}/repository/commits`, json(commit))
  const archivedJob = await takenJob(api, project)
  await handOver(api, archivedJob, large)
  await api('PUT', `/jobs/${archivedJob.id}`, json({ token: archivedJob.token, state: 'success' }))
  const job = await takenJob(api, project)
  await handOver(api, job, large)
  await addTrace(api, job, large)
  return { job, archivedJob }
}

/** Makes it on a server that has nothing yet. */
export const makeStreamingWorld = async (server: ServerProcess): Promise<StreamingWorld> => {
  const api = (method: string, path: string, init?: RequestInit): Promise<Response> =>
    server.ask(method, `/api/v4${path}`, init).then(expectSuccess)
  const made = await api(
    'POST',
    '/projects',
    json({ name: PROJECT, visibility: 'public', initialize_with_readme: true }),
  )
  const { id, default_branch: branch } = (await made.json()) as { readonly id: number; readonly default_branch: string }
  const large = randomBytes(LARGE)
  const action = { action: 'create', file_path: 'large.bin', encoding: 'base64', content: large.toString('base64') }
  const commit = { branch, commit_message: 'large', actions: [action] }
  await api('POST', `/projects/${id}/repository/commits`, json(commit))
  const listed = (await (await api('GET', `/projects/${id}/repository/tree`)).json()) as ReadonlyArray<{
    readonly id: string
    readonly name: string
  }>
  const blob = listed.find(({ name }) => name === 'large.bin')?.id as string
  const tip = (
    (await (await api('GET', `/projects/${id}/repository/branches/${branch}`)).json()) as {
      readonly commit: { readonly id: string }
    }
  ).commit.id
  const at = `/api/v4/projects/${id}`
  const put = async (path: string, body: Uint8Array, type = 'application/octet-stream', method = 'PUT') =>
    expectSuccess(await server.ask(method, path, { body, headers: { 'content-type': type } }))
  await put(`${at}/packages/generic/plain/1.0/large.bin`, large)
  await put(`${at}/packages/maven/org/acme/tool/1.0/tool-1.0.jar`, large)
  await put(`${at}/packages/pypi`, pypiForm(), FORM, 'POST')
  await put(`${at}/packages/helm/api/stable/charts`, chartForm('1.0.0'), FORM, 'POST')
  await put(`${at}/packages/terraform/modules/net/aws/1.0.0/file`, large)
  await put(`${at}/packages/nuget`, nugetForm('1.0.0'), FORM)
  for (const place of Object.values(CONAN_PLACES)) await put(`${at}/packages/conan/v1/files/${CONAN}/${place}`, large)
  await put(`${at}/packages/npm/crate`, npmDocument('1.0.0'), 'application/json')
  const group = (await (
    await api('POST', '/groups', json({ name: PROJECT, path: GROUP, visibility: 'public' }))
  ).json()) as {
    readonly id: number
  }
  const kept = (await (
    await api('POST', '/projects', json({ name: 'kit', path: 'kit', namespace_id: group.id, visibility: 'public' }))
  ).json()) as { readonly id: number; readonly web_url: string }
  const goPath = kept.web_url.replace(/^\w+:\/\//, '')
  const keptAt = `/api/v4/projects/${kept.id}/packages`
  await put(`${keptAt}/maven/org/acme/tool/1.0/tool-1.0.jar`, large)
  await put(`${keptAt}/maven/${GROUP}/kit/1.0/kit-1.0.jar`, large)
  await put(`${keptAt}/npm/@${GROUP}/crate`, npmDocument('1.0.0', `@${GROUP}/crate`), 'application/json')
  await put(`${keptAt}/pypi`, pypiForm(), FORM, 'POST')
  const manifest = { action: 'create', file_path: 'composer.json', content: '{ "name": "acme/kit" }' }
  const goModule = { action: 'create', file_path: 'go.mod', content: `module ${goPath}` }
  const composed = (await (
    await api(
      'POST',
      `/projects/${kept.id}/repository/commits`,
      json({ branch: 'main', commit_message: 'large', actions: [action, manifest, goModule] }),
    )
  ).json()) as { readonly id: string }
  await api('POST', `/projects/${kept.id}/repository/tags`, json({ tag_name: 'v1.0.0', ref: 'main' }))
  await api('POST', `/projects/${kept.id}/packages/composer`, json({ branch: 'main' }))
  const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100_000)])
  await put(`/api/v4/groups/${group.id}`, formWith('avatar', 'a.png', picture), FORM)
  const uploaded = (await (await put(`${at}/uploads`, formWith('file', 'a.bin', PACKED), FORM, 'POST')).json()) as {
    readonly full_path: string
  }
  const jobs = await jobsOf(api, { id, branch }, large)
  const small = (await (
    await api('POST', '/projects', json({ name: 'small', initialize_with_readme: true }))
  ).json()) as { readonly id: number }
  return {
    project: { id, branch, blob, tip },
    smallId: small.id,
    groupId: group.id,
    grouped: { id: kept.id, module: goPath, commit: composed.id },
    upload: uploaded.full_path,
    ...jobs,
  }
}
