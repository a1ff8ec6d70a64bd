import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Record<string, unknown>

let world: TestInstance
let dev: string
let devId: number
let guest: string
let group: number
let project: number

const api = (path: string): string => `/api/v4${path}`
const ask = async (method: string, path: string, as: string, json?: unknown, query?: string) => {
  const answer = await world.ask(method, api(path), {
    as,
    json,
    ...(query === undefined ? {} : { query }),
  })
  return { status: answer.status, json: answer.json as Json, list: answer.json as ReadonlyArray<Json> }
}

beforeAll(async () => {
  world = await openTestInstance()
  const [one, two] = [await world.person('dev'), await world.person('visitor')]
  ;[dev, devId, guest] = [one.token, one.id, two.token]
  group = (await ask('POST', '/groups', world.root, { name: 'G', path: 'g' })).json['id'] as number
  project = (await ask('POST', '/projects', world.root, { name: 'app', namespace_id: group })).json['id'] as number
  await ask('POST', `/groups/${group}/members`, world.root, { user_id: devId, access_level: 30 })
  await ask('POST', `/projects/${project}/members`, world.root, { user_id: two.id, access_level: 10 })
})
afterAll(() => world.close())

describe('labels', () => {
  it('are made once for each title, whatever its case', async () => {
    const made = await ask('POST', `/projects/${project}/labels`, dev, {
      name: 'bug',
      color: 'red',
      description: 'a *b*',
    })
    expect(made.status).toBe(201)
    expect(made.json).toEqual({
      id: expect.any(Number),
      name: 'bug',
      description: 'a *b*',
      description_html: 'a <em>b</em>',
      text_color: '#FFFFFF',
      color: '#ff0000',
      subscribed: false,
      priority: null,
      is_project_label: true,
    })
    const again = await ask('POST', `/projects/${project}/labels`, dev, { name: 'BUG', color: '#000' })
    expect([again.status, again.json]).toEqual([409, { message: 'Label already exists' }])
  })

  it.each([
    [{ name: 'x' }, { error: 'color is missing' }],
    [{ name: 'x', color: 'nothing' }, { message: { color: ['must be a valid color code'] } }],
    [{ name: 'a,b', color: 'red' }, { message: { title: ['is invalid'] } }],
    [{ name: ' ', color: 'red' }, { message: { title: ["can't be blank"] } }],
  ])('refuses %j', async (body, refusal) => {
    const answer = await ask('POST', `/projects/${project}/labels`, dev, body)
    expect([answer.status, answer.json]).toEqual([400, refusal])
  })

  it('of a group are used by its projects and changed by the group alone', async () => {
    const made = await ask('POST', `/groups/${group}/labels`, dev, { name: 'all', color: '#ffffff' })
    expect([made.status, made.json['text_color']]).toEqual([201, '#1F1E24'])
    const list = await ask('GET', `/projects/${project}/labels`, dev, undefined, 'with_counts=true')
    expect(list.list.map((one) => [one['name'], one['is_project_label']])).toEqual([
      ['all', false],
      ['bug', true],
    ])
    expect((await ask('DELETE', `/projects/${project}/labels/all`, dev)).status).toBe(403)
    const taken = await ask('POST', `/projects/${project}/labels`, dev, { name: 'All', color: 'red' })
    expect(taken.status).toBe(409)
  })

  it('can be renamed, and the old title is free then', async () => {
    const path = `/projects/${project}/labels`
    expect((await ask('PUT', `${path}/bug`, dev, {})).json).toEqual({
      error: 'new_name, color, description, priority are missing, at least one parameter must be provided',
    })
    const renamed = await ask('PUT', `${path}/bug`, dev, { new_name: 'fault', priority: 1 })
    expect([renamed.status, renamed.json['name'], renamed.json['priority']]).toEqual([200, 'fault', 1])
    expect((await ask('POST', path, dev, { name: 'bug', color: 'red' })).status).toBe(201)
    expect((await ask('PUT', `${path}/bug`, dev, { new_name: 'Fault' })).status).toBe(409)
    expect((await ask('DELETE', `${path}/bug`, dev)).status).toBe(204)
    expect((await ask('GET', `${path}/bug`, dev)).json).toEqual({ message: '404 Label Not Found' })
  })

  it('are followed once', async () => {
    const path = `/projects/${project}/labels/fault`
    expect((await ask('POST', `${path}/subscribe`, dev)).json['subscribed']).toBe(true)
    expect((await ask('POST', `${path}/subscribe`, dev)).status).toBe(304)
    expect((await ask('POST', `${path}/unsubscribe`, dev)).json['subscribed']).toBe(false)
  })

  it('are made by reporters and above', async () => {
    expect((await ask('POST', `/projects/${project}/labels`, guest, { name: 'g', color: 'red' })).status).toBe(403)
    expect((await ask('GET', `/projects/${project}/labels`, guest)).status).toBe(200)
  })
})

