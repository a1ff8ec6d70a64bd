import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

let world: TestInstance
let out: string
let free: TestInstance

const setUp = async (instance: TestInstance): Promise<void> => {
  const ask = (path: string, json: unknown) => instance.ask('POST', `/api/v4${path}`, { as: instance.root, json })
  await ask('/projects', { name: 'app', visibility: 'public' })
  for (const title of ['one', 'two', 'three'])
    await ask('/projects/1/issues', { title, confidential: title === 'three' })
}

const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root, instance = world) =>
  instance.ask(method, `/api/v4/projects/1/issues/${path}`, { as, json })

const seen = async (iid: number, as?: string) =>
  ((await ask('GET', `${iid}/links`, undefined, as)).json as ReadonlyArray<Json>).map(
    ({ title, link_type }) => `${link_type} ${title}`,
  )

beforeAll(async () => {
  world = await openTestInstance({ tier: 'premium' })
  free = await openTestInstance({ tier: 'free' })
  out = (await world.person('out')).token
  await setUp(world)
  await setUp(free)
})
afterAll(async () => {
  await world.close()
  await free.close()
})

describe('issue links', () => {
  it('join two issues once, and are seen from both', async () => {
    const made = await ask('POST', '1/links', { target_project_id: 1, target_issue_iid: 2, link_type: 'blocks' })
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: 1,
        source_issue: expect.objectContaining({ title: 'one' }),
        target_issue: expect.objectContaining({ title: 'two' }),
        link_type: 'blocks',
      },
    ])
    const back = { target_project_id: 'root/app', target_issue_iid: 1 }
    expect((await ask('POST', '2/links', back)).status).toBe(409)
    expect(await seen(1)).toEqual(['blocks two'])
    expect(await seen(2)).toEqual(['is_blocked_by one'])
    expect((await ask('GET', '2/links/1')).json).toEqual(made.json)
    expect((await ask('GET', '3/links/1')).status).toBe(404)
    expect((await ask('DELETE', '3/links/1')).status).toBe(404)
    expect((await ask('DELETE', '2/links/1', undefined, out)).status).toBe(403)
    const gone = await ask('DELETE', '2/links/1')
    expect([gone.status, gone.json]).toEqual([200, made.json])
    expect(await seen(1)).toEqual([])
    expect((await ask('POST', '2/links', { ...back, link_type: 'is_blocked_by' })).json).toMatchObject({
      link_type: 'blocks',
      source_issue: { title: 'one' },
    })
  })

  it('show no issue that is hidden, and go with the issue', async () => {
    await ask('POST', '1/links', { target_project_id: 1, target_issue_iid: 3 })
    expect(await seen(1)).toEqual(['blocks two', 'relates_to three'])
    expect(await seen(1, out)).toEqual(['blocks two'])
    expect((await ask('GET', '1/links/3', undefined, out)).status).toBe(404)
    await world.ask('DELETE', '/api/v4/projects/1/issues/3', { as: world.root })
    expect(await seen(1)).toEqual(['blocks two'])
  })

  it.each<[Json, number]>([
    [{ target_project_id: 1, target_issue_iid: 99 }, 404],
    [{ target_project_id: 1, target_issue_iid: 1 }, 404],
    [{ target_project_id: 99, target_issue_iid: 1 }, 404],
    [{ target_project_id: 1 }, 400],
    [{ target_project_id: 1, target_issue_iid: 2, link_type: 'likes' }, 400],
  ])('are refused: %j', async (json, status) => {
    expect((await ask('POST', '1/links', json)).status).toBe(status)
  })

  it('block each other on paid tiers only', async () => {
    const wanted = { target_project_id: 1, target_issue_iid: 2 }
    const asFree = (json: object) => ask('POST', '1/links', json, free.root, free)
    expect((await asFree({ ...wanted, link_type: 'blocks' })).status).toBe(403)
    expect((await asFree(wanted)).status).toBe(201)
  })
})
