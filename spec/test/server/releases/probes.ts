import { CI_BUILD_VARIABLES, type ReleaseItem, withOldCiVariables } from '@forgefold/core/releases'
import { apiRoutes } from '@forgefold/spec/api-routes'
import type { Answered } from '@forgefold/spec/instance'
import { endpointProbe, type Probe, pagesByKey, type Scene } from './probe.js'

type Json = Readonly<Record<string, unknown>>

const ask = (scene: Scene, method: string, path: string, json?: unknown, as = scene.instance.root): Promise<Answered> =>
  scene.instance.ask(method, `/api/v4${path}`, { as, json })

const read = (scene: Scene, route: string): Json => {
  const { json } = scene.answers.get(route) ?? {}
  return (Array.isArray(json) ? json[0] : json) as Json
}

const hasField =
  (route: string, field: string): Probe =>
  (scene) =>
    Object.hasOwn(read(scene, route), field)

const MERGE_REQUEST = '/projects/:id/merge_requests/:merge_request_iid'
const PROTECTED = '/projects/:id/protected_environments/:name'

const drafted =
  (title: string): Probe =>
  async (scene) => {
    const path = scene.history.paths.get(MERGE_REQUEST) ?? ''
    await ask(scene, 'PUT', path, { title: 'Plain' })
    return ((await ask(scene, 'PUT', path, { title })).json as Json)['draft'] === true
  }

/** What a quick action in a note makes of a plain request. */
const after = async (scene: Scene, title: string, body: string): Promise<Json> => {
  const path = scene.history.paths.get(MERGE_REQUEST) ?? ''
  await ask(scene, 'PUT', path, { title })
  await ask(scene, 'POST', `${path}/notes`, { body })
  return (await ask(scene, 'GET', path)).json as Json
}

const runs =
  (ref: string): Probe =>
  async (scene) => {
    const made = await ask(scene, 'POST', `/projects/${scene.history.project}/pipeline`, { ref })
    return (made.json as Json)['status'] !== 'failed'
  }

/** What is said to whoever approves a deployment that waits. */
const approval = async (scene: Scene, which: number, as: string, more: object = {}): Promise<string> => {
  const { project, gated } = scene.history
  const path = `/projects/${project}/deployments/${gated[which]}/approval`
  return (await ask(scene, 'POST', path, { status: 'approved', ...more }, as)).text
}

const expiryOf = async ({ instance }: Scene, credentials: string): Promise<unknown> => {
  const form = `grant_type=password&username=root&password=correct%20horse&${credentials}`
  const granted = await instance.ask('POST', '/oauth/token', { form })
  return (granted.json as { readonly expires_in?: number | null }).expires_in ?? null
}

const newApplication = async (scene: Scene): Promise<string> => {
  const json = { name: 'new', redirect_uri: 'https://client.example/back', scopes: 'api' }
  const made = (await ask(scene, 'POST', '/applications', json)).json as Json
  return `client_id=${made['application_id']}&client_secret=${made['secret']}`
}

/** Deletes something in the group, then once more for good. */
const endsAtOnce =
  (kind: 'groups' | 'projects'): Probe =>
  async (scene) => {
    const flags = { delayed_group_deletion: true, delayed_project_deletion: true, deletion_adjourned_period: 7 }
    await ask(scene, 'PUT', '/application/settings', flags)
    const where = kind === 'groups' ? { parent_id: scene.history.group } : { namespace_id: scene.history.group }
    const made = (await ask(scene, 'POST', `/${kind}`, { name: `doomed ${kind}`, path: `doomed-${kind}`, ...where }))
      .json as Json
    const path = `/${kind}/${made['id']}`
    await ask(scene, 'DELETE', path)
    const marked = (await ask(scene, 'GET', path)).json as Json
    const full_path = marked['full_path'] ?? marked['path_with_namespace']
    await ask(scene, 'DELETE', path, { permanently_remove: true, full_path })
    return (await ask(scene, 'GET', path)).status === 404
  }

const stopped = async (scene: Scene, which: number, json: object): Promise<Json> => {
  const path = `/projects/${scene.history.project}/environments/${scene.history.stoppable[which]}/stop`
  return (await ask(scene, 'POST', path, json)).json as Json
}

const jobs = async ({ instance, history }: Scene): Promise<ReadonlyArray<Json>> => {
  const query = 'per_page=100'
  const found = await instance.ask('GET', `/api/v4/projects/${history.project}/jobs`, { as: instance.root, query })
  return found.json as ReadonlyArray<Json>
}

