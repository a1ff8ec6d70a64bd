import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../../review/merge-requests/world.js'

let world: World
let threads: ReadonlyArray<string>

beforeAll(async () => {
  world = await openMergeWorld()
  await world.commit('topic', { 't.txt': 't' }, 'main')
  const wish = { title: 'topic', source_branch: 'topic', target_branch: 'main' }
  expect((await world.at(world.dev, 'POST', '/merge_requests', wish)).status).toBe(201)
  const begun: Array<string> = []
  for (const body of ['rename this', 'and\nthat', 'last'])
    begun.push(
      ((await world.at(world.maint, 'POST', '/merge_requests/1/discussions', { body })).json as { readonly id: string })
        .id,
    )
  threads = begun
})
afterAll(() => world.close())

const openOnes = async () => {
  const { json } = await world.at(world.dev, 'GET', '/merge_requests/1/discussions')
  return (json as ReadonlyArray<{ id: string; notes: ReadonlyArray<{ resolvable: boolean; resolved: boolean }> }>)
    .filter(({ notes }) => notes.some(({ resolvable, resolved }) => resolvable && !resolved))
    .map(({ id }) => id)
}
const open = (more: object) => world.at(world.dev, 'POST', '/issues', { title: 'go on', ...more })

it('an issue goes on with one thread, and says what it is about', async () => {
  const made = await open({ merge_request_to_resolve_discussions_of: 1, discussion_to_resolve: threads[0] })
  expect(made.json).toMatchObject({ description: 'Open thread of !1:\n\n- [ ] @maint:\n\n  > rename this' })
  expect(await openOnes()).toEqual(threads.slice(1))
})

it('what is not there is nothing to go on with', async () => {
  for (const more of [
    { merge_request_to_resolve_discussions_of: 99 },
    { discussion_to_resolve: threads[1] },
    { merge_request_to_resolve_discussions_of: 1, discussion_to_resolve: 'no-such-thread' },
  ])
    expect((await open(more)).json).toMatchObject({ title: 'go on', description: null })
  expect(await openOnes()).toEqual(threads.slice(1))
})

it('an issue goes on with all open threads; its own description goes before', async () => {
  const made = await open({ merge_request_to_resolve_discussions_of: 1, description: 'mine' })
  expect(made.json).toMatchObject({ description: 'mine' })
  expect(await openOnes()).toEqual([])
})
