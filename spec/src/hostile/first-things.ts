import { PUBLIC_KEYS } from '../testing/public-keys.js'

/** The path of the first group. */
export const FIRST_GROUP = 'first'

/** A request that makes something in a world. */
export interface Making {
  readonly method: 'POST' | 'PUT'
  /** Below `/api/v4`. */
  readonly path: string
  readonly json: object
}

const make = (path: string, json: object = {}): Making => ({ method: 'POST', path, json })

const JOBS = 'one: { script: echo, environment: one }\n'
const actions = [
  { action: 'create', file_path: 'a.txt', content: 'a\n' },
  { action: 'create', file_path: '.gitlab-ci.yml', content: JOBS },
]
const hook = { url: 'http://127.0.0.1:9/', push_events: false }

/**
 * The first of each kind, with the number 1 where it has one and the name `one` where it has none: so that a request after the document
 * of the API reaches something. Groups share their numbers with the namespaces of users, and are reached by their path.
 */
export const FIRST_THINGS: ReadonlyArray<Making> = [
  make('/projects', { name: 'one', initialize_with_readme: true, default_branch: 'main' }),
  make('/groups', { name: 'one', path: FIRST_GROUP }),
  make('/projects/1/repository/commits', { branch: 'work', start_branch: 'main', commit_message: 'Work', actions }),
  make('/projects/1/repository/tags', { tag_name: 'one', ref: 'main' }),
  make('/projects/1/issues', { title: 'one' }),
  make('/projects/1/merge_requests', { source_branch: 'work', target_branch: 'main', title: 'one' }),
  make('/projects/1/issues/1/notes', { body: 'one' }),
  make('/projects/1/issues/1/award_emoji', { name: 'one' }),
  make('/projects/1/labels', { name: 'one', color: '#dc143c' }),
  make('/groups/first/labels', { name: 'other', color: '#dc143c' }),
  make('/projects/1/milestones', { title: 'one' }),
  make('/projects/1/releases', { tag_name: 'one', description: 'one' }),
  make('/projects/1/releases/one/assets/links', { name: 'one', url: 'https://a.example/b' }),
  make('/projects/1/variables', { key: 'one', value: 'one' }),
  make('/groups/first/variables', { key: 'one', value: 'one' }),
  make('/admin/ci/variables', { key: 'one', value: 'one' }),
  make('/projects/1/pipeline_schedules', { description: 'one', ref: 'main', cron: '0 1 * * *' }),
  make('/projects/1/pipeline_schedules/1/variables', { key: 'one', value: 'one' }),
  make('/projects/1/triggers', { description: 'one' }),
  make('/projects/1/hooks', hook),
  make('/groups/first/hooks', hook),
  make('/hooks', hook),
  make('/projects/1/badges', { link_url: 'https://a.example', image_url: 'https://a.example/b' }),
  make('/groups/first/badges', { link_url: 'https://a.example', image_url: 'https://a.example/b' }),
  make('/user/keys', { title: 'one', key: PUBLIC_KEYS.rsa.text }),
  make('/projects/1/deploy_keys', { title: 'one', key: PUBLIC_KEYS.ed25519.text }),
  make('/projects/1/deploy_tokens', { name: 'one', scopes: ['read_repository'] }),
  make('/projects/1/protected_tags', { name: 'one' }),
  make('/projects/1/share', { group_id: 2, group_access: 10 }),
  make('/topics', { name: 'one', title: 'one' }),
  make('/broadcast_messages', { message: 'one' }),
  make('/applications', { name: 'one', redirect_uri: 'http://client.test/', scopes: 'api' }),
  make('/projects/1/terraform/state/one', { serial: 1 }),
]
