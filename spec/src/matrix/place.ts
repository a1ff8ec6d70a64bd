import { formFile, zipOf } from '../testing/index.js'
import type { Asking, Json, Made } from './asking.js'
import { filesIn } from './files.js'
import { type People, ROLES } from './people.js'

export const VISIBILITIES = ['private', 'internal', 'public'] as const

/** A group of one visibility with everybody in their roles, and a project in it with one of each thing. */
export interface Place {
  readonly visibility: string
  readonly asking: Asking
  readonly people: People
  readonly group: string
  readonly project: string
  /** The full path of the project. */
  readonly path: string
  readonly groupId: number
  readonly projectId: number
  /** The commit at the head of the branch `topic`. */
  readonly sha: string
  /** The standing things by the names that parameters of paths have for them; below `issues` and `merge_requests` their own. */
  readonly standing: Readonly<Record<string, string | number>>
  readonly onIssue: Readonly<Record<string, string | number>>
  readonly onMergeRequest: Readonly<Record<string, string | number>>
  /** A number that was not given before. */
  readonly next: () => number
}

const CI = [
  'build:',
  '  script: [make]',
  'deploy:',
  '  script: [make]',
  '  when: manual',
  'checked:',
  '  script: [make]',
  '  rules:',
  "    - if: $CI_PIPELINE_SOURCE == 'merge_request_event'",
  '',
].join('\n')

const idOf = (people: People, name: string): number => people.get(name)?.id ?? 0

/** Lets the author and the assignee be developers while something is written. */
export const withDeveloperRole = async <A>(
  { asking: { make }, people, group }: Pick<Place, 'asking' | 'people' | 'group'>,
  write: () => Promise<A>,
): Promise<A> => {
  const names = ['author', 'assignee'] as const
  const become = async (level: number): Promise<void> => {
    for (const name of names) await make('PUT', `${group}/members/${idOf(people, name)}`, { access_level: level })
  }
  await become(ROLES.developer)
  try {
    return await write()
  } finally {
    await become(ROLES.author)
  }
}

/** A branch `name` with a file of its own. */
export const branch = async ({ make }: Asking, project: string, name: string): Promise<string> => {
  const actions = [{ action: 'create', file_path: `${name}.txt`, content: name }]
  const commit = { branch: name, start_branch: 'main', commit_message: name, actions }
  return (await make<{ id: string }>('POST', `${project}/repository/commits`, commit)).id
}

/** What is said about a thing: notes, a thread, emoji. */
const talk = async ({ make }: Asking, thing: string, milestone: number) => {
  const note = await make('POST', `${thing}/notes`, { body: 'note' }, 'author')
  const discussion = await make<{ id: string; notes: ReadonlyArray<Made> }>(
    'POST',
    `${thing}/discussions`,
    { body: 'thread' },
    'author',
  )
  const award = await make('POST', `${thing}/award_emoji`, { name: 'tada' }, 'author')
  const noteAward = await make('POST', `${thing}/notes/${note.id}/award_emoji`, { name: 'tada' }, 'author')
  await make('PUT', thing, { labels: 'bug', milestone_id: milestone })
  await make('PUT', thing, { state_event: 'close' })
  await make('PUT', thing, { state_event: 'reopen' })
  return {
    note: note.id,
    noteInThread: discussion.notes[0]?.id ?? 0,
    discussion_id: discussion.id,
    award: award.id,
    noteAward: noteAward.id,
  }
}

const issuesIn = async ({ make }: Asking, project: string, people: People, milestone: number) => {
  const assigned = { assignee_ids: [idOf(people, 'assignee')], weight: 1 }
  const issue = await make('POST', `${project}/issues`, { title: 'Issue', labels: 'bug' }, 'author')
  await make('PUT', `${project}/issues/${issue.iid}`, assigned)
  const confidential = await make('POST', `${project}/issues`, { title: 'Hidden', confidential: true }, 'author')
  await make('PUT', `${project}/issues/${confidential.iid}`, assigned)
  const at = `${project}/issues/${issue.iid}`
  const internal = await make('POST', `${at}/notes`, { body: 'internal', confidential: true }, 'reporter')
  return {
    iid: issue.iid,
    confidential: confidential.iid,
    internal: internal.id,
    ...(await talk({ make } as Asking, at, milestone)),
  }
}

/** A merge request of the author from a branch of its own into `open`, assigned to the assignee. */
export const mergeRequest = (
  place: Pick<Place, 'asking' | 'people' | 'group' | 'project'>,
  source: string,
): Promise<Made> =>
  withDeveloperRole(place, async () => {
    const { asking, people, project } = place
    await branch(asking, project, source)
    const wanted = { source_branch: source, target_branch: 'open', title: source }
    const made = await asking.make('POST', `${project}/merge_requests`, wanted, 'author')
    await asking.make('PUT', `${project}/merge_requests/${made.iid}`, { assignee_ids: [idOf(people, 'assignee')] })
    return made
  })

