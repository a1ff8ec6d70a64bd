import { ask } from '../http/stage.js'
import { copies, id, type Kind, made, WRITTEN } from './kind.js'

const memberOfFirstGroup = (column: string): string =>
  `user_id = 1 AND ${column} = (SELECT id FROM namespaces WHERE full_path = 'first-group')`

/** The most projects with the same topic. */
const OF_ONE_TOPIC = 500

/** What an instance has many of. */
export const kindsOfInstance: ReadonlyArray<Kind> = [
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
    name: 'member of one group',
    make: async () => undefined,
    copies: [
      copies('members', { user_id: id }, memberOfFirstGroup('source_id')),
      copies('group_authorizations', { user_id: id }, memberOfFirstGroup('group_id')),
    ],
    list: '/groups/first-group/members',
    one: '/groups/first-group/members/1',
  },
  {
    name: 'topic',
    make: async (product) => {
      await ask(product.url, '/topics', { name: 'first', title: 'First' })
      await ask(product.url, '/projects', { name: 'with a topic', topics: ['first'] })
    },
    copies: [
      copies('topics', { id, name: "'topic ' || n" }),
      copies(
        'project_topics',
        { project_id: id, topic: `iif(n <= ${OF_ONE_TOPIC}, topic, 'topic ' || n / ${OF_ONE_TOPIC})` },
        "topic = 'first'",
      ),
    ],
    list: '/projects?topic_id=1',
    one: '/topics/1',
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
    copies: [copies('todos', { id })],
    list: '/todos',
  },
]
