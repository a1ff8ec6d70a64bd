import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const BETWEEN = '2022-08-22T13:00:00Z'

let world: TestInstance
const ask = async (method: string, path: string, json?: unknown, query = ''): Promise<unknown> => {
  const answer = await world.ask(method, `/api/v4${path}`, { as: world.root, json, query })
  expect(answer.status, `${method} ${path}?${query}: ${answer.text}`).toBeLessThan(300)
  return answer.json
}

beforeAll(async () => {
  world = await openTestInstance()
  for (const name of ['early', 'late']) {
    const { id } = (await ask('POST', '/groups', { name, path: name })) as { readonly id: number }
    const { id: project } = (await ask('POST', '/projects', { name, namespace_id: id })) as { readonly id: number }
    const { id: user } = await world.person(`p-${name}`)
    for (const place of [`/groups/${id}`, `/projects/${project}`])
      await ask('POST', `${place}/members`, { user_id: user, access_level: 30 })
    world.clock.advance(2 * 3_600_000)
  }
  const { id } = await world.person('again')
  await ask('POST', '/groups/early/members', { user_id: id, access_level: 20 })
  await ask('POST', '/projects/early%2Fearly/members', { user_id: id, access_level: 30 })
})
afterAll(() => world.close())

interface Happened {
  readonly id: number | string
  readonly created_at: string
  readonly entity_type: string
  readonly entity_id: number
}
const isEarly = ({ created_at }: { readonly created_at: string }) => Date.parse(created_at) <= Date.parse(BETWEEN)

describe.each(['/audit_events', '/groups/early/audit_events', '/projects/early%2Fearly/audit_events'])('%s', (path) => {
  const list = (query: string) => ask('GET', path, undefined, query) as Promise<ReadonlyArray<Happened>>
  it('of a span of time', async () => {
    const all = await list('per_page=100')
    expect(all.some(isEarly) && !all.every(isEarly)).toBe(true)
    expect(await list(`created_before=${BETWEEN}&per_page=100`)).toEqual(all.filter(isEarly))
    expect(await list(`created_after=${BETWEEN}&per_page=100`)).toEqual(all.filter((one) => !isEarly(one)))
  })
  it('in pages, and one by one', async () => {
    const [first, second] = await list('per_page=100')
    expect(await list('page=2&per_page=1')).toEqual([second])
    expect(await ask('GET', `${path}/${first?.id}`)).toEqual(first)
  })
})

describe('audit events of the instance', () => {
  it('are of one kind of thing, or of one thing', async () => {
    const list = (query: string) => ask('GET', '/audit_events', undefined, query) as Promise<ReadonlyArray<Happened>>
    const groups = await list('entity_type=Group&per_page=100')
    expect(new Set(groups.map(({ entity_type }) => entity_type))).toEqual(new Set(['Group']))
    const id = groups[0]?.entity_id
    const one = await list(`entity_type=Group&entity_id=${id}&per_page=100`)
    expect(one).toEqual(groups.filter(({ entity_id }) => entity_id === id))
    expect(one.length).toBeLessThan(groups.length)
  })
})

describe('the history', () => {
  interface Entry {
    readonly time: string
    readonly token: { readonly kind: string; readonly id: number } | null
    readonly position: number
  }
  const list = (query: string) => ask('GET', '/forgefold/history', undefined, query) as Promise<ReadonlyArray<Entry>>
  it('of a span of time', async () => {
    const early = await list(`created_before=${BETWEEN}&per_page=100`)
    const late = await list(`created_after=${BETWEEN}&per_page=100`)
    expect(early.length > 0 && late.length > 0).toBe(true)
    const last = Math.max(...early.map(({ position }) => position))
    expect(Math.min(...late.map(({ position }) => position))).toBeGreaterThan(last)
  })
  it('of what was done with one token', async () => {
    const all = await list('type=MemberAdded&per_page=100')
    const token = all[0]?.token
    expect(token).not.toBeNull()
    const found = await list(`token=${token?.kind}:${token?.id}&type=MemberAdded&per_page=100`)
    expect(found).toEqual(all.filter((one) => one.token?.id === token?.id && one.token?.kind === token?.kind))
    expect(await list('token=personal_access_token:999')).toEqual([])
  })
  it('differs between two moments', async () => {
    const positions = (await list('thing=group:early&per_page=100')).map(({ position }) => position)
    const [from, to] = [Math.min(...positions), Math.max(...positions)]
    await ask('PUT', '/groups/early', { description: 'told later' })
    const until = await ask('GET', '/forgefold/differences', undefined, `thing=group:early&from=${from}&to=${to}`)
    expect(JSON.stringify(until)).not.toContain('told later')
    const now = await ask('GET', '/forgefold/differences', undefined, `thing=group:early&from=${from}`)
    expect(JSON.stringify(now)).toContain('told later')
  })
})
