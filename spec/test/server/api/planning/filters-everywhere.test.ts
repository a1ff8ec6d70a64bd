import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'

interface Listed {
  readonly iid: number
  readonly title: string
}

/** Each filter with the titles that it leaves of two things: `one`, with everything set, and `two`, with nothing. */
const COMMON = [
  ['labels=bug', ['one']],
  ['milestone=M', ['one']],
  ['author_id=DEV', ['one']],
  ['author_username=dev', ['one']],
  ['assignee_id=DEV', ['one']],
  ['my_reaction_emoji=thumbsup', ['one']],
  ['search=one&in=title', ['one']],
  ['created_after=2022-08-22T13:00:00Z', ['two']],
  ['created_before=2022-08-22T13:00:00Z', ['one']],
  ['updated_after=2022-08-22T13:00:00Z', ['two']],
  ['updated_before=2022-08-22T13:00:00Z', ['one']],
  ['not[labels]=bug', ['two']],
  ['not[milestone]=M', ['two']],
  ['not[author_id]=DEV', ['two']],
  ['not[author_username]=dev', ['two']],
  ['not[assignee_id]=DEV', ['two']],
  ['not[assignee_username]=dev', ['two']],
  ['not[my_reaction_emoji]=thumbsup', ['two']],
  // The negation of "none" is "any", and the other way round.
  ...['labels', 'milestone', 'assignee_id', 'my_reaction_emoji'].flatMap(
    (name) =>
      [
        [`not[${name}]=None`, ['one']],
        [`not[${name}]=any`, ['two']],
      ] as const,
  ),
  ['not[assignee_id]=0', ['one']],
  ['not[milestone]=%23upcoming', ['two']],
  ['not[assignee_id]=Any&author_username=dev', []],
  ['order_by=title&sort=asc', ['one', 'two']],
  ['order_by=title&sort=desc', ['two', 'one']],
  ['order_by=popularity', ['one', 'two']],
  ['order_by=popularity&sort=asc', ['two', 'one']],
  ...['milestone_due', 'label_priority', 'priority'].flatMap((order) =>
    // What has no value of it comes last.
    ['asc', 'desc'].map((sort) => [`order_by=${order}&sort=${sort}`, ['one', 'two']] as const),
  ),
  ['page=2&per_page=1&order_by=created_at&sort=asc', ['two']],
] as const

const OF_ISSUES = [
  ['milestone_id=None', ['two']],
  ['iids[]=1', ['one']],
  ['confidential=true', ['one']],
  ['due_date=0', ['two']],
  ['issue_type=issue&order_by=created_at&sort=asc', ['one', 'two']],
  ['weight=4', ['one']],
  ['not[weight]=4', ['two']],
  ['epic_id=Any', []],
  ['iteration_id=Any', []],
  ['iteration_title=May', []],
  ['not[iids][]=1', ['two']],
  ['not[milestone_id]=Started&order_by=title&sort=asc', ['one', 'two']],
] as const

const OF_MERGE_REQUESTS = [
  ['reviewer_id=DEV', ['one']],
  ['reviewer_username=dev', ['one']],
  ['not[reviewer_id]=DEV', ['two']],
  ['not[reviewer_username]=dev', ['two']],
  ['not[reviewer_id]=None', ['one']],
  ['not[reviewer_id]=Any', ['two']],
  ['not[reviewer_username]=none', ['one']],
  ['not[reviewer_username]=Any', ['two']],
  ['source_branch=one', ['one']],
  ['target_branch=release', ['two']],
  ['approved_by_ids[]=MAINT', ['one']],
  ['approved_by_usernames[]=maint', ['one']],
  ['approver_ids=None&order_by=title&sort=asc', ['one', 'two']],
  ['view=simple&order_by=title&sort=asc', ['one', 'two']],
  ['with_merge_status_recheck=true&order_by=title&sort=asc', ['one', 'two']],
  ['wip=no&order_by=title&sort=asc', ['one', 'two']],
] as const

const KINDS = [
  ['issues', [...COMMON, ...OF_ISSUES]],
  ['merge_requests', [...COMMON, ...OF_MERGE_REQUESTS]],
] as const

