import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Entry {
  readonly action_name: string
  readonly target_title: string | null
}

let world: TestInstance
let dev: { readonly id: number; readonly token: string }

const ask = async (method: string, path: string, json?: unknown, query = ''): Promise<unknown> => {
  const answer = await world.ask(method, `/api/v4${path}`, { as: dev.token, json, query })
  expect(answer.status, `${method} ${path}?${query}: ${answer.text}`).toBeLessThan(300)
  return answer.json
}

beforeAll(async () => {
  world = await openTestInstance()
  dev = await world.person('dev')
  const { id } = (await ask('POST', '/projects', { name: 'p' })) as { readonly id: number }
  await ask('POST', `/projects/${id}/issues`, { title: 'early' })
  await ask('POST', `/projects/${id}/milestones`, { title: 'goal' })
  world.clock.advance(2 * 86_400_000)
  await ask('POST', `/projects/${id}/issues`, { title: 'late' })
  await ask('PUT', `/projects/${id}/issues/2`, { state_event: 'close' })
})
afterAll(() => world.close())

describe.each(['/events', '/users/dev/events', '/projects/dev%2Fp/events'])('the feed %s', (path) => {
  const told = async (query: string): Promise<ReadonlyArray<string>> =>
    ((await ask('GET', path, undefined, query)) as ReadonlyArray<Entry>)
      .filter(({ target_title }) => target_title !== null)
      .map(({ action_name, target_title }) => `${action_name} ${target_title}`)

  it.each([
    ['sort=asc', ['opened early', 'opened goal', 'opened late', 'closed late']],
    ['action=closed', ['closed late']],
    ['target_type=issue&sort=asc', ['opened early', 'opened late', 'closed late']],
    ['target_type=milestone', ['opened goal']],
    ['before=2022-08-24&sort=asc', ['opened early', 'opened goal']],
    ['after=2022-08-23', ['closed late', 'opened late']],
    ['sort=desc&page=2&per_page=1', ['opened late']],
  ])('%s', async (query, expected) => {
    expect(await told(query)).toEqual(expected)
  })
})
