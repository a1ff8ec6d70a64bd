import { createHash } from 'node:crypto'
import type { Category } from '@forgefold/core/kernel'
import { asFetch } from '@forgefold/server'
import type { Answered, Asked, TestInstance } from '@forgefold/spec/instance'
import { formFile, helmChart, nugetPackage } from '@forgefold/spec/testing'
import { Browser } from '../oauth/world.js'
import { deploymentOf } from '../releases/history-commits.js'
import type { Dice } from './commands.js'

const PASSWORD = 'Correct-horse-9'
const CALLBACK = 'https://client.example/back'

/** Where the commands are given. */
export interface Scene {
  readonly instance: TestInstance
  readonly dice: Dice
  /** Things that are there, by the paths of the routes that read them. */
  readonly paths: ReadonlyMap<string, string>
}

/** One request that writes to a stream of one kind, and its words for a failure. */
export interface CommandOfKind {
  readonly kind: Category
  readonly name: string
  readonly run: (scene: Scene) => Promise<Answered | undefined>
}

type Values = Readonly<Record<string, unknown>>

/** A word that nothing is called yet. */
const word = (dice: Dice): string => `w${dice(1_000_000)}`

const send = ({ instance }: Scene, method: string, path: string, asked: Asked = {}): Promise<Answered> =>
  instance.ask(method, path, { as: instance.root, ...asked })

/** A request to the API; what stands in the path before the last part is looked up where it is a pattern. */
const call = (
  kind: Category,
  method: string,
  pattern: string,
  values: Values | ((scene: Scene) => Values | string) = {},
): CommandOfKind => ({
  kind,
  name: `${method} ${pattern}`,
  run: (scene) => {
    const [at = pattern, rest = ''] = pattern.split(' + ')
    const json = typeof values === 'function' ? values(scene) : values
    return send(scene, method, `/api/v4${scene.paths.get(at) ?? at}${rest}`, { json })
  },
})

/** Something longer than one request to the API. */
const story = (kind: Category, name: string, run: CommandOfKind['run']): CommandOfKind => ({ kind, name, run })

const browserOf = ({ instance }: Scene): Browser => new Browser(asFetch(instance.forgefold.handler))

const withPassword = async (scene: Scene): Promise<void> => {
  await send(scene, 'PUT', '/api/v4/users/2', { json: { password: PASSWORD, skip_reconfirmation: true } })
}

const registered = async (scene: Scene): Promise<Readonly<Record<'client_id' | 'client_secret', string>>> => {
  const json = { name: word(scene.dice), redirect_uri: CALLBACK, scopes: 'api read_user' }
  const made = (await send(scene, 'POST', '/api/v4/applications', { json })).json as Readonly<Record<string, string>>
  return { client_id: String(made['application_id']), client_secret: String(made['secret']) }
}

const signIn = async (scene: Scene): Promise<Browser> => {
  await withPassword(scene)
  return browserOf(scene).signIn('ann', PASSWORD)
}

const authorize = async (scene: Scene): Promise<undefined> => {
  const { client_id } = await registered(scene)
  const browser = await signIn(scene)
  const query = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'read_user' }
  await browser.open(`/oauth/authorize?${new URLSearchParams(query)}`)
  await browser.send('/oauth/authorize', {}, 'value="Authorize"')
  return undefined
}

const takeToken = async (scene: Scene): Promise<Answered> => {
  await withPassword(scene)
  const form = { grant_type: 'password', username: 'ann', password: PASSWORD, ...(await registered(scene)) }
  return send(scene, 'POST', '/oauth/token', { as: undefined, form: String(new URLSearchParams(form)) })
}

/** A runner asks for jobs until it has one. */
const takeJob = async (scene: Scene): Promise<Answered> => {
  await send(scene, 'POST', '/api/v4/projects/1/pipeline', { json: { ref: 'built' } })
  const { runners_token } = (await send(scene, 'GET', '/api/v4/projects/1')).json as Values
  const runner = (await send(scene, 'POST', '/api/v4/runners', { json: { token: runners_token } })).json as Values
  return send(scene, 'POST', '/api/v4/jobs/request', { as: undefined, json: { token: runner['token'] } })
}

const upload = async (scene: Scene): Promise<Answered> =>
  send(scene, 'POST', '/api/v4/projects/1/uploads', await formFile('file', Buffer.from(word(scene.dice)), 'a.txt'))

const publishChart = async (scene: Scene): Promise<Answered> => {
  const form = await formFile('chart', helmChart('web', `2.0.${scene.dice(1000)}`), 'web.tgz')
  return send(scene, 'POST', '/api/v4/projects/1/packages/helm/api/stable/charts', form)
}

const publishNuget = async (scene: Scene): Promise<Answered> => {
  const form = await formFile('package', nugetPackage('Tool', `2.0.${scene.dice(1000)}`), 'package.nupkg')
  return send(scene, 'PUT', '/api/v4/projects/1/packages/nuget', form)
}