describe.each(KINDS)('filters of %s in every list', (kind, filters) => {
  let world: World
  let milestone: number

  beforeAll(async () => {
    world = await openMergeWorld()
    const made = await world.at(world.maint, 'POST', '/milestones', { title: 'M', due_date: '2022-09-01' })
    milestone = (made.json as { readonly id: number }).id
    const label = await world.at(world.maint, 'POST', '/labels', { name: 'bug', color: '#ff0000', priority: 1 })
    expect(label.status, label.text).toBe(201)
    await world.commit('release', { 'r.txt': 'r' }, 'main')
    for (const branch of ['one', 'two']) await world.commit(branch, { [`${branch}.txt`]: 'x' }, 'main')
    const everything = {
      labels: 'bug',
      milestone_id: milestone,
      assignee_ids: [world.dev.id],
      ...(kind === 'issues'
        ? { due_date: '2022-09-01', confidential: true, weight: 4 }
        : { source_branch: 'one', target_branch: 'main', reviewer_ids: [world.dev.id] }),
    }
    const one = await world.at(world.dev, 'POST', `/${kind}`, { title: 'one', ...everything })
    expect(one.status, one.text).toBe(201)
    await world.at(world.dev, 'POST', `/${kind}/1/award_emoji`, { name: 'thumbsup' })
    if (kind === 'merge_requests') {
      expect((await world.at(world.maint, 'POST', '/merge_requests/1/approve')).status).toBe(201)
      await world.settled(1)
    }
    world.instance.clock.advance(2 * 3600 * 1000)
    const nothing = kind === 'issues' ? {} : { source_branch: 'two', target_branch: 'release' }
    const two = await world.at(world.maint, 'POST', `/${kind}`, { title: 'two', ...nothing })
    expect(two.status, two.text).toBe(201)
  })
  afterAll(() => world.close())

  const PLACES = [
    ['everywhere', `/${kind}`, 'scope=all'],
    ['in a group', `/groups/top/${kind}`, ''],
    ['in a project', `/projects/top%2Fapp/${kind}`, ''],
  ] as const

  it.each(
    PLACES.flatMap(([place, path, scope]) =>
      filters.map(([filter, titles]) => [place, filter, path, scope, titles] as const),
    ),
  )('%s: %s', async (_place, filter, path, scope, titles) => {
    const query = filter.replaceAll('DEV', String(world.dev.id)).replaceAll('MAINT', String(world.maint.id))
    const { status, json, text } = await world.ask(world.dev, 'GET', path, undefined, `${query}&${scope}`)
    expect(status, text).toBe(200)
    expect((json as ReadonlyArray<Listed>).map(({ title }) => title)).toEqual(titles)
  })

  it.each([
    ['iids[]=1&search=one', ['one']],
    ['iids[]=1&search=two', []],
    ['iids[]=2&iids[]=1&search=two', ['two']],
    ['iids[]=1&iids[]=2&search=ne', ['one']],
    ['iids[]=1&iids[]=2&search=one&in=description', []],
  ])('numbers in a project and words: %s', async (query, titles) => {
    const { json, text } = await world.at(world.dev, 'GET', `/${kind}`, undefined, query)
    expect(
      (json as ReadonlyArray<Listed>).map(({ title }) => title),
      text,
    ).toEqual(titles)
  })

  const EMPTY_PAGES = [
    '/projects/top%2Fapp/labels',
    '/groups/top/labels',
    '/projects/top%2Fapp/milestones',
    '/groups/top/milestones',
    '/projects/top%2Fapp/members',
    '/projects/top%2Fapp/members/all',
    '/groups/top/members',
    '/groups/top/members/all',
    '/projects/top%2Fapp/protected_branches',
    '/projects/top%2Fapp/protected_tags',
    '/projects/top%2Fapp/pipelines',
    '/projects/top%2Fapp/jobs',
    '/projects/top%2Fapp/forks',
    '/projects/top%2Fapp/repository/branches',
    '/projects/top%2Fapp/repository/commits',
    '/projects/top%2Fapp/repository/tags',
    '/projects/top%2Fapp/repository/tree',
    '/projects/top%2Fapp/repository/contributors',
    '/projects/top%2Fapp/variables',
    '/groups/top/variables',
    '/projects/top%2Fapp/releases',
    '/groups/top/projects',
    '/groups/top/packages',
    '/groups/top/releases',
    '/projects/top%2Fapp/deploy_tokens',
    '/groups/top/deploy_tokens',
    '/projects/top%2Fapp/protected_environments',
    '/groups/top/protected_environments',
    '/projects/top%2Fapp/approval_rules',
    '/users',
    '/projects',
    '/namespaces',
    `/projects/top%2Fapp/${kind}/1/notes`,
    `/projects/top%2Fapp/${kind}/1/discussions`,
    `/projects/top%2Fapp/${kind}/1/award_emoji`,
    `/projects/top%2Fapp/${kind}/1/resource_label_events`,
    `/projects/top%2Fapp/${kind}/1/resource_milestone_events`,
    `/projects/top%2Fapp/${kind}/1/resource_state_events`,
    ...(kind === 'issues'
      ? ['closed_by', 'related_merge_requests']
      : ['commits', 'pipelines', 'versions', 'participants', 'closes_issues', 'approval_rules']
    ).map((list) => `/projects/top%2Fapp/${kind}/1/${list}`),
  ]

  it.each(EMPTY_PAGES)('%s has pages', async (path) => {
    const beyond = await world.ask(world.owner, 'GET', path, undefined, 'page=1000&per_page=7')
    expect(beyond.status, beyond.text).toBe(200)
    expect(beyond.json).toEqual([])
    expect([beyond.headers.get('x-page'), beyond.headers.get('x-per-page')]).toEqual(['1000', '7'])
    const all = await world.ask(world.owner, 'GET', path, undefined, 'page=1&per_page=100')
    const first = await world.ask(world.owner, 'GET', path, undefined, 'page=1&per_page=1')
    expect(first.json).toEqual((all.json as ReadonlyArray<unknown>).slice(0, 1))
  })
})
