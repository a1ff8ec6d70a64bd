import { makeMovableClock } from '@forgefold/adapters/clock'
import type { Tier } from '@forgefold/core/app'
import type { Instant } from '@forgefold/core/kernel'
import { type Answered, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, describe, expect, it } from 'vitest'

interface World {
  readonly instance: TestInstance
  readonly ask: (method: string, path: string, json?: unknown, as?: string) => Promise<Answered>
  readonly days: (count: number) => Promise<void>
  readonly set: (json: unknown) => Promise<void>
}

const open: Array<TestInstance> = []
afterEach(async () => {
  for (const instance of open.splice(0)) await instance.close()
})

const world = async (release = '15.3', tier: Tier = 'ultimate'): Promise<World> => {
  const clock = makeMovableClock('2022-08-22T12:00:00.000Z' as Instant)
  const instance = await openTestInstance({ release, tier, more: { clock, movableClock: clock } })
  open.push(instance)
  const ask: World['ask'] = (method, path, json, as = instance.root) =>
    instance.ask(method, `/api/v4${path}`, { as, json })
  return {
    instance,
    ask,
    days: async (count) => {
      const json = { advance: count * 86400 }
      expect(await instance.ask('PUT', '/-/clock', { as: instance.root, json })).toMatchObject({ status: 200 })
    },
    set: async (json) => {
      expect(await ask('PUT', '/application/settings', json)).toMatchObject({ status: 200 })
    },
  }
}

const idOf = ({ json }: Answered): number => (json as { readonly id: number }).id

/** A group with a project in it. */
const seeded = async ({ ask }: World) => {
  const group = idOf(await ask('POST', '/groups', { name: 'Group', path: 'group' }))
  const made = { name: 'Project', path: 'project', namespace_id: group, initialize_with_readme: true }
  return { group, project: idOf(await ask('POST', '/projects', made)) }
}

const BOTH = { delayed_group_deletion: true, delayed_project_deletion: true }
const accepted = { status: 202, json: { message: '202 Accepted' } }

describe('a project whose deletion is put off', () => {
  it('waits under another name, read-only, for as many days as the settings say', async () => {
    const there = await world()
    const { ask, set, days, instance } = there
    const { project } = await seeded(there)
    await set({ ...BOTH, deletion_adjourned_period: 3 })
    expect(await ask('DELETE', `/projects/${project}`)).toMatchObject(accepted)
    const marked = {
      name: `Project-deleted-${project}`,
      path: `project-deleted-${project}`,
      path_with_namespace: `group/project-deleted-${project}`,
      archived: true,
      marked_for_deletion_at: '2022-08-22',
      marked_for_deletion_on: '2022-08-22',
    }
    expect(await ask('GET', `/projects/${project}`)).toMatchObject({ status: 200, json: marked })
    expect(await ask('GET', '/projects')).toMatchObject({ json: [marked] })
    expect((await ask('GET', '/projects/group%2Fproject')).status).toBe(404)
    const actions = [{ action: 'create', file_path: 'a', content: 'a' }]
    const commit = { branch: 'main', commit_message: 'A', actions }
    expect((await ask('POST', `/projects/${project}/repository/commits`, commit)).status).toBe(403)
    expect(await ask('POST', `/projects/${project}/unarchive`)).toMatchObject({
      status: 400,
      json: { message: 'Project is marked for deletion: restore it instead.' },
    })
    expect(await ask('DELETE', `/projects/${project}`)).toMatchObject(accepted)
    await days(2)
    expect((await ask('GET', `/projects/${project}`)).status).toBe(200)
    await days(1)
    expect((await ask('GET', `/projects/${project}`)).status).toBe(404)
    expect(instance.forge.read.projects.byId(project)).toBe(undefined)
  })

  it('is restored with all it had', async () => {
    const there = await world()
    const { ask, set, days } = there
    const { group, project } = await seeded(there)
    await set(BOTH)
    const before = (await ask('GET', `/projects/${project}`)).json as object
    await ask('DELETE', `/projects/${project}`)
    const restored = await ask('POST', `/projects/${project}/restore`)
    expect(restored.status).toBe(201)
    expect(restored.json).toEqual(before)
    await days(30)
    expect((await ask('GET', '/projects/group%2Fproject')).status).toBe(200)
    expect((await ask('POST', `/projects/${project}/restore`)).status).toBe(201)

    await ask('POST', `/projects/${project}/archive`)
    await ask('DELETE', `/projects/${project}`)
    expect(await ask('POST', `/projects/${project}/restore`)).toMatchObject({ json: { archived: true } })

    await ask('DELETE', `/projects/${project}`)
    expect((await ask('POST', '/projects', { name: 'New', path: 'project', namespace_id: group })).status).toBe(201)
    expect(await ask('POST', `/projects/${project}/restore`)).toMatchObject({
      status: 400,
      json: { message: { path: ['has already been taken'] } },
    })
    expect(await ask('GET', `/projects/${project}`)).toMatchObject({ json: { marked_for_deletion_on: '2022-09-21' } })
  })

  it('is restored and ended by its owners only', async () => {
    const there = await world()
    const { ask, set, instance } = there
    const { project } = await seeded(there)
    await set(BOTH)
    const ann = await instance.person('ann')
    await ask('POST', `/projects/${project}/members`, { user_id: ann.id, access_level: 40 })
    await ask('DELETE', `/projects/${project}`)
    expect((await ask('POST', `/projects/${project}/restore`, undefined, ann.token)).status).toBe(403)
    const ben = await instance.person('ben')
    expect((await ask('POST', `/projects/${project}/restore`, undefined, ben.token)).status).toBe(404)
    expect((await instance.ask('POST', `/api/v4/projects/${project}/restore`)).status).toBe(401)
  })

  it('ends at once from 15.11 on, where that is asked for with its whole path', async () => {
    const there = await world('15.11')
    const { ask, set } = there
    const { project } = await seeded(there)
    await set(BOTH)
    const remove = (json: unknown) => ask('DELETE', `/projects/${project}`, json)
    const refused = (message: string) => ({ status: 400, json: { message } })
    expect(await remove({ permanently_remove: true, full_path: 'group/project' })).toMatchObject(
      refused('Project must be marked for deletion first.'),
    )
    expect(await remove({})).toMatchObject(accepted)
    expect(await remove({ permanently_remove: true, full_path: 'group/project' })).toMatchObject(
      refused('`full_path` is incorrect. You must enter the complete path for the project.'),
    )
    const whole = `group/project-deleted-${project}`
    expect(await remove({ permanently_remove: true, full_path: whole })).toMatchObject(accepted)
    expect((await ask('GET', `/projects/${project}`)).status).toBe(404)
  })

  it('does not end at once before 15.11', async () => {
    const there = await world('15.10')
    const { ask, set } = there
    const { project } = await seeded(there)
    await set(BOTH)
    await ask('DELETE', `/projects/${project}`)
    await ask('DELETE', `/projects/${project}`, {
      permanently_remove: true,
      full_path: `group/project-deleted-${project}`,
    })
    expect((await ask('GET', `/projects/${project}`)).status).toBe(200)
  })
})