describe('milestones', () => {
  it('have a global number and one in their project', async () => {
    const made = await ask('POST', `/projects/${project}/milestones`, dev, { title: 'v1', due_date: '2022-08-30' })
    expect([made.status, made.json['iid'], made.json['expired'], made.json['web_url']]).toEqual([
      201,
      1,
      false,
      'http://forge.test/g/app/-/milestones/1',
    ])
    const ofGroup = await ask('POST', `/groups/${group}/milestones`, dev, { title: 'v2' })
    expect([ofGroup.status, ofGroup.json['group_id'], ofGroup.json['iid']]).toEqual([201, group, 1])
    expect((await ask('GET', `/groups/${group}/milestones/${String(made.json['id'])}`, dev)).status).toBe(404)
  })

  it('refuse a title that is taken, also above, and dates that run backwards', async () => {
    const path = `/projects/${project}/milestones`
    const taken = 'Failed to create milestone {:title=>["already being used for another group or project milestone."]}'
    for (const title of ['v1', 'v2']) expect((await ask('POST', path, dev, { title })).json).toEqual({ message: taken })
    const backwards = await ask('POST', path, dev, { title: 'x', start_date: '2022-02-02', due_date: '2022-02-01' })
    expect([backwards.status, backwards.json]).toEqual([
      400,
      { message: 'Failed to create milestone {:due_date=>["must be greater than start date"]}' },
    ])
  })

  it('are closed and found by state', async () => {
    const path = `/projects/${project}/milestones`
    const [one] = (await ask('GET', path, dev, undefined, 'title=v1')).list
    const closed = await ask('PUT', `${path}/${String(one?.['id'])}`, dev, { state_event: 'close' })
    expect(closed.json['state']).toBe('closed')
    expect((await ask('GET', path, dev, undefined, 'state=active')).list).toEqual([])
    const parents = await ask('GET', path, dev, undefined, 'include_parent_milestones=true&state=active')
    expect(parents.list.map((row) => row['title'])).toEqual(['v2'])
  })
})

describe('issues', () => {
  it('are opened with labels, milestone and assignees', async () => {
    const [milestone] = (await ask('GET', `/projects/${project}/milestones`, dev)).list
    const made = await ask('POST', `/projects/${project}/issues`, dev, {
      title: ' First ',
      description: '- [x] a\n- [ ] b',
      labels: 'fault,new',
      milestone_id: milestone?.['id'],
      assignee_ids: [devId],
      due_date: '2022-09-01',
    })
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({
      iid: 1,
      title: 'First',
      state: 'opened',
      labels: ['fault', 'new'],
      milestone: { title: 'v1' },
      assignee: { username: 'dev' },
      due_date: '2022-09-01',
      task_completion_status: { count: 2, completed_count: 1 },
      references: { short: '#1', relative: '#1', full: 'g/app#1' },
      subscribed: true,
      merge_requests_count: 0,
      web_url: 'http://forge.test/g/app/-/issues/1',
    })
    const counted = await ask('GET', `/projects/${project}/labels`, dev, undefined, 'with_counts=true&search=fault')
    expect(counted.list.map((row) => row['open_issues_count'])).toEqual([1])
  })

  it('take only title and description from guests', async () => {
    const made = await ask('POST', `/projects/${project}/issues`, guest, { title: 'Second', labels: 'fault,mine' })
    expect([made.status, made.json['iid'], made.json['labels']]).toEqual([201, 2, []])
  })

  it.each([
    ['labels=fault', [1]],
    ['labels=Any', [1]],
    ['labels=None', [2]],
    ['milestone=v1', [1]],
    ['milestone=None', [2]],
    ['assignee_id=None', [2]],
    ['search=first', [1]],
    ['iids[]=2', [2]],
    ['state=closed', []],
    ['scope=created_by_me', [1]],
    ['author_username=visitor', [2]],
    ['order_by=title&sort=asc', [1, 2]],
  ])('are found by %s', async (query, iids) => {
    const found = await ask('GET', `/projects/${project}/issues`, dev, undefined, query)
    expect([found.status, found.list.map((row) => row['iid'])]).toEqual([200, iids])
  })

  it('are those of the caller in the global list, by full reference', async () => {
    const found = await ask('GET', '/issues', dev, undefined, 'state=opened&scope=created_by_me&per_page=100')
    expect(found.list.map((row) => (row['references'] as Json)['relative'])).toEqual(['g/app#1'])
  })

  it('are closed and reopened, and confidential ones are hidden', async () => {
    const path = `/projects/${project}/issues/1`
    const closed = await ask('PUT', path, dev, { state_event: 'close' })
    expect([closed.json['state'], (closed.json['closed_by'] as Json)['username']]).toEqual(['closed', 'dev'])
    const open = await ask('PUT', path, dev, { state_event: 'reopen', confidential: true })
    expect([open.json['state'], open.json['closed_at']]).toEqual(['opened', null])
    expect((await ask('GET', path, guest)).status).toBe(404)
    expect((await ask('GET', `/projects/${project}/issues`, guest)).list.map((row) => row['iid'])).toEqual([2])
    expect((await ask('DELETE', path, dev)).status).toBe(403)
    expect((await ask('DELETE', path, world.root)).status).toBe(204)
    expect((await ask('GET', path, dev)).json).toEqual({ message: '404 Not found' })
  })
})
