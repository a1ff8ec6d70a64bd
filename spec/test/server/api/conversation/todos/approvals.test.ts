import { describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from '../../review/merge-requests/world.js'

interface Todo {
  readonly action_name: string
  readonly target: { readonly iid: number }
  readonly author: { readonly id: number }
}

const lists = (world: World) => {
  const listOf = async (who: Person) => {
    const answered = await world.ask(who, 'GET', '/todos', undefined, 'action=approval_required&per_page=100')
    return answered.json as ReadonlyArray<Todo>
  }
  const comes = (who: Person, iids: ReadonlyArray<number>) =>
    world.until(`to approve ${iids.join(', ')}`, async () => {
      const now = (await listOf(who)).map(({ target }) => target.iid).sort()
      return JSON.stringify(now) === JSON.stringify(iids)
    })
  return { listOf, comes }
}

const ruled = async (): Promise<World> => {
  const world = await openMergeWorld()
  await world.commit('one', { 'one.txt': 'x\n' }, 'main')
  const rule = { name: 'review', approvals_required: 1, user_ids: [world.maint.id, world.dev.id] }
  const made = await world.at(world.owner, 'POST', '/approval_rules', rule)
  expect(made.status, made.text).toBe(201)
  return world
}

describe('a merge request that needs approval', () => {
  it('creates to-dos for the users of its approval rules, not for its author', async () => {
    const world = await ruled()
    const { listOf, comes } = lists(world)
    await world.open('one')
    await comes(world.maint, [1])
    expect((await listOf(world.maint))[0]).toMatchObject({ author: { id: world.dev.id } })
    expect(await listOf(world.dev)).toEqual([])
    const own = { name: 'more', approvals_required: 1, user_ids: [world.maint.id, world.owner.id] }
    const made = await world.at(world.maint, 'POST', '/merge_requests/1/approval_rules', own)
    expect(made.status, made.text).toBe(201)
    await comes(world.owner, [1])
    await comes(world.maint, [1])
    expect((await listOf(world.owner))[0]).toMatchObject({ author: { id: world.dev.id } })
    expect((await world.at(world.maint, 'POST', '/merge_requests/1/approve')).status).toBe(201)
    await comes(world.maint, [])
    await comes(world.owner, [1])
    await world.close()
  })
})