describe('a project that is deleted at once', () => {
  const gone = async ({ ask }: World, project: number): Promise<void> => {
    expect(await ask('DELETE', `/projects/${project}`)).toMatchObject(accepted)
    expect((await ask('GET', `/projects/${project}`)).status).toBe(404)
  }

  it('is one in a group where the flag is off', async () => {
    const there = await world()
    await gone(there, (await seeded(there)).project)
  })

  it("is one in a user's own place, whatever the settings say", async () => {
    const there = await world()
    await there.set(BOTH)
    await gone(there, idOf(await there.ask('POST', '/projects', { name: 'own' })))
  })

  it('is every one on the free tier', async () => {
    const there = await world('16.0', 'free')
    const { project } = await seeded(there)
    const read = await there.ask('GET', `/projects/${project}`)
    expect(read.json).not.toHaveProperty('marked_for_deletion_on')
    expect((await there.ask('POST', `/projects/${project}/restore`)).status).toBe(404)
    await gone(there, project)
  })

  it('is one where a period of 0 says so before 15.1', async () => {
    const there = await world('15.0')
    await there.set({ ...BOTH, deletion_adjourned_period: 0 })
    await gone(there, (await seeded(there)).project)
  })

  it('is one where a period of 0 has turned the flags off from 15.1 on', async () => {
    const there = await world('15.1')
    await there.set(BOTH)
    await there.set({ deletion_adjourned_period: 0 })
    await gone(there, (await seeded(there)).project)
  })
})

