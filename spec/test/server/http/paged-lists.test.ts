import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

/** Lists that the reference implementation answers whole; those below `/forgefold` page by position, or not at all. */
const WHOLE = [
  '/applications',
  '/users/:id/custom_attributes',
  '/groups/:id/custom_attributes',
  '/projects/:id/custom_attributes',
  '/features',
  '/projects/:id/repository/commits/:sha/discussions/:discussion_id/notes',
  '/projects/:id/merge_requests/:noteable_iid/discussions/:discussion_id/notes',
  '/projects/:id/issues/:noteable_iid/discussions/:discussion_id/notes',
  '/projects/:id/pipelines/:pipeline_id/variables',
  '/projects/:id/repository/files/:file_path/blame',
  '/projects/:id/issues/:issue_iid/links',
]

const INSTANCE = { externalUrl: 'https://forge.example', release: '16.0', tier: 'ultimate' } as const

it('lists have pages, but for those that clients know whole', () => {
  const whole = apiRoutes.filter(
    ({ method, path, params, success }) =>
      method === 'GET' &&
      !path.startsWith('/forgefold/') &&
      success.schemaFor?.(INSTANCE)['type'] === 'array' &&
      params['page'] === undefined,
  )
  expect(whole.map(({ path }) => path).sort()).toEqual([...WHOLE].sort())
})

it('addresses of users and participants of issues are told page by page', async () => {
  const world = await openTestInstance()
  const ask = (method: string, path: string, json?: unknown, query = '') =>
    world.ask(method, `/api/v4${path}`, { as: world.root, query, json })
  const ann = await world.person('ann')
  for (const email of ['a@example.com', 'b@example.com'])
    for (const path of ['/user/emails', `/users/${ann.id}/emails`]) {
      const address = `${path.startsWith('/users') ? 'ann-' : ''}${email}`
      expect((await ask('POST', path, { email: address })).status).toBe(201)
    }
  await ask('POST', '/projects', { name: 'app' })
  await ask('POST', '/projects/1/members', { user_id: ann.id, access_level: 30 })
  await ask('POST', '/projects/1/issues', { title: 'one', assignee_ids: [ann.id] })
  for (const path of ['/user/emails', `/users/${ann.id}/emails`, '/projects/1/issues/1/participants']) {
    const [all, second] = [await ask('GET', path), await ask('GET', path, undefined, 'per_page=1&page=2')]
    expect(second.json, path).toEqual((all.json as ReadonlyArray<unknown>).slice(1))
    expect(['x-total', 'x-prev-page', 'x-next-page'].map((name) => second.headers.get(name))).toEqual(['2', '1', ''])
  }
  await world.close()
})
