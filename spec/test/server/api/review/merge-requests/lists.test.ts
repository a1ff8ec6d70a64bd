import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Shown, type World } from './world.js'

describe('lists of merge requests', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    const { dev, maint, clock } = { ...world, clock: world.instance.clock }
    const made: ReadonlyArray<readonly [string, object, typeof dev]> = [
      ['alpha', { title: 'Alpha needle', description: 'hay stack', assignee_ids: [dev.id, maint.id] }, dev],
      ['beta', { title: 'Draft: beta', description: 'a needle in hay', reviewer_ids: [maint.id] }, dev],
      ['gamma', { title: 'zeta', assignee_id: maint.id }, maint],
      ['delta', { title: 'Delta 100%', description: 'äöü ✓' }, maint],
    ]
    for (const [branch, more, who] of made) {
      await world.commit(branch, { [`${branch}.txt`]: '1\n' }, 'main')
      await world.open(branch, more, who)
      clock.advance(60_000)
    }
    await world.at(dev, 'PUT', '/merge_requests/2', { state_event: 'close' })
  })
  afterAll(() => world.close())

  const list = async (query: string, who = world.dev, path?: string): Promise<ReadonlyArray<number>> => {
    const answered = await (path === undefined
      ? world.at(who, 'GET', '/merge_requests', undefined, query)
      : world.ask(who, 'GET', path, undefined, query))
    expect(answered.status, answered.text).toBe(200)
    return (answered.json as ReadonlyArray<Shown>).map(({ iid }) => iid)
  }
  const NEWEST = [4, 3, 2, 1]

  it.each([
    ['', NEWEST],
    ['sort=asc', [1, 2, 3, 4]],
    ['order_by=title&sort=asc', [1, 4, 2, 3]],
    ['order_by=updated_at', [2, 4, 3, 1]],
    ['state=closed', [2]],
    ['state=opened', [4, 3, 1]],
    ['state=merged', []],
    ['state=locked', []],
    ['state=all', NEWEST],
    ['iids[]=1&iids[]=3', [3, 1]],
    ['iids=4,2', [4, 2]],
    ['author_username=maint', [4, 3]],
    ['author_username=nobody', []],
    ['scope=created_by_me', [2, 1]],
    ['scope=created-by-me&author_username=maint', []],
    ['scope=assigned_to_me', [1]],
    ['assignee_id=None', [4, 2]],
    ['assignee_id=ANY', [3, 1]],
    ['assignee_id=0', [4, 2]],
    ['assignee_username[]=dev&assignee_username[]=maint', [1]],
    ['assignee_username[]=nobody', []],
    ['reviewer_username=maint', [2]],
    ['reviewer_id=none', [4, 3, 1]],
    ['reviewer_username=Any', [2]],
    ['source_branch=gamma', [3]],
    ['source_branch=gam', []],
    ['target_branch=main', NEWEST],
    ['target_branch=Main', []],
    ['wip=yes', [2]],
    ['wip=no', [4, 3, 1]],
    ['search=needle', [2, 1]],
    ['search=needle hay', [2]],
    ['search=NEEDLE', [2, 1]],
    ['search="needle in"', [2]],
    ['search=100%25', [4]],
    ['search=%E2%9C%93', [4]],
    ['search=a', [4, 3, 2, 1]],
    ['search=x"y', []],
    ['labels=None', NEWEST],
    ['labels=any', []],
    ['labels=missing', []],
    ['labels=', NEWEST],
    ['milestone=None', NEWEST],
    ['milestone=any', []],
    ['milestone=m', []],
    ['my_reaction_emoji=None', NEWEST],
    ['my_reaction_emoji=Any', []],
    ['my_reaction_emoji=%2B1', []],
    ['approved_by_ids=None', NEWEST],
    ['approved_by_ids[]=1', []],
    ['approver_ids=Any', []],
    ['environment=production', []],
    ['not[author_username]=maint', [2, 1]],
    ['not[assignee_username]=dev', [4, 3, 2]],
    ['not[reviewer_username]=maint', [4, 3, 1]],
    ['not[reviewer_username]=nobody', []],
    ['not[author_id]=999999', []],
    ['not[assignee_id]=999999', []],
    ['not[reviewer_id]=999999', []],
    ['not[labels]=x', NEWEST],
    ['created_after=2022-08-22T12:01:00Z', [4, 3, 2]],
    ['created_before=2022-08-22T12:01:00Z', [2, 1]],
    ['created_after=2022-08-22T12:01:00Z&created_before=2022-08-22T12:02:00Z', [3, 2]],
    ['updated_after=2022-08-22T12:04:00Z', [2]],
    ['updated_before=2022-08-22T12:00:00Z', [1]],
    ['with_merge_status_recheck=true&with_labels_details=true', NEWEST],
    ['in=title&search=needle', [1]],
  ] as const)('%s: %j', async (query, iids) => expect(await list(query)).toEqual(iids))

  it('looks where `in` says, over all projects', async () => {
    const all = '/merge_requests'
    expect(await list('scope=all&search=needle&in=title', world.dev, all)).toEqual([1])
    expect(await list('scope=all&search=needle&in=description', world.dev, all)).toEqual([2])
    expect(await list('scope=all&search=needle&in=title,description', world.dev, all)).toEqual([2, 1])
    expect(await list('scope=all&search=needle&in=nothing', world.dev, all)).toEqual([2, 1])
  })

  it('finds words anywhere in a long description', async () => {
    const description = `${'lorem ipsum '.repeat(20_000)}\nAnd a Hippogriff, qz, at its end.`
    await world.at(world.dev, 'PUT', '/merge_requests/3', { description })
    expect(await list('search=hippogriff')).toEqual([3])
    expect(await list('search=lorem%20pogri')).toEqual([3])
    expect(await list('search=qz%20hippogriff')).toEqual([3])
    await world.at(world.dev, 'PUT', '/merge_requests/3', { title: 'zeta again' })
    expect(await list('search=hippogriff')).toEqual([3])
    await world.at(world.dev, 'PUT', '/merge_requests/3', { title: 'zeta', description: 'short' })
    expect(await list('search=hippogriff')).toEqual([])
  })

  it.each([
    ['state=eaten', 'state does not have a valid value'],
    ['order_by=size', 'order_by does not have a valid value'],
    ['author_id=x', 'author_id is invalid'],
    ['created_after=yesterday', 'created_after is invalid'],
    ['assignee_id=foo', 'assignee_id should be an integer, none, or any, however got foo'],
    ['not[reviewer_id]=foo', 'not[reviewer_id] should be an integer, none, or any, however got foo'],
    ['author_id=1&author_username=a', 'author_id, author_username are mutually exclusive'],
    ['reviewer_id=1&reviewer_username=a', 'reviewer_id, reviewer_username are mutually exclusive'],
    ['not[author_id]=1&not[author_username]=a', 'not[author_id], not[author_username] are mutually exclusive'],
  ])('refuses %s', async (query, error) => {
    const answered = await world.at(world.dev, 'GET', '/merge_requests', undefined, query)
    expect([answered.status, answered.json]).toEqual([400, { error }])
  })

  it('pages, and says how many there are', async () => {
    const page = await world.at(world.dev, 'GET', '/merge_requests', undefined, 'per_page=3&page=2')
    expect((page.json as ReadonlyArray<Shown>).map(({ iid }) => iid)).toEqual([1])
    expect(page.headers.get('x-total')).toBe('4')
    expect(page.headers.get('x-prev-page')).toBe('1')
    expect(page.headers.get('link')).toContain('rel="prev"')
  })

  it('shows a caller all that is theirs to see, and names it in full from afar', async () => {
    expect(await list('', world.dev, '/merge_requests')).toEqual([2, 1])
    expect(await list('scope=all', world.dev, '/merge_requests')).toEqual(NEWEST)
    expect(await list('scope=all', world.out, '/merge_requests')).toEqual([])
    expect(await list('scope=all', world.guest, '/merge_requests')).toEqual([])
    const group = await world.ask(world.dev, 'GET', '/groups/top/merge_requests', undefined, 'sort=asc')
    expect((group.json as ReadonlyArray<Shown>)[0]).toMatchObject({
      reference: 'top/app!1',
      references: { short: '!1', relative: 'top/app!1', full: 'top/app!1' },
    })
    expect((await world.ask(world.out, 'GET', '/groups/top/merge_requests')).status).toBe(404)
    expect((await world.ask(undefined, 'GET', '/merge_requests')).status).toBe(401)
  })

  it('leaves out archived projects of a group, unless asked', async () => {
    const { id } = (
      await world.ask(world.owner, 'POST', '/projects', {
        name: 'Old',
        path: 'old',
        namespace_id: ((await world.ask(world.owner, 'GET', '/groups/top')).json as { readonly id: number }).id,
        initialize_with_readme: true,
        default_branch: 'main',
      })
    ).json as { readonly id: number }
    await world.ask(world.dev, 'POST', `/projects/${id}/repository/branches`, { branch: 'b', ref: 'main' })
    const wish = { source_branch: 'b', target_branch: 'main', title: 'Old one' }
    expect((await world.ask(world.dev, 'POST', `/projects/${id}/merge_requests`, wish)).status).toBe(201)
    expect((await world.ask(world.owner, 'POST', `/projects/${id}/archive`)).status).toBe(201)
    const group = '/groups/top/merge_requests'
    expect(await list('search=Old', world.dev, group)).toEqual([])
    expect(await list('search=Old&non_archived=false', world.dev, group)).toEqual([1])
    expect(await list('', world.dev, `/projects/${id}/merge_requests`)).toEqual([1])
    expect((await world.ask(world.dev, 'PUT', `/projects/${id}/merge_requests/1`, { title: 'no' })).status).toBe(403)
  })

  it('counts a request whose only label is deleted as one without', async () => {
    await world.at(world.maint, 'POST', '/labels', { name: 'short-lived', color: '#112233' })
    await world.at(world.dev, 'PUT', '/merge_requests/3', { add_labels: 'short-lived' })
    expect(await list('labels=short-lived')).toEqual([3])
    expect(await list('labels=None')).toEqual([4, 2, 1])
    expect((await world.at(world.maint, 'DELETE', '/labels/short-lived')).status).toBe(204)
    expect(await list('labels=short-lived')).toEqual([])
    expect(await list('labels=None')).toEqual(NEWEST)
    expect((await world.show(3))['labels']).toEqual([])
  })

  it('never shows a fragment that is out of date', async () => {
    const first = async (): Promise<Shown> =>
      (
        (await world.at(world.dev, 'GET', '/merge_requests', undefined, 'iids[]=1')).json as ReadonlyArray<Shown>
      )[0] as Shown
    expect((await first())['author']).toMatchObject({ name: 'dev' })
    await world.ask({ id: 0, token: world.instance.root }, 'PUT', `/users/${world.dev.id}`, { name: 'New Name' })
    expect((await first())['author']).toMatchObject({ name: 'New Name' })
    await world.at(world.dev, 'POST', '/merge_requests/1/time_estimate', { duration: '3h' })
    expect((await first())['time_stats']).toMatchObject({ human_time_estimate: '3h' })
    await world.ask(world.owner, 'PUT', `/projects/${world.projectId}`, { path: 'renamed' })
    expect((await first())['web_url']).toBe('http://forge.test/top/renamed/-/merge_requests/1')
  })
})
