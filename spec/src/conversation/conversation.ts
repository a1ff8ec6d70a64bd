import type { Answered } from '../instance/index.js'
import { PUBLIC_KEYS } from '../testing/index.js'
import type { Recording } from './record.js'

type Say = Recording['say']

const V4 = '/api/v4'

const field = <A>(answer: Answered, name: string): A => (answer.json as Readonly<Record<string, A>>)[name] as A

const lists = async (say: Say, paths: ReadonlyArray<string>): Promise<void> => {
  for (const path of paths) {
    await say('GET', V4 + path, { query: 'per_page=2' })
    await say('GET', V4 + path, { query: 'per_page=2&page=2&order_by=id&sort=asc' })
  }
}

const people = async (say: Say): Promise<string> => {
  for (const username of ['ann', 'bob', 'cid'])
    await say('POST', `${V4}/users`, {
      json: {
        username,
        name: username,
        email: `${username}@example.com`,
        password: 'a-long-password',
        skip_confirmation: true,
      },
    })
  await say('POST', `${V4}/users`, { json: { username: 'ann', name: 'x', email: 'x@example.com', password: 'short' } })
  await say('PUT', `${V4}/users/2`, { json: { name: 'Ann B.', bio: 'writes' } })
  await say('POST', `${V4}/users/4/block`)
  const token = await say('POST', `${V4}/users/2/personal_access_tokens`, { json: { name: 'ann', scopes: ['api'] } })
  for (const path of ['/users/2', '/users/9', '/user', '/users/4', '/personal_access_tokens'])
    await say('GET', V4 + path)
  await lists(say, ['/users'])
  return field<string>(token, 'token')
}

const places = async (say: Say, ann: string): Promise<void> => {
  await say('POST', `${V4}/groups`, { json: { name: 'Top', path: 'top', visibility: 'public' } })
  await say('POST', `${V4}/groups`, { json: { name: 'Sub', path: 'sub', parent_id: 5 } })
  await say('POST', `${V4}/groups`, { json: { name: 'Top', path: 'top' } })
  const groups = await say('GET', `${V4}/groups`)
  const [top] = groups.json as ReadonlyArray<{ readonly id: number }>
  await say('POST', `${V4}/projects`, {
    json: { name: 'App', path: 'app', namespace_id: top?.id, initialize_with_readme: true, visibility: 'public' },
  })
  await say('POST', `${V4}/projects`, { as: ann, json: { name: 'Mine', description: 'of Ann' } })
  await say('POST', `${V4}/projects`, { json: { name: 'App', path: 'app', namespace_id: top?.id } })
  await say('PUT', `${V4}/projects/1`, { json: { description: 'An app', topics: ['x'] } })
  await say('POST', `${V4}/projects/1/members`, { json: { user_id: 2, access_level: 40 } })
  await say('POST', `${V4}/projects/1/members`, { json: { user_id: 2, access_level: 40 } })
  await say('PUT', `${V4}/projects/1/members/2`, { json: { access_level: 30 } })
  for (const path of [
    '/groups/top',
    '/groups/top%2Fsub',
    '/projects/top%2Fapp',
    '/projects/2',
    '/projects/1/members/2',
  ])
    await say('GET', V4 + path)
  await say('GET', `${V4}/projects/2`, { as: undefined })
  await lists(say, ['/projects', '/groups', '/namespaces', '/projects/1/members'])
}

const history = async (say: Say, ann: string): Promise<string> => {
  const commit = (branch: string, actions: ReadonlyArray<unknown>, more: object = {}) =>
    say('POST', `${V4}/projects/1/repository/commits`, {
      as: ann,
      json: { branch, commit_message: `On ${branch}`, actions, ...more },
    })
  const first = await commit('main', [{ action: 'create', file_path: 'src/a.txt', content: 'a\nb\nc\n' }])
  await commit('main', [{ action: 'create', file_path: 'src/a.txt', content: 'again' }])
  await commit('work', [{ action: 'update', file_path: 'src/a.txt', content: 'a\nB\nc\n' }], { start_branch: 'main' })
  await commit('work', [{ action: 'move', file_path: 'b.txt', previous_path: 'src/a.txt' }])
  await say('POST', `${V4}/projects/1/repository/branches`, { query: 'branch=other&ref=main' })
  await say('POST', `${V4}/projects/1/repository/tags`, { query: 'tag_name=v1&ref=main&message=one' })
  await say('DELETE', `${V4}/projects/1/repository/branches/other`)
  for (const path of ['commits', 'branches', 'tags', 'tree', 'branches/work', 'commits/main', 'commits/work/diff'])
    await say('GET', `${V4}/projects/1/repository/${path}`)
  await say('GET', `${V4}/projects/1/repository/files/src%2Fa.txt`, { query: 'ref=main' })
  await say('GET', `${V4}/projects/1/repository/compare`, { query: 'from=main&to=work' })
  const sha = field<string>(first, 'id')
  await say('POST', `${V4}/projects/1/statuses/${sha}`, { json: { state: 'running', name: 'build', ref: 'main' } })
  await say('POST', `${V4}/projects/1/statuses/${sha}`, { json: { state: 'success', name: 'build', ref: 'main' } })
  await say('GET', `${V4}/projects/1/repository/commits/${sha}/statuses`)
  return sha
}