const publishRecipe = (scene: Scene): Promise<Answered> =>
  send(
    scene,
    'PUT',
    `/api/v4/projects/1/packages/conan/v1/files/kit/1.${scene.dice(3)}/g+p/stable/0/export/conanfile.py`,
    {
      bytes: Buffer.from(word(scene.dice)),
    },
  )

const publishFile = (scene: Scene): Promise<Answered> =>
  send(scene, 'PUT', `/api/v4/projects/1/packages/generic/tool/1.0.0/${word(scene.dice)}.bin`, {
    bytes: Buffer.from(word(scene.dice)),
  })

/** As the git program sends a token. */
const asGit = ({ instance }: Scene) => ({
  authorization: `Basic ${Buffer.from(`root:${instance.root}`).toString('base64')}`,
})

const keepLargeFile = (scene: Scene): Promise<Answered> => {
  const bytes = Buffer.from(word(scene.dice))
  const digest = createHash('sha256').update(bytes).digest('hex')
  return send(scene, 'PUT', `/g/p.git/gitlab-lfs/objects/${digest}/${bytes.length}`, {
    bytes,
    as: undefined,
    headers: asGit(scene),
  })
}

const lockFile = (scene: Scene): Promise<Answered> =>
  send(scene, 'POST', '/g/p.git/info/lfs/locks', {
    json: { path: word(scene.dice) },
    as: undefined,
    headers: asGit(scene),
  })

/** What an external service says of the merge request. */
const respondToCheck = async (scene: Scene): Promise<Answered> => {
  const at = `/api/v4${scene.paths.get('/projects/:id/merge_requests/:merge_request_iid')}`
  const { sha } = (await send(scene, 'GET', at)).json as Values
  const json = { external_status_check_id: 1, sha, status: scene.dice(2) === 0 ? 'passed' : 'failed' }
  return send(scene, 'POST', `${at}/status_check_responses`, { json })
}

/** The public project of the history. */
const openProject = ({ paths }: Scene): string =>
  `/api/v4${paths.get('/projects/:id/integrations/:slug')?.replace(/\/integrations\/.*/, '')}`

const askForAccess = async (scene: Scene): Promise<Answered> => {
  const { token } = await scene.instance.person(word(scene.dice))
  const open = openProject(scene)
  await send(scene, 'PUT', open, { json: { request_access_enabled: true } })
  return send(scene, 'POST', `${open}/access_requests`, { as: token })
}

const commit = ({ dice }: Scene): Values => ({
  branch: 'feature',
  commit_message: 'More',
  actions: [{ action: 'create', file_path: word(dice), content: 'more\n' }],
})

const deployed = ({ paths }: Scene): Values =>
  deploymentOf(paths.get('/projects/:id/repository/commits/:sha')?.split('/').at(-1))

const named =
  (field: string, more: Values = {}) =>
  ({ dice }: Scene): Values => ({ [field]: word(dice), ...more })

const P = '/projects/:id'
const MR = `${P}/merge_requests/:merge_request_iid`
const ISSUE = `${P}/issues/:issue_iid`
const SHA = `${P}/repository/commits/:sha`

