import { makeMovableClock } from '@forgefold/adapters/clock'
import type { Instant } from '@forgefold/core/kernel'
import { type Answered, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, describe, expect, it } from 'vitest'

const open: Array<TestInstance> = []
afterEach(async () => {
  for (const instance of open.splice(0)) await instance.close()
})

const idOf = ({ json }: Answered): number => (json as { readonly id: number }).id

const begin = async (release = '15.3') => {
  const clock = makeMovableClock('2022-08-22T12:00:00.000Z' as Instant)
  const instance = await openTestInstance({ release, more: { clock, movableClock: clock } })
  open.push(instance)
  const ask = (method: string, path: string, json?: unknown) =>
    instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
  const set = async (json: object): Promise<void> => {
    expect(await ask('PUT', '/application/settings', json)).toMatchObject({ status: 200 })
  }
  const days = async (count: number): Promise<void> => {
    const json = { advance: count * 86400 }
    expect((await instance.ask('PUT', '/-/clock', { as: instance.root, json })).status).toBe(200)
  }
  const make = async (name: string, more: object = {}): Promise<number> =>
    idOf(await ask('POST', '/projects', { name, path: name, initialize_with_readme: true, ...more }))
  const there = async (id: number): Promise<boolean> => (await ask('GET', `/projects/${id}`)).status === 200
  /** The days on which a project was warned of its end. */
  const warnings = async (id: number): Promise<ReadonlyArray<string>> => {
    const history = await instance.forge.events.readAll({ limit: 100_000 })
    if (history.kind !== 'Read') return []
    return history.events
      .filter(({ type, stream }) => type === 'ProjectWarnedOfDeletion' && stream === `project-${id}`)
      .map(({ data }) => (data as { readonly at: string }).at.slice(0, 10))
  }
  return { instance, ask, set, days, make, there, warnings }
}

/** Bytes that do not get smaller by being packed, the same each time. */
const noise = (length: number): Buffer => {
  let state = 1
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      return (state >> 16) & 255
    }),
  )
}

const commit = (branch: string) => ({
  branch,
  commit_message: 'More',
  actions: [{ action: 'create', file_path: `${branch}.txt`, content: 'a' }],
})

describe('projects in which nothing happens', () => {
  it('are left alone unless they are to be deleted', async () => {
    const { days, make, there, warnings } = await begin()
    const project = await make('quiet')
    await days(900)
    expect(await there(project)).toBe(true)
    expect(await warnings(project)).toEqual([])
  })

  it('are warned of first, and deleted when the rest of the period is over', async () => {
    const { set, days, make, there, warnings } = await begin()
    const project = await make('quiet')
    await set({ delete_inactive_projects: true })
    await days(30)
    expect(await warnings(project)).toEqual([])
    await days(2)
    expect(await warnings(project)).toEqual(['2022-09-23'])
    await days(29)
    expect(await there(project)).toBe(true)
    expect(await warnings(project)).toEqual(['2022-09-23'])
    await days(1)
    expect(await there(project)).toBe(false)
  })

  it('are never deleted without a warning, however long they have been quiet', async () => {
    const { set, days, make, there, warnings } = await begin()
    const project = await make('quiet')
    await days(900)
    await set({
      delete_inactive_projects: true,
      inactive_projects_delete_after_months: 14,
      inactive_projects_send_warning_email_after_months: 12,
    })
    await days(1)
    expect(await warnings(project)).toEqual(['2025-02-08'])
    await days(58)
    expect(await there(project)).toBe(true)
    await days(2)
    expect(await there(project)).toBe(false)
  })

  it.each([
    ['a commit', 'POST', '/repository/commits', commit('main')],
    ['an issue', 'POST', '/issues', { title: 'Still here' }],
    ['another description', 'PUT', '', { description: 'Still used' }],
  ] as const)('are warned of anew after %s', async (_, method, path, json) => {
    const { ask, set, days, make, there, warnings } = await begin()
    const project = await make('quiet')
    await set({ delete_inactive_projects: true })
    await days(40)
    expect(await warnings(project)).toEqual(['2022-10-01'])
    expect((await ask(method, `/projects/${project}${path}`, json)).status).toBeLessThan(300)
    await days(30)
    expect(await there(project)).toBe(true)
    await days(10)
    expect(await warnings(project)).toEqual(['2022-10-01', '2022-11-10'])
    await days(29)
    expect(await there(project)).toBe(true)
    await days(2)
    expect(await there(project)).toBe(false)
  })

  it('are put off where deletions are, and warned of no more while they wait', async () => {
    const { ask, set, days, make, there, warnings } = await begin()
    const group = idOf(await ask('POST', '/groups', { name: 'Group', path: 'group' }))
    const project = await make('quiet', { namespace_id: group })
    await set({
      delete_inactive_projects: true,
      delayed_group_deletion: true,
      delayed_project_deletion: true,
      deletion_adjourned_period: 60,
    })
    await days(40)
    await days(32)
    expect(await ask('GET', `/projects/${project}`)).toMatchObject({
      json: { marked_for_deletion_on: '2022-11-02', archived: true },
    })
    await days(50)
    expect(await warnings(project)).toEqual(['2022-10-01'])
    expect((await ask('POST', `/projects/${project}/restore`)).status).toBe(201)
    await days(20)
    expect(await there(project)).toBe(true)
    await days(20)
    expect(await warnings(project)).toHaveLength(2)
  })

  it('have to be larger than the settings say', async () => {
    const { instance, set, days, make, there, warnings } = await begin()
    const [small, large] = [await make('small'), await make('large')]
    await set({ delete_inactive_projects: true, inactive_projects_min_size_mb: 1 })
    const content = noise(1_500_000).toString('base64')
    const json = { branch: 'main', commit_message: 'Large', actions: [{ action: 'create', file_path: 'x', content }] }
    const path = `/api/v4/projects/${large}/repository/commits`
    expect((await instance.ask('POST', path, { as: instance.root, json })).status).toBe(201)
    await days(40)
    expect([await warnings(small), await warnings(large)]).toEqual([[], ['2022-10-01']])
    await days(40)
    expect([await there(small), await there(large)]).toEqual([true, false])
  })

  it('are warned of anew where the setting was switched off in between', async () => {
    const { set, days, make, there, warnings } = await begin()
    const project = await make('quiet')
    await set({ delete_inactive_projects: true })
    await days(40)
    await set({ delete_inactive_projects: false })
    await days(100)
    await set({ delete_inactive_projects: true })
    await days(1)
    expect(await there(project)).toBe(true)
    expect(await warnings(project)).toEqual(['2022-10-01', '2023-01-10'])
  })

  it('are unknown to releases without the setting', async () => {
    const { set, days, make, there, warnings } = await begin('14.9')
    const project = await make('quiet')
    await set({ delete_inactive_projects: true, signup_enabled: true })
    await days(40)
    await days(40)
    expect([await there(project), await warnings(project)]).toEqual([true, []])
  })
})
