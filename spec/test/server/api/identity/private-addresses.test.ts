import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PRIVATE = 'hidden.address@private.example'
const PUBLIC = 'shown.address@public.example'

let instance: TestInstance
let group: number
let project: number
let stranger: string
let member: string

const make = async (path: string, json: unknown, method = 'POST'): Promise<{ readonly id: number }> => {
  const made = await instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
  if (made.status >= 300) throw new Error(`${path}: ${made.status} ${made.text}`)
  return made.json as { readonly id: number }
}

beforeAll(async () => {
  instance = await openTestInstance()
  await make('/application/settings', { search_rate_limit: 0 }, 'PUT')
  stranger = (await instance.person('stranger')).token
  const owner = await instance.person('owner')
  member = owner.token
  const sought = await instance.person('sought')
  await make(`/users/${sought.id}`, { email: PRIVATE }, 'PUT')
  await make(`/users/${sought.id}`, { public_email: PUBLIC }, 'PUT').catch(() => undefined)
  group = (await make('/groups', { name: 'g', path: 'g', visibility: 'public' })).id
  project = (await make('/projects', { name: 'p', namespace_id: group, visibility: 'public' })).id
  await make(`/groups/${group}/members`, { user_id: owner.id, access_level: 50 })
  await make(`/groups/${group}/members`, { user_id: sought.id, access_level: 30 })
  await make(`/projects/${project}/members`, { user_id: sought.id, access_level: 30 })
  await make(`/projects/${project}/issues`, { title: 'i', assignee_ids: [sought.id] })
})
afterAll(() => instance.close())

const SEARCHING = /^(search|query|name|.*username|.*email.*)$/
const cases = apiRoutes
  .filter(({ method }) => method === 'GET')
  .flatMap((route) =>
    Object.keys(route.params)
      .filter((name) => SEARCHING.test(name) && !route.path.includes(`:${name}`))
      .map((name) => [route.path, name] as const),
  )

const asked = (path: string, as: string | undefined, query: string) =>
  instance.ask(
    'GET',
    `/api/v4${path.replace(':id', String(path.startsWith('/groups') ? group : project)).replaceAll(/:\w+/g, '1')}`,
    {
      as,
      query,
    },
  )

describe('a private e-mail address', () => {
  it.each(cases)('finds nobody by GET %s?%s', async (path, name) => {
    for (const as of [undefined, stranger, member])
      for (const value of [PRIVATE, PRIVATE.toUpperCase(), PRIVATE.slice(0, -2), 'hidden.address'])
        expect((await asked(path, as, `${name}=${encodeURIComponent(value)}&scope=all`)).text).not.toContain('"sought"')
  })

  it('finds its user for administrators', async () => {
    expect((await asked('/users', instance.root, `search=${PRIVATE}`)).json).toMatchObject([{ username: 'sought' }])
  })

  it('is not needed where one is public', async () => {
    const user = (await asked('/users', instance.root, 'username=sought')).json as ReadonlyArray<{
      public_email?: string
    }>
    expect(user[0]?.public_email).toBe(PUBLIC)
    expect((await asked('/users', stranger, `search=${PUBLIC}`)).json).toMatchObject([{ username: 'sought' }])
    expect((await asked('/projects/:id/members', member, `query=${PUBLIC}`)).json).toMatchObject([
      { username: 'sought' },
    ])
  })
})
