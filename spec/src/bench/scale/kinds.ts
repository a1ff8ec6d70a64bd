import type { Load } from '../http/load.js'
import { ask, type Product } from '../http/stage.js'

/** Rows copied from the one that the API made: its table, how that row is found, and each column that differs, as an SQL expression of `n`. */
export interface Copies {
  readonly table: string
  readonly from: string
  readonly differing: Readonly<Record<string, string>>
}

/** One kind of thing: how the first is made, how its rows are multiplied, and what is asked of it. Paths are relative to `/api/v4`. */
export interface Kind {
  readonly name: string
  readonly make: (product: Product) => Promise<unknown>
  readonly copies: ReadonlyArray<Copies>
  readonly list?: string
  /** A list of which an anonymous caller sees nothing: all copies are private. */
  readonly hidden?: string
  readonly one?: string
  /** A text with `SERIAL` in it becomes another one each time; a method stands where it is no POST. */
  readonly write?: { readonly path: string; readonly body: unknown; readonly method?: 'PUT' }
}

/** The numbers of copies begin behind it; those of what the API makes are lower before, and higher afterwards. */
export const FIRST_COPY = 1_000

const id = `${FIRST_COPY} + n`
const copies = (table: string, differing: Readonly<Record<string, string>>, from = 'id = 1'): Copies => ({
  table,
  from,
  differing,
})

const made =
  (path: string, body: unknown): Kind['make'] =>
  ({ url }) =>
    ask(url, path, body)

const WRITTEN = '-SERIAL'