/** A job of a pipeline that has succeeded, with an archive of one file. */
export const jobWithArchive = async ({ ask, make }: Asking, project: string): Promise<number> => {
  const pipeline = await make('POST', `${project}/pipeline`, { ref: 'main' })
  const jobs = await make<ReadonlyArray<Made>>('GET', `${project}/pipelines/${pipeline.id}/jobs`)
  const id = jobs.find(({ name }) => name === 'build')?.id ?? 0
  const { token } = await make<{ token: string }>('PUT', `${project}/jobs/${id}`, { status: 'running' })
  const form = await formFile('file', zipOf([{ name: 'out', bytes: Buffer.from('out'), deflated: true }]), 'a.zip')
  await ask('POST', `/jobs/${id}/artifacts`, { ...form, headers: { ...form.headers, 'job-token': token } })
  await make('PUT', `${project}/jobs/${id}`, { status: 'success' })
  return id
}

const deliveryIn = async (asking: Asking, project: string, sha: string) => {
  const { make } = asking
  const deployed = { environment: 'prod', sha, ref: 'main', tag: false }
  const first = await make('POST', `${project}/deployments`, { ...deployed, status: 'failed' })
  const pipeline = await make('POST', `${project}/pipeline`, { ref: 'main' })
  const jobs = await make<ReadonlyArray<Made>>('GET', `${project}/pipelines/${pipeline.id}/jobs`)
  const environments = await make<ReadonlyArray<Made>>('GET', `${project}/environments`)
  await make('POST', `${project}/releases`, { tag_name: 't1', ref: 'main' })
  const linked = { name: 'notes', url: 'http://notes.example', filepath: '/notes' }
  await make('POST', `${project}/releases/t1/evidence`)
  const link = await make('POST', `${project}/releases/t1/assets/links`, linked)
  await make('POST', `${project}/variables`, { key: 'STANDING', value: 'v' })
  const { runners_token: registration } = await make<{ runners_token: string }>('GET', project)
  const runner = await make('POST', '/runners', { token: registration })
  const trigger = await make<{ id: number; token: string }>('POST', `${project}/triggers`, { description: 'standing' })
  return {
    trigger_id: trigger.id,
    trigger_token: trigger.token,
    runner_id: runner.id,
    archived_job: await jobWithArchive(asking, project),
    link_id: link.id,
    deployment_id: first.id,
    environment_id: environments[0]?.id ?? 0,
    pipeline_id: pipeline.id,
    job_id: jobs.find(({ name }) => name === 'build')?.id ?? 0,
  }
}

const upload = async ({ ask }: Asking, root: string, project: string, path: string): Promise<void> => {
  await ask('PUT', `${project}/packages/${path}`, { as: root, bytes: Buffer.from('bytes') })
}

/** The document that npm publishes. */
export const npmDocument = (name: string, version: string): Json => ({
  name,
  versions: { [version]: { name, version, dist: {} } },
  'dist-tags': { latest: version },
  _attachments: {
    [`${name}-${version}.tgz`]: { data: Buffer.from(version).toString('base64'), length: version.length },
  },
})

const packagesIn = async (asking: Asking, root: string, project: string, visibility: string) => {
  await upload(asking, root, project, 'generic/thing/1.0/file.bin')
  await upload(asking, root, project, 'maven/com/acme/app/1.0/app-1.0.jar')
  const npm = `${visibility}-npm`
  await asking.make('PUT', `${project}/packages/npm/${npm}`, npmDocument(npm, '1.0.0'))
  const found = await asking.make<ReadonlyArray<Made>>('GET', `${project}/packages?package_type=generic`)
  const packageId = found[0]?.id ?? 0
  const files = await asking.make<ReadonlyArray<Made>>('GET', `${project}/packages/${packageId}/package_files`)
  return {
    package_id: packageId,
    package_file_id: files[0]?.id ?? 0,
    package_type: 'generic',
    package_name: 'thing',
    package_version: '1.0',
    file_name: 'file.bin',
  }
}

const protectionsIn = async ({ make }: Asking, project: string, group: string) => {
  await make('POST', `${project}/protected_branches`, { name: 'kept' })
  await make('POST', `${project}/protected_tags`, { name: 'v*' })
  const deploy_access_levels = [{ access_level: 40 }]
  await make('POST', `${project}/protected_environments`, { name: 'guarded', deploy_access_levels })
  await make('POST', `${group}/protected_environments`, { name: 'staging', deploy_access_levels })
  const rule = await make('POST', `${project}/approval_rules`, { name: 'rule', approvals_required: 0 })
  const check = await make('POST', `${project}/external_status_checks`, {
    name: 'check',
    external_url: 'https://checks.example',
  })
  return { approval_rule_id: rule.id, check_id: check.id, external_status_check_id: check.id }
}

