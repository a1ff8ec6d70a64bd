import assert from 'node:assert/strict'
import { TRIGGERS } from '@forgefold/core/domains/webhooks/webhook'
import type { ProjectClone } from '../bench.js'
import { READ_FIELDS, writeExceptions, writeFields } from './go-fields.js'
import { CI, elsewhereWith, GATED, inGroup, inProject, LISTS, WORDS } from './go-steps.js'

type Json = Readonly<Record<string, unknown>>

/** What is there for the Go program, as it takes it. */
export interface GoWorld {
  readonly URL: string
  readonly Token: string
  readonly Project: number
  readonly Group: number
  readonly User: number
  /** A personal token that calls nothing. */
  readonly Spare: number
  readonly Numbers: ReadonlyArray<number>
  readonly Words: ReadonlyArray<string>
  /** What options are filled with, by the names of their fields. */
  readonly Fields: Json
  /** The same of single methods, before those; null leaves a field out. */
  readonly Of: Readonly<Record<string, Json>>
}

/** As a runner does when a job has run. */
const uploadArtifacts = async ({ url }: ProjectClone, job: Json): Promise<void> => {
  const body = new FormData()
  body.set('file', new Blob(['text']), 'artifacts.txt')
  body.set('artifact_format', 'raw')
  body.set('artifact_type', 'archive')
  const headers = { 'JOB-TOKEN': String(job['token']) }
  const response = await fetch(`${url}/api/v4/jobs/${job['id']}/artifacts`, { method: 'POST', headers, body })
  assert.ok(response.ok, await response.text())
}

/** Makes a group and a project in it, with one of everything that can be read: how the reads find it, and how the writes do, which come after them. */
export const makeGoWorld = async (
  place: ProjectClone,
  receiver: string,
): Promise<Readonly<Record<'reads' | 'writes', GoWorld>>> => {
  const { api, id: elsewhere, url, token } = place
  const hook = { url: receiver, ...Object.fromEntries(TRIGGERS.map((trigger) => [trigger, true])) }
  await api('PUT', '/application/settings', { allow_local_requests_from_web_hooks_and_services: true })
  const numbers = new Set([1, 2, 3])
  const words = new Set<string>()
  const keep = (one: unknown): void => {
    const found = (one as { readonly id?: unknown } | undefined)?.id
    if (typeof found === 'number') numbers.add(found)
    if (typeof found === 'string') words.add(found)
  }
  const post = async (path: string, json: Json): Promise<Json> => {
    const made = await api<Json>('POST', path, json)
    keep(made)
    return made
  }
  const group = (await post('/groups', { name: 'read', path: 'read', visibility: 'internal' }))['id'] as number
  const groupElsewhere = (await post('/groups', { name: 'beside', path: 'beside', visibility: 'internal' }))[
    'id'
  ] as number
  await post('/groups', { name: 'below', path: 'below', parent_id: group })
  const wanted = {
    ...{ name: 'app', namespace_id: group, initialize_with_readme: true, default_branch: 'main' },
    ...{ visibility: 'internal', allow_pipeline_trigger_approve_deployment: true },
  }
  const id = (await post('/projects', wanted))['id'] as number
  const at = `/projects/${id}`
  const person = { name: 'Rea Der', username: 'reader', email: 'reader@example.com', password: 'correct horse battery' }
  const identity = { provider: 'saml', extern_uid: 'reader' }
  const reviewer = (await post('/users', { ...person, ...identity, skip_confirmation: true }))['id'] as number
  for (const username of ['asker', 'second-asker']) {
    const asker = { ...person, username, email: `${username}@example.com`, skip_confirmation: true }
    await post('/users', asker)
    for (const place of [at, `/groups/${group}`]) await post(`${place}/access_requests?sudo=${username}`, {})
  }
  await post(`${at}/protected_environments`, GATED)
  const write = (branch: string, more: Json, actions: ReadonlyArray<Json>) =>
    post(`${at}/repository/commits`, { branch, commit_message: branch, actions, ...more })
  await write('main', {}, [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }])
  const changes = [{ action: 'create', file_path: 'one.txt', content: 'one\n' }]
  const sha = (await write('side', { start_branch: 'main' }, changes))['id'] as string
  await write('other', { start_branch: 'main' }, [{ action: 'create', file_path: 'two.txt', content: 'two\n' }])
  await write('third', { start_branch: 'main' }, [{ action: 'create', file_path: 'three.txt', content: 'three\n' }])
  const { runners_token } = await api<{ readonly runners_token: string }>('GET', at)
  for (const [path, json] of inProject(sha, reviewer, hook)) await post(`${at}/${path}`, json)
  for (const [path, json] of inGroup(hook)) await post(`/groups/${group}/${path}`, json)
  for (const [path, json] of elsewhereWith(hook)) await post(`/${path}`, json)
  await post(`${at}/job_token_scope/allowlist`, { target_project_id: elsewhere })
  const runner = await post('/runners', { token: runners_token })
  const spareRunner = await post('/runners', { token: runners_token })
  const beside = await api<{ readonly runners_token: string }>('GET', `/projects/${elsewhere}`)
  const runnerElsewhere = await post('/runners', { token: beside.runners_token })
  const job = await post('/jobs/request', { token: runner['token'] })
  await uploadArtifacts(place, job)
  await api('PUT', `/jobs/${job['id']}`, { token: job['token'], state: 'failed' })
  const issue = (await api<Json>('GET', `${at}/issues/2`))['id'] as number
  await post(`${at}/issues/1/links`, { target_project_id: id, target_issue_iid: 2 })
  const milestone_id = (await api<ReadonlyArray<Json>>('GET', `${at}/milestones`))[0]?.['id']
  for (const [path, json] of [
    [`${at}/issues/1`, { milestone_id }],
    [`${at}/merge_requests/1`, { milestone_id, state_event: 'close' }],
    [`${at}/merge_requests/1`, { state_event: 'reopen' }],
    [`${at}/issues/2`, { state_event: 'close' }],
    [`${at}/packages/generic/one/1.0.0/file.txt`, { one: 1 }],
    ['/users/1/custom_attributes/custom', { value: 'value' }],
    [`${at}/merge_requests/3/merge`, { merge_when_pipeline_succeeds: true }],
  ] as const)
    await api('PUT', path, json)
  for (const list of [...LISTS, `repository/commits/${sha}/discussions`])
    for (const one of await api<ReadonlyArray<Json>>('GET', `${at}/${list}`)) keep(one)
  const trigger = (await api<ReadonlyArray<Json>>('GET', `${at}/triggers`))[0]
  const written = {
    person: reviewer,
    project: id,
    group,
    elsewhere,
    groupElsewhere,
    sha,
    issue,
    runnersToken: runners_token,
    runnerToken: String(runner['token']),
    spareRunnerToken: String(spareRunner['token']),
    receiver,
    runnerElsewhere: runnerElsewhere['id'] as number,
    triggerToken: String(trigger?.['token']),
  }
  const spare = await api<Json>('POST', `/users/${reviewer}/personal_access_tokens`, { name: 'spare', scopes: ['api'] })
  const found = { Numbers: [...numbers], Words: [sha, ...WORDS, ...words] }
  const all = { URL: url, Token: token, Project: id, Group: group, User: 1, Spare: spare['id'] as number, ...found }
  return {
    reads: { ...all, Fields: READ_FIELDS, Of: {} },
    writes: { ...all, User: reviewer, Fields: writeFields(written), Of: writeExceptions(written) },
  }
}
