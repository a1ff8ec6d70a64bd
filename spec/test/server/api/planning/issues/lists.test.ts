import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from '../../review/merge-requests/world.js'

interface Issue {
  readonly iid: number
  readonly references: { readonly relative: string }
}

describe('lists of issues', () => {
  let world: World
  let other: number

  const write = async (path: string, json: object, who: Person): Promise<void> => {
    const answered = await world.at(who, 'POST', path, json)
    expect(answered.status, answered.text).toBe(201)
  }

  beforeAll(async () => {
    world = await openMergeWorld()
    const milestones = [
      { title: 'v1', due_date: '2022-09-01', start_date: '2022-08-01' },
      { title: 'v2', due_date: '2023-09-01' },
    ]
    const ids: Array<number> = []
    for (const milestone of milestones) {
      const made = await world.at(world.maint, 'POST', '/milestones', milestone)
      ids.push((made.json as { readonly id: number }).id)
    }
    for (const [name, priority] of [
      ['bug', 2],
      ['ui', 1],
      ['later', null],
    ])
      await world.at(world.maint, 'POST', '/labels', { name, color: '#ff0000', priority })
    const issues = [
      {
        title: 'Zebra crossing',
        labels: 'bug,ui',
        milestone_id: ids[0],
        assignee_ids: [world.dev.id],
        due_date: '2022-08-22',
      },
      { title: 'apple pie', description: 'a zebra eats', labels: 'bug', assignee_ids: [world.dev.id, world.maint.id] },
      { title: 'Mango', labels: 'later', milestone_id: ids[1], due_date: '2022-08-20' },
      { title: 'Secret', confidential: true, due_date: '2022-10-01' },
    ]
    for (const [index, issue] of issues.entries()) await write('/issues', issue, index === 2 ? world.maint : world.dev)
    await write('/issues', { title: 'From a guest' }, world.guest)
    await write('/issues/1/award_emoji', { name: 'thumbsup' }, world.maint)
    await write('/issues/2/award_emoji', { name: 'tada' }, world.dev)
    expect((await world.at(world.dev, 'PUT', '/issues/2', { state_event: 'close' })).status).toBe(200)
    const made = await world.ask(world.dev, 'POST', '/projects', { name: 'Other', path: 'other' })
    other = (made.json as { readonly id: number }).id
    const there = await world.ask(world.dev, 'POST', `/projects/${other}/issues`, { title: 'Elsewhere' })
    expect(there.status, there.text).toBe(201)
  })
  afterAll(() => world.close())

  const found = async (query: string, who = world.dev, path = `/projects/${world.projectId}/issues`) => {
    const answered = await world.ask(who, 'GET', path, undefined, query)
    expect(answered.status, answered.text).toBe(200)
    return answered.json as ReadonlyArray<Issue>
  }
  const iids = async (query: string, who?: Person) => (await found(query, who)).map(({ iid }) => iid)

  it.each([
    ['', [5, 4, 3, 2, 1]],
    ['sort=asc', [1, 2, 3, 4, 5]],
    ['state=opened', [5, 4, 3, 1]],
    ['state=closed', [2]],
    ['labels=bug', [2, 1]],
    ['labels=bug,ui', [1]],
    ['labels=BUG', [2, 1]],
    ['labels=nowhere', []],
    ['labels=None', [5, 4]],
    ['labels=any', [3, 2, 1]],
    ['not[labels]=bug', [5, 4, 3]],
    ['not[labels]=bug,later', [5, 4]],
    ['milestone=v1', [1]],
    ['milestone=None', [5, 4, 2]],
    ['milestone=any', [3, 1]],
    ['milestone=%23upcoming', [1]],
    ['milestone_id=Started', [1]],
    ['milestone_id=None', [5, 4, 2]],
    ['not[milestone]=v1', [5, 4, 3, 2]],
    ['assignee_id=None', [5, 4, 3]],
    ['assignee_id=0', [5, 4, 3]],
    ['assignee_id=any', [2, 1]],
    ['assignee_username[]=dev', [2, 1]],
    ['assignee_username[]=dev&assignee_username[]=maint', [2]],
    ['assignee_username=nobody', []],
    ['not[assignee_username]=maint', [5, 4, 3, 1]],
    ['not[assignee_username]=nobody', []],
    ['author_username=maint', [3]],
    ['author_username=nobody', []],
    ['not[author_username]=dev', [5, 3]],
    ['scope=created_by_me', [4, 2, 1]],
    ['scope=assigned-to-me', [2, 1]],
    ['scope=assigned_to_me&assignee_username=maint', [2]],
    ['my_reaction_emoji=tada', [2]],
    ['my_reaction_emoji=thumbsup', []],
    ['my_reaction_emoji=Any', [2]],
    ['my_reaction_emoji=None', [5, 4, 3, 1]],
    ['not[my_reaction_emoji]=tada', [5, 4, 3, 1]],
    ['iids[]=1&iids[]=3', [3, 1]],
    ['iids=1,3', [3, 1]],
    ['not[iids][]=1', [5, 4, 3, 2]],
    ['search=zebra', [2, 1]],
    ['search=zebra&in=title', [1]],
    ['search=zebra&in=description', [2]],
    ['search=zebra eats', [2]],
    ['search=%22zebra crossing%22', [1]],
    ['search=pi', [2]],
    ['search=zebra pi', []],
    ['confidential=true', [4]],
    ['confidential=false', [5, 3, 2, 1]],
    ['due_date=0', [5, 2]],
    ['due_date=any', [4, 3, 1]],
    ['due_date=today', [1]],
    ['due_date=overdue', [3]],
    ['due_date=month', [3, 1]],
    ['issue_type=issue', [5, 4, 3, 2, 1]],
    ['issue_type=incident', []],
    ['created_after=2022-01-01T00:00:00Z', [5, 4, 3, 2, 1]],
    ['created_before=2022-01-01T00:00:00Z', []],
    ['updated_after=2030-01-01T00:00:00Z', []],
    ['order_by=title&sort=asc', [2, 5, 3, 4, 1]],
    ['order_by=due_date&sort=asc', [3, 1, 4, 2, 5]],
    ['order_by=due_date&sort=desc', [4, 1, 3, 5, 2]],
    ['order_by=milestone_due&sort=asc', [1, 3, 2, 4, 5]],
    ['order_by=label_priority&sort=asc', [1, 2, 3, 4, 5]],
    ['order_by=priority&sort=asc', [1, 3, 2, 4, 5]],
    ['order_by=popularity', [1, 5, 4, 3, 2]],
    ['order_by=relative_position&sort=asc', [1, 2, 3, 4, 5]],
    ['order_by=updated_at&sort=asc&per_page=1', [1]],
    ['labels=bug&state=opened&assignee_username=dev', [1]],
  ])('narrowed by %j', async (query, wanted) => {
    expect(await iids(query)).toEqual(wanted)
  })

  it('refuse what makes no sense, in the words of the API', async () => {
    const list = `/projects/${world.projectId}/issues`
    const refused = async (query: string) => (await world.ask(world.dev, 'GET', list, undefined, query)).json
    expect(await refused('author_id=1&author_username=x')).toEqual({
      error: 'author_id, author_username are mutually exclusive',
    })
    expect(await refused('not[author_id]=1&not[author_username]=x')).toEqual({
      error: 'not[author_id], not[author_username] are mutually exclusive',
    })
    expect(await refused('assignee_id=foo')).toEqual({
      error: 'assignee_id should be an integer, none, or any, however got foo',
    })
    expect(await refused('due_date=never')).toEqual({ error: 'due_date does not have a valid value' })
    expect(await refused('created_after=soon')).toEqual({ error: 'created_after is invalid' })
  })

  it('hide what is confidential from guests, but not their own', async () => {
    expect(await iids('', world.guest)).toEqual([5, 3, 2, 1])
    await write('/issues', { title: 'Whisper', confidential: true }, world.guest)
    expect(await iids('confidential=true', world.guest)).toEqual([6])
    expect(await iids('confidential=true')).toEqual([6, 4])
    expect((await world.at(world.owner, 'DELETE', '/issues/6')).status).toBe(204)
  })

  it('everywhere begin with one’s own', async () => {
    const relatives = async (query: string, path = '/issues', who = world.dev) =>
      (await found(query, who, path)).map(({ references }) => references.relative)
    expect(await relatives('')).toEqual(['dev/other#1', 'top/app#4', 'top/app#2', 'top/app#1'])
    expect(await relatives('scope=all&author_username=maint')).toEqual(['top/app#3'])
    expect(await relatives('state=opened', '/groups/top/issues')).toEqual([5, 4, 3, 1].map((iid) => `top/app#${iid}`))
    expect(await relatives('', '/issues', world.out)).toEqual([])
  })

  it('leave archived projects out unless they are wanted', async () => {
    expect((await world.ask(world.dev, 'POST', `/projects/${other}/archive`)).status).toBe(201)
    const all = (query: string) => found(query, world.dev, '/issues')
    expect((await all('')).length).toBe(3)
    expect((await all('non_archived=false')).length).toBe(4)
  })
})
