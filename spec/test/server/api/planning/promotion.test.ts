import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'

interface Thing {
  readonly id: number
  readonly iid: number
  readonly [key: string]: unknown
}

/** Labels and milestones of a project become those of its group (docs/reference/behaviour/planning.md#promotion). */
describe('promotion', () => {
  let world: World
  let other: number
  let own: number
  const make = async (path: string, json: object): Promise<Thing> => {
    const made = await world.ask(world.owner, 'POST', path, json)
    expect(made.status, made.text).toBe(201)
    return made.json as Thing
  }
  const read = async (path: string, query?: string) =>
    (await world.ask(world.owner, 'GET', path, undefined, query)).json as Thing

  beforeAll(async () => {
    world = await openMergeWorld()
    const group = await read('/groups/top')
    other = (await make('/projects', { name: 'Other', namespace_id: group.id })).id
    own = (await make('/projects', { name: 'Own' })).id
  })
  afterAll(() => world.close())

  it('makes a label of a project one of the group, and what bore its namesakes bears it', async () => {
    const at = `/projects/${world.projectId}`
    const label = await make(`${at}/labels`, { name: 'shared', color: '#ff0000', description: 'kept' })
    const namesake = await make(`/projects/${other}/labels`, { name: 'Shared', color: '#00ff00' })
    const wide = await make('/groups/top/labels', { name: 'SHARED', color: '#0000ff' })
    const elsewhere = await make(`/projects/${own}/labels`, { name: 'shared', color: '#0000ff' })
    const issue = await make(`/projects/${other}/issues`, { title: 'bears it', labels: 'Shared' })
    await world.ask(world.owner, 'POST', `/projects/${other}/labels/${namesake.id}/subscribe`)

    const promoted = await world.ask(world.owner, 'PUT', `${at}/labels/shared/promote`)
    expect(promoted.status, promoted.text).toBe(200)
    expect(promoted.json).toMatchObject({ id: label.id, name: 'shared', description: 'kept', subscribed: true })
    expect(promoted.json).not.toHaveProperty('is_project_label')

    const titles = async (path: string) =>
      ((await read(path)) as unknown as ReadonlyArray<Thing>).map(({ id, name }) => [id, name])
    expect(await titles('/groups/top/labels')).toEqual([[label.id, 'shared']])
    expect(await titles(`/projects/${other}/labels`)).toEqual([[label.id, 'shared']])
    expect(await titles(`/projects/${own}/labels`)).toEqual([[elsewhere.id, 'shared']])
    expect((await read(`/projects/${other}/issues/${issue.iid}`))['labels']).toEqual(['shared'])
    const found = await read(`/projects/${other}/issues`, 'labels=shared')
    expect(found).toMatchObject([{ iid: issue.iid }])
    const events = `/projects/${other}/issues/${issue.iid}/resource_label_events`
    expect(await read(events)).toMatchObject([{ action: 'add', label: { id: label.id } }])
    // Setting the same labels again is no change.
    await world.ask(world.owner, 'PUT', `/projects/${other}/issues/${issue.iid}`, { labels: 'shared' })
    expect(await read(events)).toMatchObject([{ action: 'add' }])
    expect((await world.ask(world.owner, 'GET', `/groups/top/labels/${wide.id}`)).status).toBe(404)
    // The title that the ended ones had is taken once only.
    expect((await world.at(world.owner, 'POST', '/labels', { name: 'shared', color: '#ff0000' })).status).toBe(409)
  })

  it('refuses a label that cannot be promoted', async () => {
    await make(`/projects/${own}/labels`, { name: 'alone', color: '#ff0000' })
    const alone = await world.ask(world.owner, 'PUT', `/projects/${own}/labels/alone/promote`)
    expect([alone.status, alone.json]).toEqual([400, { message: 'Failed to promote project label to group label' }])
    await make('/groups/top/labels', { name: 'wide', color: '#ff0000' })
    expect((await world.at(world.owner, 'PUT', '/labels/wide/promote')).status).toBe(404)
    expect((await world.at(world.owner, 'PUT', '/labels/none/promote')).status).toBe(404)
    await make(`/projects/${world.projectId}/labels`, { name: 'mine', color: '#ff0000' })
    expect((await world.at(world.guest, 'PUT', '/labels/mine/promote')).status).toBe(403)
    expect((await world.at(undefined, 'PUT', '/labels/mine/promote')).status).toBe(401)
    // What the other projects of the group have is not for those of one project to end.
    const member = await world.instance.person('of-one-project')
    await world.at(world.owner, 'POST', '/members', { user_id: member.id, access_level: 40 })
    const refused = await world.at(member, 'PUT', '/labels/mine/promote')
    expect([refused.status, refused.json]).toEqual([403, { message: '403 Forbidden' }])
  })

  it('makes a milestone of a project one of the group, and what had its namesakes has it', async () => {
    const at = `/projects/${world.projectId}`
    const milestone = await make(`${at}/milestones`, { title: '1.0', due_date: '2030-01-01', description: 'first' })
    const namesake = await make(`/projects/${other}/milestones`, { title: '1.0' })
    const wide = await make('/groups/top/milestones', { title: '1.0' })
    const issue = await make(`/projects/${other}/issues`, { title: 'planned', milestone_id: namesake.id })

    const promoted = await world.ask(world.owner, 'POST', `${at}/milestones/${milestone.id}/promote`)
    expect(promoted.status, promoted.text).toBe(200)
    const group = await read('/groups/top')
    expect(promoted.json).toMatchObject({
      id: milestone.id,
      group_id: group.id,
      title: '1.0',
      description: 'first',
      due_date: '2030-01-01',
    })
    expect((promoted.json as Thing).iid).not.toBe(wide.iid)
    expect(await read('/groups/top/milestones')).toMatchObject([{ id: milestone.id }])
    expect(await read(`/projects/${other}/milestones`)).toEqual([])
    expect(await read(`/projects/${other}/issues/${issue.iid}`)).toMatchObject({ milestone: { id: milestone.id } })
    expect(await read(`/projects/${other}/issues/${issue.iid}/resource_milestone_events`)).toMatchObject([
      { milestone: { id: milestone.id } },
    ])
    const again = await world.ask(world.owner, 'POST', `${at}/milestones/${milestone.id}/promote`)
    expect(again.status).toBe(404)
  })

  it('refuses a milestone that cannot be promoted', async () => {
    const alone = await make(`/projects/${own}/milestones`, { title: 'alone' })
    expect((await world.ask(world.owner, 'POST', `/projects/${own}/milestones/${alone.id}/promote`)).status).toBe(403)
    const mine = await make(`/projects/${world.projectId}/milestones`, { title: 'mine' })
    expect((await world.at(world.guest, 'POST', `/milestones/${mine.id}/promote`)).status).toBe(403)
    expect((await world.at(world.owner, 'POST', '/milestones/99999/promote')).status).toBe(404)
    const inside = await world.instance.person('inside')
    await world.at(world.owner, 'POST', '/members', { user_id: inside.id, access_level: 40 })
    expect((await world.at(inside, 'POST', `/milestones/${mine.id}/promote`)).status).toBe(403)
  })
})