const placeOf = async (visibility: string, asking: Asking, people: People, root: string) => {
  const { make } = asking
  const group = await make('POST', '/groups', { name: `g-${visibility}`, path: `g-${visibility}`, visibility })
  const wanted = { name: 'app', path: 'app', namespace_id: group.id, visibility, initialize_with_readme: true }
  const project = await make('POST', '/projects', { ...wanted, default_branch: 'main' })
  const [groupAt, projectAt] = [`/groups/${group.id}`, `/projects/${project.id}`]
  for (const [name, access_level] of Object.entries(ROLES))
    await make('POST', `${groupAt}/members`, { user_id: idOf(people, name), access_level })
  await make('POST', `${projectAt}/members`, { user_id: idOf(people, 'guest'), access_level: ROLES.guest })
  const ci = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
  await make('POST', `${projectAt}/repository/commits`, { branch: 'main', commit_message: 'ci', actions: ci })
  await make('POST', `${projectAt}/repository/branches`, { branch: 'open', ref: 'main' })
  await make('POST', `${groupAt}/variables`, { key: 'STANDING', value: 'v' })
  await make('POST', `${groupAt}/labels`, { name: 'wide', color: '#123456' })
  await make('POST', `${projectAt}/labels`, { name: 'bug', color: '#123456' })
  return { group, project, groupAt, projectAt, sha: await branch(asking, projectAt, 'topic'), root }
}

/** Makes a place of one visibility. */
export const makePlace = async (visibility: string, asking: Asking, people: People): Promise<Place> => {
  const { make } = asking
  const root = people.get('administrator')?.token ?? ''
  const made = await placeOf(visibility, asking, people, root)
  const { group, project, groupAt, projectAt, sha } = made
  const milestone = await make('POST', `${projectAt}/milestones`, { title: 'v1' })
  const wide = await make('POST', `${groupAt}/milestones`, { title: 'all' })
  await make('POST', `${projectAt}/repository/tags`, { tag_name: 't1', ref: 'main' })
  const issue = await issuesIn(asking, projectAt, people, milestone.id)
  const within = { asking, people, group: groupAt, project: projectAt }
  const request = await mergeRequest(within, 'standing')
  const requestAt = `${projectAt}/merge_requests/${request.iid}`
  const said = await withDeveloperRole(within, () => talk(asking, requestAt, milestone.id))
  const rule = await make('POST', `${requestAt}/approval_rules`, { name: 'own', approvals_required: 0 })
  const versions = await make<ReadonlyArray<Made>>('GET', `${requestAt}/versions`)
  const deployToken = await make('POST', `${projectAt}/deploy_tokens`, { name: 't', scopes: ['read_repository'] })
  const groupToken = await make('POST', `${groupAt}/deploy_tokens`, { name: 't', scopes: ['read_repository'] })
  const files = await make<ReadonlyArray<{ id: string; type: string }>>('GET', `${projectAt}/repository/tree`)
  let number = 0
  const events = async (thing: string, kind: string): Promise<number> =>
    (await make<ReadonlyArray<Made>>('GET', `${thing}/resource_${kind}_events`))[0]?.id ?? 0
  const eventsOf = async (thing: string) => ({
    label: await events(thing, 'label'),
    milestone: await events(thing, 'milestone'),
    state: await events(thing, 'state'),
  })
  return {
    visibility,
    asking,
    people,
    group: groupAt,
    project: projectAt,
    path: `g-${visibility}/app`,
    groupId: group.id,
    projectId: project.id,
    sha,
    standing: {
      milestone_id: milestone.id,
      group_milestone: wide.id,
      token_id: deployToken.id,
      group_token: groupToken.id,
      user_id: idOf(people, 'guest'),
      blob: files.find(({ type }) => type === 'blob')?.id ?? '',
      ...(await deliveryIn(asking, projectAt, sha)),
      ...(await packagesIn(asking, root, projectAt, visibility)),
      ...(await protectionsIn(asking, projectAt, groupAt)),
      ...(await filesIn(asking, root, {
        project: projectAt,
        group: groupAt,
        user: `/users/${idOf(people, 'author')}`,
      })),
    },
    onIssue: {
      ...issue,
      ...(await eventsOf(`${projectAt}/issues/${issue.iid}`)),
      weight: await events(`${projectAt}/issues/${issue.iid}`, 'weight'),
    },
    onMergeRequest: {
      iid: request.iid,
      rule: rule.id,
      version_id: versions[0]?.id ?? 0,
      ...said,
      ...(await eventsOf(requestAt)),
    },
    next: () => ++number,
  }
}
