import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../../review/merge-requests/world.js'

const HOUR = 3_600_000

/** Each filter with the titles that it leaves of two merge requests that were shipped: `one`, with everything set, and `two`, with nothing. */
const FILTERS = [
  ['order_by=title&sort=asc', ['one', 'two']],
  ['order_by=title&sort=desc', ['two', 'one']],
  ['order_by=created_at&sort=asc&page=2&per_page=1', ['two']],
  ['milestone=M', ['one']],
  ['labels=bug', ['one']],
  ['view=simple&sort=asc', ['one', 'two']],
  ['with_merge_status_recheck=true&sort=asc', ['one', 'two']],
  ['created_after=2022-08-22T12:30:00Z', ['two']],
  ['created_before=2022-08-22T12:30:00Z', ['one']],
  ['updated_after=2022-08-22T12:30:00Z', ['two']],
  ['updated_before=2022-08-22T12:30:00Z', ['one']],
  ['deployed_before=2022-08-22T12:30:00Z', []],
  ['deployed_after=2022-08-22T12:30:00Z&sort=asc', ['one', 'two']],
  ['author_id=DEV', ['one']],
  ['author_username=maint', ['two']],
  ['assignee_id=DEV', ['one']],
  ['assignee_id=None', ['two']],
  ['reviewer_id=DEV', ['one']],
  ['reviewer_username=dev', ['one']],
  ['approver_ids=None&sort=asc', ['one', 'two']],
  ['approved_by_ids[]=MAINT', ['one']],
  ['approved_by_usernames[]=maint', ['one']],
  ['merge_user_id=DEV', ['one']],
  ['merge_user_username=maint', ['two']],
  ['my_reaction_emoji=thumbsup', ['one']],
  ['source_branch=one', ['one']],
  ['target_branch=main&sort=asc', ['one', 'two']],
  ['search=words&in=description', ['one']],
  ['search=words&in=title', []],
  ['state=merged&sort=asc', ['one', 'two']],
  ['state=opened', []],
  ['wip=yes', []],
  ['environment=production&sort=asc', ['one', 'two']],
  ['not[labels]=bug', ['two']],
  ['not[milestone]=M', ['two']],
  ['not[author_id]=DEV', ['two']],
  ['not[author_username]=dev', ['two']],
  ['not[assignee_id]=DEV', ['two']],
  ['not[assignee_username]=dev', ['two']],
  ['not[reviewer_id]=DEV', ['two']],
  ['not[reviewer_username]=dev', ['two']],
  ['not[my_reaction_emoji]=thumbsup', ['two']],
] as const

describe('the merge requests that a deployment shipped, filtered', () => {
  let world: World
  let shipped: string

  const must = async (...asked: Parameters<World['at']>): Promise<unknown> => {
    const answer = await world.at(...asked)
    expect(answer.status, `${asked[1]} ${asked[2]}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }

  beforeAll(async () => {
    world = await openMergeWorld()
    const { id: milestone_id } = (await must(world.maint, 'POST', '/milestones', { title: 'M' })) as {
      readonly id: number
    }
    const everything = { labels: 'bug', milestone_id, assignee_id: world.dev.id, reviewer_ids: [world.dev.id] }
    await world.commit('one', { 'one.txt': 'x' }, 'main')
    await world.open('one', { description: 'some words', ...everything })
    await must(world.dev, 'POST', '/merge_requests/1/award_emoji', { name: 'thumbsup' })
    await must(world.maint, 'POST', '/merge_requests/1/approve')
    await world.settled(1)
    await must(world.dev, 'PUT', '/merge_requests/1/merge', {})
    world.instance.clock.advance(HOUR)
    await world.commit('two', { 'two.txt': 'x' }, 'main')
    await world.open('two', {}, world.maint)
    await world.settled(2)
    const { merge_commit_sha: sha } = (await must(world.maint, 'PUT', '/merge_requests/2/merge', {})) as {
      readonly merge_commit_sha: string
    }
    const deployment = { environment: 'production', sha, ref: 'main', tag: false, status: 'success' }
    const { id } = (await must(world.maint, 'POST', '/deployments', deployment)) as { readonly id: number }
    shipped = `/deployments/${id}/merge_requests`
  })
  afterAll(() => world.close())

  it.each(FILTERS)('%s', async (filter, titles) => {
    const query = filter.replaceAll('DEV', String(world.dev.id)).replaceAll('MAINT', String(world.maint.id))
    const found = (await must(world.dev, 'GET', shipped, undefined, query)) as ReadonlyArray<{ readonly title: string }>
    expect(found.map(({ title }) => title)).toEqual(titles)
  })
})
