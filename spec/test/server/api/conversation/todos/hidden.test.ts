import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from '../../review/merge-requests/world.js'
import { listOf } from './lists.js'

describe('an issuable that a user can no longer read', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    await world.at(world.owner, 'POST', '/issues', { title: 'first' })
  })
  afterAll(() => world.close())

  const setRole = async (who: Person, access_level: number): Promise<void> => {
    const [group] = (await world.ask(world.owner, 'GET', '/groups')).json as ReadonlyArray<{ readonly id: number }>
    const done = await world.ask(world.owner, 'PUT', `/groups/${group?.id}/members/${who.id}`, { access_level })
    expect(done.status).toBe(200)
  }

  it('has no to-do in their list, and none can be marked as done', async () => {
    const said = { body: 'for @dev only', confidential: true }
    await world.at(world.owner, 'POST', '/issues/1/notes', said)
    const [todo] = await world.until('the to-do', async () => {
      const list = await listOf(world, world.dev)
      return list.length > 0 && list
    })
    expect(todo).toMatchObject({ body: 'for @dev only' })
    await setRole(world.dev, 10)
    expect(await listOf(world, world.dev)).toEqual([])
    expect(await world.ask(world.dev, 'POST', `/todos/${todo?.id}/mark_as_done`)).toMatchObject({ status: 404 })
    await setRole(world.dev, 30)
    expect(await listOf(world, world.dev)).toMatchObject([{ id: todo?.id, state: 'pending' }])
    expect(await world.ask(world.dev, 'POST', `/todos/${todo?.id}/mark_as_done`)).toMatchObject({
      status: 201,
      json: { state: 'done' },
    })
  })

  it('is named in no note once it became confidential', async () => {
    await world.at(world.owner, 'POST', '/issues', { title: 'second', description: 'see #1' })
    await world.at(world.owner, 'POST', '/issues', { title: 'twin' })
    await world.at(world.owner, 'POST', '/issues/3/notes', { body: '/duplicate #2' })
    const notesOf = async (who: Person, iid: number) => {
      const list = await world.at(who, 'GET', `/issues/${iid}/notes`, undefined, 'activity_filter=only_activity')
      return list.json as ReadonlyArray<{ readonly id: number; readonly body: string }>
    }
    const bodies = async (who: Person, iid: number) => (await notesOf(who, iid)).map(({ body }) => body)
    expect(await bodies(world.guest, 1)).toEqual(['mentioned in issue #2'])
    expect(await bodies(world.guest, 3)).toContain('marked this issue as a duplicate of #2')
    const [note] = await notesOf(world.guest, 1)
    await world.at(world.owner, 'PUT', '/issues/2', { confidential: true })
    expect(await bodies(world.guest, 1)).toEqual([])
    expect(await bodies(world.guest, 3)).not.toContain('marked this issue as a duplicate of #2')
    expect((await world.at(world.guest, 'GET', `/issues/1/notes/${note?.id}`)).status).toBe(404)
    expect((await world.at(world.guest, 'GET', '/issues/1/discussions')).text).not.toContain('#2')
    expect(await bodies(world.dev, 1)).toEqual(['mentioned in issue #2'])
    expect(await bodies(world.dev, 3)).toContain('marked this issue as a duplicate of #2')
  })
})