describe('the flags of a release', () => {
  const marksProject = async (release: string, settings: unknown): Promise<boolean> => {
    const there = await world(release)
    if (settings !== undefined) await there.set(settings)
    const { project } = await seeded(there)
    await there.ask('DELETE', `/projects/${project}`)
    return (await there.ask('GET', `/projects/${project}`)).status === 200
  }
  const marksGroup = async (release: string, settings: unknown): Promise<boolean> => {
    const there = await world(release)
    if (settings !== undefined) await there.set(settings)
    const { group } = await seeded(there)
    await there.ask('DELETE', `/groups/${group}`)
    return (await there.ask('GET', `/groups/${group}`)).status === 200
  }

  it('put off projects while they are there, and all are put off once they are gone', async () => {
    expect(await marksProject('15.11', undefined)).toBe(false)
    expect(await marksProject('15.11', BOTH)).toBe(true)
    expect(await marksProject('16.0', undefined)).toBe(true)
  })

  it('need each other from 15.1 on', async () => {
    const alone = { delayed_project_deletion: true, delayed_group_deletion: false }
    expect(await marksProject('15.0', alone)).toBe(true)
    const there = await world('15.1')
    expect(await there.ask('PUT', '/application/settings', alone)).toMatchObject({
      status: 400,
      json: { message: { delayed_project_deletion: expect.any(Array) } },
    })
  })

  it('put off groups from 15.0 on; before and after them all groups are put off', async () => {
    expect(await marksGroup('14.10', undefined)).toBe(true)
    expect(await marksGroup('14.10', { deletion_adjourned_period: 0 })).toBe(false)
    expect(await marksGroup('15.0', undefined)).toBe(true)
    expect(await marksGroup('15.0', { delayed_group_deletion: false })).toBe(false)
    expect(await marksGroup('15.11', { delayed_group_deletion: false })).toBe(false)
    expect(await marksGroup('16.0', undefined)).toBe(true)
  })
})

describe('a group whose deletion is put off', () => {
  it('stays as it is until its end, which takes everything in it along', async () => {
    const there = await world()
    const { ask, days } = there
    const { group, project } = await seeded(there)
    expect(await ask('GET', `/groups/${group}`)).toMatchObject({ json: { marked_for_deletion_on: null } })
    expect(await ask('DELETE', `/groups/${group}`)).toMatchObject(accepted)
    expect(await ask('GET', '/groups/group')).toMatchObject({ json: { marked_for_deletion_on: '2022-08-22' } })
    expect(await ask('GET', '/groups')).toMatchObject({ json: [{ marked_for_deletion_on: '2022-08-22' }] })
    expect(await ask('DELETE', `/groups/${group}`)).toMatchObject({
      status: 400,
      json: { message: 'Group has been already marked for deletion' },
    })
    expect(await ask('GET', `/projects/${project}`)).toMatchObject({ json: { marked_for_deletion_on: null } })
    await days(6)
    expect((await ask('GET', `/projects/${project}`)).status).toBe(200)
    await days(1)
    expect((await ask('GET', `/groups/${group}`)).status).toBe(404)
    expect((await ask('GET', `/projects/${project}`)).status).toBe(404)
  })

  it('is restored', async () => {
    const there = await world()
    const { ask, days } = there
    const { group } = await seeded(there)
    expect(await ask('POST', `/groups/${group}/restore`)).toMatchObject({
      status: 400,
      json: { message: 'Group has not been marked for deletion' },
    })
    await ask('DELETE', `/groups/${group}`)
    expect(await ask('POST', `/groups/${group}/restore`)).toMatchObject({
      status: 201,
      json: { id: group, marked_for_deletion_on: null },
    })
    await days(30)
    expect((await ask('GET', `/groups/${group}`)).status).toBe(200)
  })

  it('ends at once from 15.4 on where it is a subgroup and its whole path is given', async () => {
    const there = await world('15.4')
    const { ask } = there
    const { group } = await seeded(there)
    const below = idOf(await ask('POST', '/groups', { name: 'Sub', path: 'sub', parent_id: group }))
    const remove = (id: number, full_path: string) =>
      ask('DELETE', `/groups/${id}`, { permanently_remove: true, full_path })
    const refused = (message: string) => ({ status: 400, json: { message } })
    expect(await remove(group, 'group')).toMatchObject(
      refused('`permanently_remove` option is only available for subgroups.'),
    )
    expect(await remove(below, 'group/sub')).toMatchObject(refused('Group must be marked for deletion first.'))
    await ask('DELETE', `/groups/${below}`)
    expect(await remove(below, 'sub')).toMatchObject(
      refused('`full_path` is incorrect. You must enter the complete path for the subgroup.'),
    )
    expect(await remove(below, 'group/sub')).toMatchObject(accepted)
    expect((await ask('GET', `/groups/${below}`)).status).toBe(404)
  })

  it('does not end at once before 15.4', async () => {
    const there = await world('15.3')
    const { ask } = there
    const { group } = await seeded(there)
    const below = idOf(await ask('POST', '/groups', { name: 'Sub', path: 'sub', parent_id: group }))
    await ask('DELETE', `/groups/${below}`)
    const again = await ask('DELETE', `/groups/${below}`, { permanently_remove: true, full_path: 'group/sub' })
    expect(again).toMatchObject({ status: 400, json: { message: 'Group has been already marked for deletion' } })
  })
})