const deployments = async (say: Say, sha: string): Promise<void> => {
  await say('POST', `${V4}/projects/1/environments`, { json: { name: 'review/1', external_url: 'https://a.example' } })
  const deployment = { environment: 'production', sha, ref: 'main', tag: false, status: 'running' }
  for (let n = 0; n < 3; n++) await say('POST', `${V4}/projects/1/deployments`, { json: deployment })
  await say('PUT', `${V4}/projects/1/deployments/1`, { json: { status: 'success' } })
  await say('PUT', `${V4}/projects/1/deployments/1`, { json: { status: 'running' } })
  await say('POST', `${V4}/projects/1/deployments`, { json: { ...deployment, sha: 'x' } })
  for (const path of ['deployments/1', 'deployments/99', 'environments/1']) await say('GET', `${V4}/projects/1/${path}`)
  await say('POST', `${V4}/projects/1/environments/1/stop`)
  await lists(say, ['/projects/1/deployments', '/projects/1/environments'])
}

const requests = async (say: Say, ann: string): Promise<void> => {
  const at = `${V4}/projects/1/merge_requests`
  const open = { source_branch: 'work', target_branch: 'main', title: 'Work', description: '- [ ] one' }
  await say('POST', at, { as: ann, json: open })
  await say('POST', at, { as: ann, json: open })
  await say('PUT', `${at}/1`, { as: ann, json: { title: 'Better work', labels: 'x,y' } })
  for (const path of ['', '/commits', '/changes', '/participants']) await say('GET', `${at}/1${path}`)
  await say('PUT', `${at}/1/merge`, { json: { should_remove_source_branch: false } })
  await say('PUT', `${at}/1/merge`)
  await say('GET', `${at}/1`)
  await lists(say, ['/projects/1/merge_requests', '/merge_requests'])
}

const packages = async (say: Say): Promise<void> => {
  const bytes = new TextEncoder().encode('a package')
  const file = (version: string) => `${V4}/projects/1/packages/generic/kit/${version}/kit.bin`
  for (const version of ['1.0.0', '1.0.1', '1.0.0']) await say('PUT', file(version), { bytes })
  await say('GET', file('1.0.0'))
  await say('GET', file('9.9.9'))
  await lists(say, ['/projects/1/packages', '/projects/1/packages/1/package_files'])
  await say('DELETE', `${V4}/projects/1/packages/2`)
  await say('GET', `${V4}/projects/1/packages/2`)
}