/** At least one for each kind of aggregate there is. */
export const COMMANDS_OF_KINDS: ReadonlyArray<CommandOfKind> = [
  call('appearance', 'PUT', '/application/appearance', named('title')),
  call('approval_rules', 'PUT', `${P}/approval_rules/:approval_rule_id`, named('name', { approvals_required: 2 })),
  call('approval_rules', 'POST', `${MR}/approval_rules`, named('name', { approvals_required: 1, user_ids: [3] })),
  story('authorization_grant', 'a consent', authorize),
  call('award_emoji', 'POST', `${ISSUE} + /award_emoji`, { name: 'rocket' }),
  call('badge', 'PUT', `${P}/badges/:badge_id`, { link_url: 'https://other.example' }),
  call('broadcast_message', 'PUT', '/broadcast_messages/:id', named('message')),
  call('ci_variable', 'PUT', `${P}/variables/:key`, named('value')),
  call('commit_comment', 'POST', `${SHA}/comments`, named('note')),
  call('custom_attributes', 'PUT', `${P}/custom_attributes/:key`, named('value')),
  call('deploy_key', 'PUT', `${P}/deploy_keys/:key_id`, named('title')),
  call('deploy_token', 'POST', `${P}/deploy_tokens`, named('name', { scopes: ['read_repository'] })),
  call('deployment', 'POST', `${P}/deployments`, deployed),
  call('discussion', 'POST', `${ISSUE} + /discussions`, named('body')),
  call('discussion', 'POST', `${MR} + /notes`, named('body')),
  call('distribution_tag', 'PUT', `${P}/packages/npm/-/package/*package_name/dist-tags + /next`, () => '"1.0.0"'),
  call('draft_note', 'PUT', `${MR}/draft_notes/:draft_note_id`, named('note')),
  call('external_status_check', 'PUT', `${P}/external_status_checks + /1`, named('name')),
  story('status_check_response', 'a response of an external service', respondToCheck),
  call('environment', 'PUT', `${P}/environments/:environment_id`, { external_url: 'https://now.example' }),
  call('feature_flag', 'POST', '/features/other', { value: 'true' }),
  call('follow', 'POST', '/users/:id + /unfollow'),
  call('feature_flag_user_list', 'PUT', `${P}/feature_flags_user_lists/:iid`, { user_xids: 'a,b,c' }),
  call('project_feature_flag', 'PUT', `${P}/feature_flags/:feature_flag_name`, named('description')),
  call('freeze_period', 'PUT', `${P}/freeze_periods/:freeze_period_id`, { freeze_end: '0 8 * * 1' }),
  call('gpg_key', 'DELETE', '/user/gpg_keys/:key_id'),
  call('group', 'PUT', '/groups/:id', named('description')),
  story('group_share', 'a share', (scene) =>
    send(scene, 'POST', `${openProject(scene)}/share`, { json: { group_id: 3, group_access: 20 } }),
  ),
  call('invitation', 'PUT', `${P}/invitations + /waiting@example.com`, { access_level: 20 }),
  call('issue', 'PUT', ISSUE, named('title')),
  call('issue_link', 'DELETE', `${ISSUE}/links/:issue_link_id`),
  call('job_output', 'DELETE', `${P}/jobs/:job_id/artifacts`),
  story('job_token', 'a job that is taken', takeJob),
  call('label', 'PUT', `${P}/labels/:name`, { color: '#0f0f0f' }),
  story('lfs_lock', 'a lock', lockFile),
  story('lfs_object', 'a large file', keepLargeFile),
  call('job_token_scope', 'PATCH', `${P}/job_token_scope`, { enabled: false }),
  call('member', 'PUT', `${P}/members/:user_id`, { access_level: 20 }),
  story('member', 'a request for access', askForAccess),
  call('merge_request', 'PUT', MR, named('title')),
  call('milestone', 'PUT', `${P}/milestones/:milestone_id`, named('description')),
  call('notification_setting', 'PUT', `${P}/notification_settings`, { level: 'watch' }),
  call('oauth_application', 'POST', '/applications', named('name', { redirect_uri: CALLBACK, scopes: 'api' })),
  story('oauth_token', 'a token for a password', takeToken),
  story('package', 'a chart', publishChart),
  story('package', 'a NuGet package', publishNuget),
  story('package', 'a Conan recipe', publishRecipe),
  story('package', 'one more file', publishFile),
  call('package', 'DELETE', `${P}/packages/:package_id`),
  call('plan_limits', 'PUT', '/application/plan_limits', ({ dice }) => ({
    plan_name: 'default',
    ci_active_jobs: 1000 + dice(1000),
  })),
  call('personal_access_token', 'POST', '/users/:id + /personal_access_tokens', named('name', { scopes: ['api'] })),
  call('pipeline', 'POST', `${P} + /pipeline`, { ref: 'built' }),
  call('pipeline_schedule', 'PUT', `${P}/pipeline_schedules/:pipeline_schedule_id`, named('description')),
  call('pipeline_trigger', 'PUT', `${P}/triggers/:trigger_id`, named('description')),
  call('resource_group', 'PUT', `${P}/resource_groups/:key`, { process_mode: 'newest_first' }),
  call('project', 'PUT', P, named('description')),
  call('protected_branch', 'POST', `${P}/protected_branches`, named('name')),
  call('protected_environment', 'POST', `${P}/protected_environments`, {
    name: 'staging',
    deploy_access_levels: [{ access_level: 40 }],
  }),
  call('protected_tags', 'POST', `${P}/protected_tags`, named('name')),
  call('release', 'PUT', `${P}/releases/:tag_name`, named('name')),
  call('repository', 'POST', `${P}/repository/commits`, commit),
  call('runner', 'PUT', '/runners/:id', named('description')),
  call('runner_registration', 'POST', `${P} + /runners/reset_registration_token`),
  story('session', 'signing in', async (scene) => {
    await signIn(scene)
    return undefined
  }),
  call('settings', 'PUT', '/application/settings', named('after_sign_up_text')),
  call('ssh_key', 'DELETE', '/user/keys/:key_id'),
  call('star', 'POST', `${P} + /unstar`),
  call('terraform_state', 'POST', `${P}/terraform/state/:name`, { serial: 2 }),
  call('todo', 'POST', '/todos/mark_as_done'),
  call('topic', 'PUT', '/topics/:id', named('title')),
  story('upload', 'a file', upload),
  call('user', 'PUT', '/users/:id', named('bio')),
  call('webhook', 'PUT', `${P}/hooks/:hook_id`, { url: 'https://hooks.example/other' }),
]
