import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'

/** Upkeep of repositories (docs/reference/behaviour/git.md#housekeeping-and-storage), and the people of a project. */
describe('upkeep of a repository', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    await world.commit('main', { 'a.txt': 'a' })
  })
  afterAll(() => world.close())

  it.each(['eager', 'prune'])('begins at once: %s', async (task) => {
    const begun = await world.at(world.maint, 'POST', '/housekeeping', { task })
    expect([begun.status, begun.json]).toEqual([201, null])
    expect((await world.at(world.dev, 'GET', '/repository/files/a.txt', undefined, 'ref=main')).status).toBe(200)
  })

  it('is for maintainers, and knows two tasks', async () => {
    expect((await world.at(world.dev, 'POST', '/housekeeping')).status).toBe(403)
    expect((await world.at(undefined, 'POST', '/housekeeping')).status).toBe(401)
    expect((await world.at(world.out, 'POST', '/housekeeping')).status).toBe(404)
    const refused = await world.at(world.maint, 'POST', '/housekeeping', { task: 'other' })
    expect([refused.status, refused.json]).toEqual([400, { error: 'task does not have a valid value' }])
  })

  it('tells administrators where it lies', async () => {
    const root = { id: 1, token: world.instance.root }
    const told = await world.at(root, 'GET', '/storage')
    expect(told.json).toEqual({
      project_id: world.projectId,
      disk_path: expect.stringMatching(new RegExp(`^repositories/../../${world.projectId}$`)),
      created_at: expect.any(String),
      repository_storage: 'default',
    })
    expect((await world.at(world.owner, 'GET', '/storage')).status).toBe(403)
    expect((await world.ask(root, 'GET', '/projects/99999/storage')).status).toBe(404)
  })
})

describe('people of a project', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
  })
  afterAll(() => world.close())

  it('are its members, inherited ones too', async () => {
    const names = async (query = '') => {
      const { json } = await world.at(world.dev, 'GET', '/users', undefined, query)
      return (json as ReadonlyArray<{ readonly username: string }>).map(({ username }) => username)
    }
    expect(await names()).toEqual(['owner', 'maint', 'dev', 'guest'])
    expect(await names('search=main')).toEqual(['maint'])
    expect(await names(`skip_users[]=${world.dev.id}&skip_users[]=${world.guest.id}`)).toEqual(['owner', 'maint'])
    expect(await names('per_page=2&page=2')).toEqual(['dev', 'guest'])
    expect((await world.at(world.out, 'GET', '/users')).status).toBe(404)
  })
})
