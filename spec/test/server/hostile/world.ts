import { type Answered, type Asked, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'

/** An instance with one of each thing, and what a path's parameters have to be to reach them. */
export interface HostileWorld {
  readonly instance: TestInstance
  readonly ask: (method: string, path: string, asked?: Asked) => Promise<Answered>
  /** The text of a path's parameter that leads to something. */
  readonly reach: (path: string, name: string) => string
  /** A value that a required parameter may well have. */
  readonly plausible: (name: string, schema: Readonly<Record<string, unknown>>) => unknown
  /** Whether the caller and the things of the world are still there. */
  readonly isWhole: () => Promise<boolean>
  readonly close: () => Promise<void>
}

interface Made {
  readonly id: number
  readonly iid: number
}

const content = Buffer.from('content')

export const openHostileWorld = async (): Promise<HostileWorld> => {
  const instance = await openTestInstance()
  const { root } = instance
  const ask: HostileWorld['ask'] = (method, path, asked = {}) =>
    instance.ask(method, `/api/v4${path}`, { as: root, ...asked })
  const make = async (path: string, json: unknown, method = 'POST'): Promise<Made> => {
    const made = await ask(method, path, { json })
    if (made.status >= 300) throw new Error(`${method} ${path}: ${made.status} ${made.text}`)
    return made.json as Made
  }
  const ann = await instance.person('ann')
  const group = await make('/groups', { name: 'top', path: 'top' })
  const wanted = { name: 'app', namespace_id: group.id, initialize_with_readme: true, default_branch: 'main' }
  const project = await make('/projects', wanted)
  const at = `/projects/${project.id}`
  await make(`${at}/members`, { user_id: ann.id, access_level: 30 })
  const commit = {
    branch: 'topic',
    start_branch: 'main',
    commit_message: 'topic',
    actions: [{ action: 'create', file_path: 'topic.txt', content: 'topic' }],
  }
  const { id: sha } = (await make(`${at}/repository/commits`, commit)) as unknown as { readonly id: string }
  await make(`${at}/repository/tags`, { tag_name: 'v1', ref: 'main' })
  const request = await make(`${at}/merge_requests`, { source_branch: 'topic', target_branch: 'main', title: 'Topic' })
  const deployed = { environment: 'prod', sha, ref: 'main', tag: false }
  await make(`${at}/deployments`, { ...deployed, status: 'success' })
  const deployment = await make(`${at}/deployments`, { ...deployed, status: 'failed' })
  const deployToken = await make(`${at}/deploy_tokens`, { name: 'machine', scopes: ['read_repository'] })
  const application = await make('/applications', {
    name: 'app',
    redirect_uri: 'http://client.test/',
    scopes: 'api',
  })
  const own = await make(`/users/${ann.id}/personal_access_tokens`, { name: 'own', scopes: ['api'] })
  const impersonation = await make(`/users/${ann.id}/impersonation_tokens`, { name: 'other', scopes: ['api'] })
  await ask('PUT', `${at}/packages/generic/thing/1.0/file.bin`, { bytes: content })
  const key = await make(`/users/${ann.id}/keys`, { title: 'key', key: PUBLIC_KEYS.rsa.text })
  await make(`${at}/terraform/state/production`, { serial: 1 })
  const badge = await make(`${at}/badges`, { link_url: 'https://a.example', image_url: 'https://a.example/b' })
  for (const place of [at, `/groups/${group.id}`])
    await make(`${place}/invitations`, { email: 'invited@example.com', access_level: 20 })
  const guests = await make('/groups', { name: 'guests', path: 'guests' })
  for (const place of [at, `/groups/${group.id}`])
    await make(`${place}/share`, { group_id: guests.id, group_access: 20 })
  await make('/topics', { name: 'topic', title: 'Topic' })
  const { runners_token: registration } = (await ask('GET', at)).json as { readonly runners_token: string }
  const runner = await make('/runners', { token: registration })
  const nightly = { description: 'nightly', ref: 'main', cron: '0 1 * * *' }
  const schedule = await make(`${at}/pipeline_schedules`, nightly)
  await make(`${at}/pipeline_schedules/${schedule.id}/variables`, { key: 'Node', value: 'value' })
  await make(`${at}/feature_flags`, { name: 'shown', version: 'new_version_flag' })
  const users = await make(`${at}/feature_flags_user_lists`, { name: 'testers', user_xids: 'a,b' })
  const freeze = await make(`${at}/freeze_periods`, { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' })
  const check = await make(`${at}/external_status_checks`, { name: 'check', external_url: 'https://checks.example' })
  const trigger = await make(`${at}/triggers`, { description: 'standing' })
  const hook = await make(`${at}/hooks`, { url: 'http://127.0.0.1:9/' })
  const ids: Readonly<Record<string, string | number>> = {
    sha,
    branch: 'topic',
    tag_name: 'v1',
    slug: 'jira',
    file_path: 'topic.txt',
    deployment_id: deployment.id,
    environment_id: 1,
    user_id: ann.id,
    impersonation_token_id: impersonation.id,
    merge_request_iid: request.iid,
    token_id: deployToken.id,
    version_id: 1,
    event_id: 'user-1@0',
    audit_event_id: 1,
    package_id: 1,
    package_file_id: 1,
    package_name: 'thing',
    package_version: '1.0',
    file_name: 'file.bin',
    module_namespace: 'root',
    module_name: 'net',
    module_system: 'aws',
    module_version: '1.0.0',
    package_filename: 'thing.1.0.0.nupkg',
    package_username: 'root+p',
    package_channel: 'stable',
    conan_package_reference: '5ab84d6acfe1f23c4fae0ab88f26e3a396351ac9',
    recipe_revision: '0',
    package_revision: '0',
    path: 'thing',
    rev: 'main',
    tag: 'latest',
    package_type: 'npm',
    hook_id: hook.id,
    key_id: key.id,
    runner_id: runner.id,
    trigger_id: trigger.id,
    freeze_period_id: freeze.id,
    check_id: check.id,
    external_status_check_id: check.id,
    feature_flag_name: 'shown',
    queue_name: 'default',
    iid: users.iid,
    draft_note_id: 1,
    pipeline_schedule_id: schedule.id,
    trigger: 'push_events',
    type: 'gitignores',
    badge_id: badge.id,
    group_id: guests.id,
    email: 'invited@example.com',
    forked_from_id: project.id,
    target_project_id: project.id,
    project_id: project.id,
    issue_link_id: 1,
    key: 'Node',
    ref_name: 'main',
    channel: 'stable',
    artifact_path: 'out',
  }
  const roots: Readonly<Record<string, number>> = {
    projects: project.id,
    groups: group.id,
    users: ann.id,
    applications: application.id,
    personal_access_tokens: own.id,
    namespaces: group.id,
    runners: runner.id,
  }
  let looked = 0
  const likely: Readonly<Record<string, unknown>> = {
    ...ids,
    ref: 'main',
    environment: 'prod',
    from: 'main',
    to: 'topic',
    source_branch: 'topic',
    target_branch: 'main',
    actions: commit.actions,
    commit_message: 'change',
    content: 'text',
    access_level: 20,
    start_branch: 'main',
    state: 'running',
    email: 'somebody@example.com',
    scopes: ['api'],
    namespace: 'top',
  }
  const plausible: HostileWorld['plausible'] = (name, schema) => {
    if (name in likely) return likely[name]
    if (Array.isArray(schema['enum'])) return (schema['enum'] as ReadonlyArray<unknown>)[0]
    if (schema['type'] === 'integer' || schema['type'] === 'number') return 1
    if (schema['type'] === 'boolean') return false
    if (schema['type'] === 'array') return []
    if (schema['type'] === 'object') return {}
    return schema['format'] === 'date' ? '2022-09-01' : 'plausible'
  }
  return {
    instance,
    ask,
    plausible,
    reach: (path, name) => String((name === 'id' ? roots[path.split('/')[1] ?? ''] : ids[name]) ?? 1),
    isWhole: async () => {
      const looks = ['/user', at, `/groups/${group.id}`, `/users/${ann.id}`, `${at}/repository/branches/topic`]
      for (const look of looks) if ((await ask('GET', look)).status !== 200) return false
      return (await ask('PUT', at, { json: { description: `look ${looked++}` } })).status === 200
    },
    close: () => instance.close(),
  }
}
