import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Made {
  readonly id: number
}
interface Token extends Made {
  readonly name: string
}

let world: TestInstance
let one: { readonly id: number; readonly token: string }
let two: { readonly id: number; readonly token: string }

const ask = async (method: string, path: string, json?: unknown, query = ''): Promise<unknown> => {
  const answer = await world.ask(method, `/api/v4${path}`, { as: world.root, json, query })
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
  return answer.json
}

beforeAll(async () => {
  world = await openTestInstance()
  ;[one, two] = [await world.person('one'), await world.person('two')]
  const { id } = (await ask('POST', '/groups', { name: 'Top', path: 'top' })) as Made
  await ask('POST', '/groups', { name: 'Below', path: 'below', parent_id: id })
  await ask('POST', '/projects', { name: 'app', namespace_id: id, initialize_with_readme: true })
})
afterAll(() => world.close())

describe.each([
  ['a group', '/groups/top'],
  ['a project', '/projects/top%2Fapp'],
])('members of %s', (_what, place) => {
  const members = `${place}/members`
  it('have an end, which changes', async () => {
    const wanted = { user_id: two.id, access_level: 30, expires_at: '2022-12-24', invite_source: 'a script' }
    expect(await ask('POST', members, wanted)).toMatchObject({ expires_at: '2022-12-24' })
    const later = { access_level: 30, expires_at: '2023-12-24' }
    expect(await ask('PUT', `${members}/${two.id}`, later)).toMatchObject({ expires_at: '2023-12-24' })
    expect(await ask('PUT', `${members}/${two.id}`, { access_level: 30, expires_at: '' })).toMatchObject({
      expires_at: null,
    })
  })

  it.each(['', '/all'])('are found by their numbers: members%s', async (all) => {
    await ask('POST', members, { user_id: one.id, access_level: 20 }).catch(() => undefined)
    const found = (await ask('GET', members + all, undefined, `user_ids[]=${two.id}`)) as ReadonlyArray<Made>
    expect(found.map(({ id }) => id)).toEqual([two.id])
  })

  it.each([true, false])('go, and leave what they were assigned where nothing else is said: %s', async (unassign) => {
    const leaver = await world.person(`leaver-${place.length}-${unassign}`)
    await ask('POST', members, { user_id: leaver.id, access_level: 30 })
    const app = '/projects/top%2Fapp'
    const { iid } = (await ask('POST', `${app}/issues`, { title: 'mine', assignee_ids: [leaver.id, two.id] })) as {
      readonly iid: number
    }
    const branch = `b-${leaver.id}`
    const actions = [{ action: 'create', file_path: branch, content: 'x' }]
    await ask('POST', `${app}/repository/commits`, { branch, start_branch: 'main', commit_message: 'x', actions })
    const merge = (await ask('POST', `${app}/merge_requests`, {
      title: 'mine',
      source_branch: branch,
      target_branch: 'main',
      assignee_ids: [leaver.id],
    })) as { readonly iid: number }
    await ask('DELETE', `${members}/${leaver.id}`, undefined, `unassign_issuables=${unassign}`)
    const assigned = async (path: string) =>
      ((await ask('GET', `${app}/${path}`)) as { readonly assignees: ReadonlyArray<Made> }).assignees.map(
        ({ id }) => id,
      )
    expect(await assigned(`issues/${iid}`)).toEqual(unassign ? [two.id] : [leaver.id, two.id])
    expect(await assigned(`merge_requests/${merge.iid}`)).toEqual(unassign ? [] : [leaver.id])
  })

  it.each([
    ['skip_subresources=true', 200],
    ['skip_subresources=false', place.startsWith('/groups') ? 404 : 200],
  ])('go from below too: %s', async (query, status) => {
    const person = await world.person(`p-${place.length}-${query.length}`)
    await ask('POST', members, { user_id: person.id, access_level: 30 })
    await ask('POST', '/groups/top%2Fbelow/members', { user_id: person.id, access_level: 40 })
    await ask('DELETE', `${members}/${person.id}`, undefined, query)
    const below = await world.ask('GET', `/api/v4/groups/top%2Fbelow/members/${person.id}`, { as: world.root })
    expect(below.status).toBe(status)
  })

  it('and deploy tokens have a name of their own and an end, and are listed by whether they still hold', async () => {
    const tokens = `${place}/deploy_tokens`
    const wanted = {
      name: 'lasting',
      scopes: ['read_repository'],
      username: 'robot',
      expires_at: '2022-12-24T00:00:00Z',
    }
    expect(await ask('POST', tokens, wanted)).toMatchObject({
      username: 'robot',
      expires_at: '2022-12-24T00:00:00.000Z',
      expired: false,
    })
    await ask('POST', tokens, { ...wanted, name: 'ended', expires_at: '2020-12-24T00:00:00Z' })
    const names = async (path: string, query: string) =>
      ((await ask('GET', path, undefined, query)) as ReadonlyArray<Token>).map(({ name }) => name).toSorted()
    expect(await names(tokens, 'active=true')).toEqual(['lasting'])
    expect(await names(tokens, 'active=false')).toEqual(['ended', 'lasting'])
    const all = await names('/deploy_tokens', 'active=true')
    expect(all.every((name) => name === 'lasting')).toBe(true)
    const pages = [
      await names('/deploy_tokens', 'page=1&per_page=1'),
      await names('/deploy_tokens', 'page=2&per_page=1'),
    ]
    expect(pages.map((page) => page.length)).toEqual([1, 1])
  })
})

describe('a fork', () => {
  it.each([
    ['namespace', 'top/below', 'top/below/by-namespace'],
    ['namespace_path', 'top/below', 'top/below/by-namespace_path'],
  ])('goes where %s says', async (name, where, expected) => {
    const fork = { [name]: where, path: `by-${name}`, name: `by-${name}`, description: 'a copy' }
    expect(await ask('POST', '/projects/top%2Fapp/fork', fork)).toMatchObject({
      path_with_namespace: expected,
      description: 'a copy',
    })
  })
})

describe('a project', () => {
  it('is made and changed with topics, public builds and emoji for awards', async () => {
    const made = (await ask('POST', '/projects', {
      name: 'whole',
      public_builds: false,
      show_default_award_emojis: false,
    })) as Made
    expect(made).toMatchObject({ public_jobs: false })
    const path = `/projects/${made.id}`
    expect(await ask('PUT', path, { topics: ['a', 'b'], show_default_award_emojis: true })).toMatchObject({
      topics: ['a', 'b'],
    })
  })
})