const tokens = async (say: Say): Promise<void> => {
  const made = await say('POST', `${V4}/applications`, {
    json: { name: 'Client', redirect_uri: 'https://client.example/back', scopes: 'api openid' },
  })
  const client = `client_id=${field<string>(made, 'application_id')}&client_secret=${field<string>(made, 'secret')}`
  const asAnonymous = { as: undefined }
  const form = `grant_type=password&username=ann&password=a-long-password&scope=api&${client}`
  const granted = await say('POST', '/oauth/token', { ...asAnonymous, form })
  const bearer = { ...asAnonymous, headers: { authorization: `Bearer ${field<string>(granted, 'access_token')}` } }
  await say('GET', `${V4}/user`, bearer)
  await say('GET', '/oauth/token/info', bearer)
  const renewal = `grant_type=refresh_token&refresh_token=${field<string>(granted, 'refresh_token')}&${client}`
  await say('POST', '/oauth/token', { ...asAnonymous, form: renewal })
  await say('POST', '/oauth/token', { ...asAnonymous, form: renewal })
  await say('GET', `${V4}/user`, bearer)
  await say('POST', '/oauth/token', { ...asAnonymous, form: form.replace('a-long-password', 'wrong') })
  await say('GET', `${V4}/user`, asAnonymous)
  await say('GET', `${V4}/applications`)
  await say('POST', `${V4}/projects/1/deploy_tokens`, { json: { name: 'd', scopes: ['read_repository'] } })
  await say('GET', `${V4}/projects/1/deploy_tokens`)
  for (const place of ['/projects/1', '/groups/top']) {
    const token = { name: 'robot', scopes: ['api'], access_level: 30 }
    const robot = await say('POST', `${V4}${place}/access_tokens`, { json: token })
    await say('GET', `${V4}/user`, { as: field<string>(robot, 'token') })
    await say('GET', `${V4}${place}/access_tokens`)
    await say('POST', `${V4}${place}/access_tokens/${field<number>(robot, 'id')}/rotate`)
    await say('DELETE', `${V4}${place}/access_tokens/${field<number>(robot, 'id')}`)
    await say('GET', `${V4}${place}/access_tokens/${field<number>(robot, 'id')}`)
  }
  await say('POST', `${V4}/users/2/emails`, { json: { email: 'ann-too@example.com', skip_confirmation: true } })
  await say('POST', `${V4}/user/emails`, { json: { email: 'ann-too@example.com' } })
  await say('GET', `${V4}/users/2/emails`)
  await say('PUT', `${V4}/user/status`, { json: { emoji: 'tada', message: 'here', clear_status_after: '3_hours' } })
  await say('GET', `${V4}/users/1/status`)
  await say('PUT', `${V4}/users/2/custom_attributes/team`, { json: { value: 'red' } })
  await say('GET', `${V4}/users/2/custom_attributes`)
  await say('PUT', `${V4}/projects/1/notification_settings`, { json: { level: 'custom', new_note: true } })
  await say('POST', `${V4}/broadcast_messages`, { json: { message: 'Hear' } })
  await say('GET', `${V4}/broadcast_messages`, asAnonymous)
  await say('POST', `${V4}/features/made`, { json: { value: '30', key: 'percentage_of_actors' } })
  await say('GET', `${V4}/features`)
  await say('PUT', `${V4}/application/appearance`, { json: { title: 'Forge' } })
  await say('GET', `${V4}/application/statistics`)
  await say('GET', `${V4}/user_counts`)
  for (const path of ['/user/keys', '/users/2/keys', '/projects/1/deploy_keys']) {
    const key = { title: 'machine', key: path === '/user/keys' ? PUBLIC_KEYS.rsa.text : PUBLIC_KEYS.ed25519.text }
    const made = await say('POST', V4 + path, { json: key })
    await say('GET', V4 + path)
    await say('GET', `${V4}${path}/${field<number>(made, 'id')}`)
  }
  await say('POST', `${V4}/user/gpg_keys`, { json: { key: PUBLIC_KEYS.pgp.text } })
  await say('GET', `${V4}/users/1/gpg_keys`)
  await say('DELETE', `${V4}/users/2/keys/2`)
  await say('GET', '/.well-known/openid-configuration', asAnonymous)
}

const settings = async (say: Say): Promise<void> => {
  await say('GET', `${V4}/application/settings`)
  await say('PUT', `${V4}/application/settings`, { json: { default_branch_name: 'trunk', signup_enabled: false } })
  await say('PUT', `${V4}/application/settings`, { json: { default_project_visibility: 'nonsense' } })
  await say('GET', `${V4}/application/settings`)
  await say('POST', `${V4}/projects`, { json: { name: 'After', initialize_with_readme: true } })
  await say('GET', `${V4}/projects/3/repository/branches`)
}

const endings = async (say: Say): Promise<void> => {
  await say('DELETE', `${V4}/projects/2`)
  await say('GET', `${V4}/projects/2`)
  await say('DELETE', `${V4}/users/3`, { query: 'hard_delete=true' })
  await say('GET', `${V4}/users/3`)
  await say('GET', `${V4}/nothing/here`)
  await say('PATCH', `${V4}/users/1`)
  await say('POST', `${V4}/groups`, { json: '{"name":' })
  await say('GET', `${V4}/version`)
}

/** Every domain once around: what is made, changed, refused, listed and ended. The clock of the instance has to stand still. */
export const converse = async ({ say }: Recording): Promise<void> => {
  const ann = await people(say)
  await places(say, ann)
  const sha = await history(say, ann)
  await deployments(say, sha)
  await requests(say, ann)
  await packages(say)
  await tokens(say)
  await settings(say)
  await endings(say)
}
