import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from '../../review/merge-requests/world.js'
import { actionsOf, clear, comes } from './lists.js'

describe('a mention of a group', () => {
  let world: World
  let team: Person
  beforeAll(async () => {
    world = await openMergeWorld()
    team = await world.instance.person('team')
    const { id: top } = (await world.ask(world.owner, 'GET', '/groups/top')).json as { readonly id: number }
    const group = async (name: string, members: ReadonlyArray<Person>, more = {}) => {
      const made = await world.ask(world.owner, 'POST', '/groups', { name, path: name, visibility: 'private', ...more })
      for (const { id } of members) {
        const member = { user_id: id, access_level: 40 }
        const path = `/groups/${(made.json as Person).id}/members`
        expect((await world.ask(world.owner, 'POST', path, member)).status).toBe(201)
      }
    }
    await group('crew', [world.maint, world.out, world.guest], { parent_id: top })
    await group('secret', [world.maint])
    const path = `/projects/${world.projectId}/members`
    expect((await world.ask(world.owner, 'POST', path, { user_id: team.id, access_level: 20 })).status).toBe(201)
    await world.commit('one', { 'one.txt': 'x\n' }, 'main')
  })
  afterAll(() => world.close())

  it('in a description creates to-dos for members with read access, not for those of groups above', async () => {
    await world.open('one', { description: 'cc @top/crew and @secret' })
    await comes(world, world.maint, ['mentioned MergeRequest 1'])
    // Who made the group is in it.
    await comes(world, world.owner, ['mentioned MergeRequest 1'])
    for (const who of [world.dev, world.out, world.guest, team]) expect(await actionsOf(world, who)).toEqual([])
    const people = await world.at(world.dev, 'GET', '/merge_requests/1/participants')
    expect((people.json as ReadonlyArray<Person>).map(({ id }) => id)).toEqual([
      world.dev.id,
      world.owner.id,
      world.maint.id,
    ])
  })

  it('in a note addresses members directly where a line begins with it, and not the author', async () => {
    await clear(world)
    const body = '@TOP/crew: look\n\n`@all`'
    const say = (who: Person) => world.at(who, 'POST', '/merge_requests/1/notes', { body })
    // Not a member of any group, so this one is hidden from them.
    expect((await say(team)).status).toBe(201)
    expect((await say(world.dev)).status).toBe(201)
    await comes(world, world.maint, ['directly_addressed MergeRequest 1'])
    expect(await actionsOf(world, team)).toEqual([])
    await clear(world)
    const own = { body: '@top/crew done' }
    expect((await world.at(world.maint, 'POST', '/merge_requests/1/notes', own)).status).toBe(201)
    const told = { title: 'x', description: '@maint' }
    expect((await world.at(world.dev, 'POST', '/issues', told)).status).toBe(201)
    await comes(world, world.maint, ['directly_addressed Issue 1'])
  })

  it('that the author cannot see mentions nobody', async () => {
    await clear(world)
    expect((await world.at(world.dev, 'POST', '/issues', { title: 'a', description: '@secret' })).status).toBe(201)
    expect((await world.at(world.owner, 'POST', '/issues', { title: 'b', description: '@secret' })).status).toBe(201)
    await comes(world, world.maint, ['directly_addressed Issue 3'])
  })

  it('@all mentions the members of the project, where a member writes it', async () => {
    await clear(world)
    const visibility = { visibility: 'public' }
    const { id: top } = (await world.ask(world.owner, 'GET', '/groups/top')).json as { readonly id: number }
    expect((await world.ask(world.owner, 'PUT', `/groups/${top}`, visibility)).status).toBe(200)
    expect((await world.ask(world.owner, 'PUT', `/projects/${world.projectId}`, visibility)).status).toBe(200)
    const all = { title: 'all', description: 'hello @all' }
    expect((await world.at(world.out, 'POST', '/issues', all)).status).toBe(201)
    expect((await world.at(world.dev, 'POST', '/issues', all)).status).toBe(201)
    for (const who of [world.owner, world.maint, world.guest, team]) await comes(world, who, ['mentioned Issue 5'])
    expect(await actionsOf(world, world.out)).toEqual([])
    expect(await actionsOf(world, world.dev)).toEqual([])
  })
})