/** Made in this order, in the project of the stage: what a later kind needs of an earlier one is there. */
export const kinds: ReadonlyArray<Kind> = [
  {
    name: 'environment',
    make: made('/projects/1/environments', { name: 'review' }),
    copies: [copies('environments', { id, name: "'e-' || n", slug: "'e-' || n" })],
    list: '/projects/1/environments',
    one: '/projects/1/environments/1',
    write: { path: '/projects/1/environments', body: { name: `w${WRITTEN}` } },
  },
  {
    name: 'issue',
    make: made('/projects/1/issues', { title: 'first' }),
    copies: [copies('issues', { id, iid: id, title: "'issue ' || n" })],
    list: '/projects/1/issues',
    one: '/projects/1/issues/1',
    write: { path: '/projects/1/issues', body: { title: `w${WRITTEN}` } },
  },
  {
    name: 'note',
    make: made('/projects/1/issues/1/notes', { body: 'first' }),
    copies: [
      copies(
        'discussions',
        { id: "printf('%040x', n)", noteable_id: `${FIRST_COPY} + n / 50` },
        'id = (SELECT discussion_id FROM notes WHERE id = 1)',
      ),
      copies('notes', { id, discussion_id: "printf('%040x', n)", noteable_id: `${FIRST_COPY} + n / 50` }),
    ],
    list: `/projects/1/issues/${FIRST_COPY + 1}/notes`,
    one: '/projects/1/issues/1/notes/1',
    write: { path: '/projects/1/issues/1/notes', body: { body: `w${WRITTEN}` } },
  },
  {
    name: 'label',
    make: made('/projects/1/labels', { name: 'first', color: '#336699' }),
    copies: [copies('labels', { id, title: "'label ' || n", title_key: "'label ' || n" })],
    list: '/projects/1/labels',
    one: '/projects/1/labels/first',
    write: { path: '/projects/1/labels', body: { name: `w${WRITTEN}`, color: '#336699' } },
  },
  {
    name: 'milestone',
    make: made('/projects/1/milestones', { title: 'first' }),
    copies: [copies('milestones', { id, iid: id, title: "'milestone ' || n" })],
    list: '/projects/1/milestones',
    one: '/projects/1/milestones/1',
    write: { path: '/projects/1/milestones', body: { title: `w${WRITTEN}` } },
  },
  {
    name: 'merge request',
    make: async ({ url }) => {
      const actions = [{ action: 'create', file_path: 'b.txt', content: 'b' }]
      const commit = { branch: 'side', start_branch: 'main', commit_message: 'b', actions }
      await ask(url, '/projects/1/repository/commits', commit)
      await ask(url, '/projects/1/merge_requests', { source_branch: 'side', target_branch: 'main', title: 'first' })
    },
    copies: [
      copies('merge_requests', { id, iid: id, source_branch: "'branch-' || n", version_id: id, status: "'merged'" }),
      copies('merge_request_versions', { id, merge_request_id: id }),
    ],
    list: '/projects/1/merge_requests',
    one: '/projects/1/merge_requests/1',
    write: { path: '/projects/1/merge_requests/1', body: { description: `w${WRITTEN}` }, method: 'PUT' },
  },
  {
    name: 'pipeline',
    make: (product) => ask(product.url, `/projects/1/statuses/${product.sha}`, { state: 'success', name: 'first' }),
    copies: [copies('pipelines', { id, iid: id }), copies('jobs', { id, pipeline_id: id })],
    list: '/projects/1/pipelines',
    one: '/projects/1/pipelines/1',
  },
  {
    name: 'package',
    make: async ({ url, headers }) => {
      const path = `${url}/api/v4/projects/1/packages/generic/first/1.0.0/a.txt`
      const answer = await fetch(path, { method: 'PUT', headers, body: 'a' })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    },
    copies: [copies('packages', { id, name: "'package-' || n / 50", version: "'2.0.' || n" })],
    list: '/projects/1/packages',
    one: '/projects/1/packages/1',
  },
  {
    name: 'user',
    make: made('/users', {
      email: 'first@example.com',
      username: 'first',
      name: 'First',
      force_random_password: true,
      skip_confirmation: true,
    }),
    copies: [
      copies(
        'namespaces',
        { id, path: "'user-' || n", full_path: "'user-' || n", owner_id: id },
        "id = (SELECT namespace_id FROM users WHERE username = 'first')",
      ),
      copies(
        'users',
        { id, namespace_id: id, username: "'user-' || n", email: "'user-' || n || '@example.com'" },
        "username = 'first'",
      ),
    ],
    list: '/users',
    one: '/users/2',
  },
  {
    name: 'group',
    make: made('/groups', { name: 'first group', path: 'first-group' }),
    copies: [
      // Behind the namespaces of the users' copies.
      copies('groups', { id: '10000000 + n' }, "id = (SELECT id FROM namespaces WHERE full_path = 'first-group')"),
      copies(
        'namespaces',
        { id: '10000000 + n', path: "'group-' || n", full_path: "'group-' || n" },
        "full_path = 'first-group'",
      ),
    ],
    list: '/groups',
    hidden: '/groups',
    one: '/groups/first-group',
    write: { path: '/groups', body: { name: `w${WRITTEN}`, path: `w${WRITTEN}` } },
  },
  {
    name: 'project',
    make: async () => undefined,
    copies: [copies('projects', { id, path: "'project-' || n", name: "'project-' || n" })],
    list: '/projects',
    hidden: '/projects',
    one: '/projects/1',
    write: { path: '/projects/1', body: { description: `w${WRITTEN}` }, method: 'PUT' },
  },
  {
    name: 'personal access token',
    make: made('/users/1/personal_access_tokens', { name: 'first', scopes: ['read_user'] }),
    copies: [copies('personal_access_tokens', { id, digest: "digest || '-' || n" })],
    list: '/personal_access_tokens',
    one: '/personal_access_tokens/1',
    write: { path: '/users/1/personal_access_tokens', body: { name: `w${WRITTEN}`, scopes: ['read_user'] } },
  },
  {
    name: 'OAuth application',
    make: made('/applications', { name: 'first', redirect_uri: 'https://app.example.com/callback', scopes: 'api' }),
    copies: [copies('oauth_applications', { id, uid: "uid || '-' || n" })],
    // The list is not paged, so it costs what it shows.
    write: {
      path: '/applications',
      body: { name: `w${WRITTEN}`, redirect_uri: 'https://app.example.com/callback', scopes: 'api' },
    },
  },
  {
    name: 'to-do',
    make: ({ url }) => ask(url, '/projects/1/issues/1/todo', {}),
    copies: [copies('todos', { id, target_id: id })],
    list: '/todos',
  },
]

export type Request = 'list' | 'hidden' | 'one' | 'write'

/** What is asked of each kind, as loads on one server; a serial text that was written in an earlier round is another one in this. */
export const loadsOf = (
  kind: Kind,
  { url, headers }: Pick<Product, 'url' | 'headers'>,
  round: number,
): ReadonlyArray<readonly [Request, Load]> => {
  const base = `${url}/api/v4`
  const loads: Array<readonly [Request, Load]> = []
  if (kind.list !== undefined) loads.push(['list', { url: base + kind.list, headers }])
  if (kind.hidden !== undefined) loads.push(['hidden', { url: base + kind.hidden }])
  if (kind.one !== undefined) loads.push(['one', { url: base + kind.one, headers }])
  if (kind.write !== undefined) {
    const { path, body, method } = kind.write
    const text = JSON.stringify(body).replaceAll('SERIAL', `${round}-SERIAL`)
    loads.push(['write', { url: base + path, headers, body: text, ...(method === undefined ? {} : { method }) }])
  }
  return loads
}