/** Fetches from a private project that lists no other, as a job of another project. */
const fetched = async ({ instance, history }: Scene): Promise<number> => {
  const json = { name: 'closed to jobs', path: 'closed', initialize_with_readme: true }
  await instance.ask('POST', '/api/v4/projects', { as: instance.root, json })
  const authorization = `Basic ${Buffer.from(`gitlab-ci-token:${history.jobToken}`).toString('base64')}`
  const query = 'service=git-upload-pack'
  return (await instance.ask('GET', '/root/closed.git/info/refs', { query, headers: { authorization } })).status
}

/** How each thing is looked for that is neither a setting nor an endpoint. */
export const PROBES: Readonly<Record<string, Probe>> = {
  'job_token_scope.inbound': async (scene) => (await fetched(scene)) !== 200,
  'merge_request.merge_user': hasField(MERGE_REQUEST, 'merge_user'),
  'merge_request.merged_by': hasField(MERGE_REQUEST, 'merged_by'),
  'merge_request.detailed_merge_status': hasField(MERGE_REQUEST, 'detailed_merge_status'),
  'merge_request.wip_title_prefix': drafted('WIP: x'),
  'merge_request.bare_draft_title': drafted('Draft - x'),
  'merge_requests.order_by_title': async ({ instance }) =>
    (await instance.ask('GET', '/api/v4/merge_requests', { as: instance.root, query: 'order_by=title' })).status ===
    200,
  'approval_rule.applies_to_all_protected_branches': hasField(
    '/projects/:id/approval_rules',
    'applies_to_all_protected_branches',
  ),
  'external_status_checks.pass_by_default': async (scene) => {
    const path = scene.history.paths.get(MERGE_REQUEST) ?? ''
    const { sha } = (await ask(scene, 'GET', path)).json as Json
    const response = { external_status_check_id: 1, sha }
    return (await ask(scene, 'POST', `${path}/status_check_responses`, response)).status === 201
  },
  'project.only_allow_merge_if_all_status_checks_passed': hasField(
    '/projects/:id',
    'only_allow_merge_if_all_status_checks_passed',
  ),
  'approval_rules.pages': async ({ instance, history }) => {
    const path = `/api/v4/projects/${history.project}/approval_rules`
    return (await instance.ask('GET', path, { as: instance.root, query: 'per_page=1' })).headers.has('x-per-page')
  },
  'protected_branch.change_access': async (scene) => {
    const path = `/projects/${scene.history.project}/protected_branches/main`
    const changed = await ask(scene, 'PATCH', path, {
      allow_force_push: false,
      allowed_to_push: [{ user_id: scene.history.ann }],
    })
    const levels = (changed.json as Json)['push_access_levels'] as ReadonlyArray<Json>
    return levels.some((one) => one['user_id'] === scene.history.ann)
  },
  'approval_rules.usernames': async (scene) => {
    const json = { name: 'named', approvals_required: 1, usernames: ['ann'] }
    const made = (await ask(scene, 'POST', `/projects/${scene.history.project}/approval_rules`, json)).json as Json
    return (made['users'] as ReadonlyArray<unknown>).length === 1
  },
  'project.selective_code_owner_removals': hasField('/projects/:id/approvals', 'selective_code_owner_removals'),
  'ci.type_keyword': runs('type-word'),
  'ci.types_keyword': runs('types-word'),
  'ci.long_job_names': runs('long-name'),
  'ci.parallel_above_50': runs('many-parallel'),
  'ci.artifacts_reports_cobertura': runs('cobertura'),
  ...Object.fromEntries(
    Object.entries(CI_BUILD_VARIABLES).map(([old, name]): readonly [string, Probe] => [
      `ci_variable.${old}`,
      ({ release }) => withOldCiVariables({ [name]: 'x' }, release)[old] === 'x',
    ]),
  ),
  'deployment.pending_approval_count': hasField('/projects/:id/deployments/:deployment_id', 'pending_approval_count'),
  'deployment.approvals': hasField('/projects/:id/deployments/:deployment_id', 'approvals'),
  'protected_environment.required_approval_count': hasField(PROTECTED, 'required_approval_count'),
  'deployment.approval_summary': hasField('/projects/:id/deployments/:deployment_id', 'approval_summary'),
  'deployments.approval.represented_as': async (scene) =>
    (await approval(scene, 0, scene.history.keeperToken, { represented_as: 'nobody' })).includes('`represent_as`'),
  'deployments.approval_refusals': async (scene) =>
    (await approval(scene, 1, scene.instance.root)).includes('You cannot approve your own deployment.'),
  'deployments.self_approval_hint': async (scene) =>
    (await approval(scene, 1, scene.instance.root)).includes('This configuration can be adjusted'),
  'project.allow_pipeline_trigger_approve_deployment': hasField(
    '/projects/:id',
    'allow_pipeline_trigger_approve_deployment',
  ),
  'deployments.paired_time_filter': async ({ instance, history }) => {
    const query = 'updated_after=2022-01-01T00:00:00Z&order_by=id'
    const path = `/api/v4/projects/${history.project}/deployments`
    return (await instance.ask('GET', path, { as: instance.root, query })).status === 400
  },
  'runners.active': hasField('/runners/:id', 'active'),
  'runners.status_filter': async ({ instance }) =>
    (await instance.ask('GET', '/api/v4/runners/all', { as: instance.root, query: 'status=active' })).status === 200,
  'runners.status_paused_or_active': async (scene) => {
    const path = scene.history.paths.get('/runners/:id') ?? ''
    return ((await ask(scene, 'PUT', path, { paused: true })).json as Json)['status'] === 'paused'
  },
  'runners.maintainer_note': async (scene) => {
    const { runners_token: token } = read(scene, '/projects/:id')
    const made = await ask(scene, 'POST', '/runners', { token, maintainer_note: 'told' })
    const row = await ask(scene, 'GET', `/runners/${(made.json as Json)['id']}`)
    return (row.json as Json)['maintenance_note'] === 'told'
  },
  'runners.job_age': async (scene) => {
    const { runners_token: token } = read(scene, '/projects/:id')
    const runner = (await ask(scene, 'POST', '/runners', { token, tag_list: ['aged'] })).json as Json
    const json = { token: runner['token'], job_age: 'not a number' }
    return (await scene.instance.ask('POST', '/api/v4/jobs/request', { json })).status === 400
  },
  'runners.group_project_type': async ({ instance, history }) => {
    const path = `/api/v4/groups/${history.group}/runners`
    return (await instance.ask('GET', path, { as: instance.root, query: 'type=project_type' })).status === 200
  },
  'environment.stopping': async (scene) => (await stopped(scene, 0, {}))['state'] === 'stopping',
  'environments.update.name': async (scene) => {
    const path = `/projects/${scene.history.project}/environments`
    const made = (await ask(scene, 'POST', path, { name: 'before' })).json as Json
    return ((await ask(scene, 'PUT', `${path}/${made['id']}`, { name: 'after' })).json as Json)['name'] === 'after'
  },
  'environments.stop.force': async (scene) => {
    await stopped(scene, 1, { force: true })
    return (
      (await jobs(scene)).find(({ ref, name }) => ref === 'stops-two' && name === 'tear down')?.['status'] === 'manual'
    )
  },
  'groups.permanently_remove': endsAtOnce('groups'),
  'projects.permanently_remove': endsAtOnce('projects'),
  'labels.dark_text': (scene) => read(scene, '/groups/:id/labels')['text_color'] === '#1F1E24',
  'labels.default_color': async (scene) => {
    await ask(scene, 'PUT', scene.history.paths.get(MERGE_REQUEST) ?? '', { add_labels: 'fresh' })
    const label = await ask(scene, 'GET', `/projects/${scene.history.project}/labels/fresh`)
    return (label.json as Json)['color'] === '#6699cc'
  },
  'members.created_by': hasField('/projects/:id/members', 'created_by'),
  'audit_events.keyset_of_groups': pagesByKey(({ group }) => `/groups/${group}/audit_events`),
  'audit_events.keyset_of_projects': pagesByKey(({ project }) => `/projects/${project}/audit_events`),
  'audit_events.keyset_of_the_instance': pagesByKey(() => '/audit_events'),
  'users.auditor': hasField('/users/:id', 'is_auditor'),
  'quick_actions.ready': async (scene) => (await after(scene, 'Draft: x', '/ready'))['draft'] === false,
  'quick_actions.draft_toggle': async (scene) => (await after(scene, 'Draft: x', '/draft'))['draft'] === false,
  'quick_actions.unapprove': async (scene) => {
    const path = scene.history.paths.get(MERGE_REQUEST) ?? ''
    await ask(scene, 'POST', `${path}/approve`, undefined, scene.history.keeperToken)
    await ask(scene, 'POST', `${path}/notes`, { body: '/unapprove' }, scene.history.keeperToken)
    return !(await ask(scene, 'GET', `${path}/approvals`)).text.includes('"keeper"')
  },
  'metadata.enterprise': hasField('/metadata', 'enterprise'),
  'version.metadata': hasField('/version', 'kas'),
  'note.internal': hasField('/projects/:id/issues/:noteable_iid/notes/:note_id', 'internal'),
  'notes.confidential_toggle': async (scene) => {
    const path = scene.history.paths.get('/projects/:id/issues/:noteable_iid/notes/:note_id') ?? ''
    const changed = await ask(scene, 'PUT', path, { body: 'Said', confidential: true })
    return (changed.json as Json)['confidential'] === true
  },
  'oauth.implicit_grant': async ({ instance }) =>
    (await instance.ask('GET', '/.well-known/openid-configuration')).text.includes('"token"'),
  'personal_access_tokens.without_expiry': async (scene) => {
    const user = scene.history.ann
    const made = await ask(scene, 'POST', `/users/${user}/personal_access_tokens`, { name: 'endless', scopes: ['api'] })
    return (made.json as Json)['expires_at'] === null
  },
  'tokens.admin_mode_scope': async ({ instance }) =>
    (await instance.ask('GET', '/.well-known/openid-configuration')).text.includes('"admin_mode"'),
  'oauth.expiring_by_default': async (scene) => (await expiryOf(scene, await newApplication(scene))) !== null,
  'oauth.tokens_without_expiry': async (scene) => (await expiryOf(scene, scene.oldApplication)) === null,
  'package.last_downloaded_at': hasField('/projects/:id/packages', 'last_downloaded_at'),
  'milestones.by_reporters': async (scene) => {
    const project = `/projects/${scene.history.project}`
    const user = { username: 'planner', name: 'P', email: 'planner@example.com', password: 'a long enough password' }
    const { id } = (await ask(scene, 'POST', '/users', { ...user, skip_confirmation: true })).json as Json
    await ask(scene, 'POST', `${project}/members`, { user_id: id, access_level: 20 })
    const token = { name: 'x', scopes: ['api'] }
    const made = (await ask(scene, 'POST', `/users/${String(id)}/personal_access_tokens`, token)).json as Json
    const milestone = await ask(scene, 'POST', `${project}/milestones`, { title: 'Planned' }, String(made['token']))
    return milestone.status === 201
  },
  'package.pipelines_in_lists': (scene) => {
    const list = scene.answers.get('/projects/:id/packages')?.json as ReadonlyArray<Json>
    const built = list.find(({ package_type }) => package_type === 'generic')?.['pipelines']
    return (built as ReadonlyArray<unknown> | undefined)?.length === 1
  },
  'packages.composer_anonymous': async ({ instance, history }) =>
    (await instance.ask('GET', `/api/v4/projects/${history.open}/packages/composer/acme/1.0/a.zip`)).status === 200,
  'packages.job_token': async ({ instance, history }) => {
    const headers = { 'job-token': history.jobToken }
    return (await instance.ask('GET', `/api/v4/projects/${history.project}/packages`, { headers })).status === 200
  },
  'project.cluster_agents': (scene) =>
    Object.hasOwn(read(scene, '/projects/:id')['_links'] as object, 'cluster_agents'),
  'project.public_jobs': async (scene) =>
    (await ask(scene, 'PUT', `/projects/${scene.history.project}`, { public_jobs: true })).status === 200,
  'protected_environment.approval_rules': hasField(PROTECTED, 'approval_rules'),
  'protected_environments.entry_ids': (scene) =>
    Object.hasOwn((read(scene, PROTECTED)['deploy_access_levels'] as ReadonlyArray<object>)[0] ?? {}, 'id'),
  'settings.deletion_interlock': async (scene) => {
    const changed = await ask(scene, 'PUT', '/application/settings', { deletion_adjourned_period: 0 })
    await ask(scene, 'PUT', '/application/settings', { deletion_adjourned_period: 7 })
    return (changed.json as Json)['deletion_adjourned_period'] === 1
  },
  'personal_access_tokens.read_self': async (scene) =>
    (await ask(scene, 'GET', '/personal_access_tokens/self')).status === 200,
  'personal_access_tokens.revoke_self': async (scene) =>
    (await ask(scene, 'DELETE', '/personal_access_tokens/self', undefined, scene.history.annToken)).status === 204,
}

/** How a line of the table is looked for; undefined where nobody knows. */
export const probeOf = ({ id, kind, name }: ReleaseItem & { readonly id: string }): Probe | undefined => {
  const own = PROBES[id]
  if (own !== undefined) return own
  if (kind === 'setting') return hasField('/application/settings', name)
  const isRoute = apiRoutes.some(({ method, path }) => `${method} ${path}` === name)
  return kind === 'endpoint' && isRoute ? endpointProbe(name) : undefined
}
