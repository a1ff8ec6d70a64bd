import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type Shown, type World } from './world.js'

/** A single merge request is kept as text; with its changes it is presented anew each time. */
describe('the kept text of a merge request', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    await world.commit('topic', { 'a.txt': 'ä ✓\n' }, 'main')
    await world.open('topic', { title: 'Täst ✓', assignee_id: world.maint.id })
    await world.settled(1)
  })
  afterAll(() => world.close())

  const presented = async (who: Person): Promise<object> => {
    const { json } = await world.at(who, 'GET', '/merge_requests/1/changes')
    const { changes: _, overflow: __, ...fields } = json as Shown
    return fields
  }

  /** Each of several callers reads it twice, so that the second answer is a kept one, and in turns, so that each finds the other's. */
  const expectSame = async (): Promise<void> => {
    for (const who of [world.dev, world.maint, world.owner, world.dev, world.dev]) {
      const [wanted, shown] = [await presented(who), await world.show(1, '', who)]
      const again = await world.show(1, '', who)
      expect(again).toEqual(shown)
      const { first_contribution: first, ...fields } = again
      expect(fields).toEqual(wanted)
      expect(typeof first).toBe('boolean')
    }
  }

  const done = async (who: Person, method: string, path: string, json: unknown = {}): Promise<void> => {
    const { status, text } = await world.at(who, method, path, json)
    expect(status, text).toBeLessThan(300)
  }

  it('is the same as what is presented anew, for every caller', expectSame)

  it('ends with the members that are asked for', async () => {
    await world.show(1)
    expect(await world.show(1, 'include_rebase_in_progress=true')).toHaveProperty('rebase_in_progress', false)
    expect(await world.show(1, 'include_diverged_commits_count=true')).toHaveProperty('diverged_commits_count', 0)
    expect(await world.show(1, 'render_html=true')).toHaveProperty('title_html')
    const plain = await world.show(1)
    for (const member of ['rebase_in_progress', 'diverged_commits_count', 'title_html'])
      expect(plain).not.toHaveProperty(member)
  })

  it.each<readonly [string, (world: World) => Promise<unknown>]>([
    ['its title', ({ dev }) => done(dev, 'PUT', '/merge_requests/1', { title: 'Other' })],
    ['a label', ({ dev }) => done(dev, 'PUT', '/merge_requests/1', { labels: 'bug' })],
    ['the name of the label', ({ maint }) => done(maint, 'PUT', '/labels/bug', { new_name: 'defect' })],
    ['the wish of a reader', ({ dev }) => done(dev, 'POST', '/merge_requests/1/unsubscribe')],
    [
      'the rights of a reader',
      ({ maint }) => done(maint, 'POST', '/protected_branches', { name: 'main', merge_access_level: 40 }),
    ],
    ['the head pipeline', ({ maint }) => status(maint, 'running')],
    ['the status of that', ({ maint }) => status(maint, 'success')],
    ['a note', ({ owner }) => done(owner, 'POST', '/merge_requests/1/notes', { body: 'Said' })],
    ['the path of the project', ({ owner }) => done(owner, 'PUT', '', { path: 'moved' })],
    [
      'the name of its author',
      async ({ instance, ask, dev }) => {
        const renamed = await ask({ id: 1, token: instance.root }, 'PUT', `/users/${dev.id}`, { name: 'Renamed' })
        expect(renamed.status).toBe(200)
      },
    ],
    ['its end', ({ owner }) => done(owner, 'PUT', '/merge_requests/1/merge')],
  ])('changes with %s', async (_, change) => {
    await expectSame()
    const before = await world.at(world.dev, 'GET', '/merge_requests/1')
    await change(world)
    await expectSame()
    const after = await world.at(world.dev, 'GET', '/merge_requests/1')
    expect(after.text).not.toBe(before.text)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  const status = async (who: Person, state: string): Promise<void> => {
    const { sha } = await world.show(1)
    await done(who, 'POST', `/statuses/${sha}`, { state, ref: 'topic' })
  }
})
