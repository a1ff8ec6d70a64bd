import { pause } from '@forgefold/adapters/clock'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectJustBlamed, historyOf } from './blame-against-history.js'
import type { BlameAnswer } from './whole-blame.js'

type Json = Readonly<Record<string, unknown>>

/** What somebody does to the things of the world; what cannot be done is refused and changes nothing. */
const STEPS: ReadonlyArray<readonly [string, string, Json]> = [
  ['PUT', '/projects/1', { description: 'described' }],
  ['PUT', '/projects/1', { name: 'renamed', path: 'renamed' }],
  ['PUT', '/groups/3', { name: 'Other', path: 'other' }],
  ['PUT', '/users/2', { name: 'Jane Doe' }],
  ['PUT', '/projects/1/merge_requests/1', { title: 'Better', labels: 'one,two' }],
  ['PUT', '/projects/1/merge_requests/1', { state_event: 'close' }],
  ['PUT', '/projects/1/merge_requests/1', { state_event: 'reopen' }],
  ['POST', '/projects/1/merge_requests/1/notes', { body: 'A remark' }],
  ['POST', '/projects/1/merge_requests/1/award_emoji', { name: 'thumbsup' }],
  ['PUT', '/projects/1/merge_requests/1/merge', {}],
  ['PUT', '/projects/1/issues/1', { title: 'Other', assignee_ids: [2] }],
  ['PUT', '/projects/1/issues/1', { state_event: 'close' }],
  ['POST', '/projects/1/issues/1/notes', { body: 'Another' }],
  ['PUT', '/projects/1/environments/1', { external_url: 'https://example.com' }],
  ['PUT', '/projects/1/deployments/1', { status: 'success' }],
  ['PUT', '/projects/1/milestones/1', { title: 'Later', state_event: 'close' }],
  ['PUT', '/projects/1/labels/1', { color: '#00ff00' }],
  ['PUT', '/projects/1/members/2', { access_level: 40 }],
  ['PUT', '/projects/1/releases/v1', { name: 'Better' }],
  ['POST', '/projects/1/archive', {}],
  ['PUT', '/application/settings', { signup_enabled: true }],
]

const THINGS = [
  'project:1',
  'group:3',
  'user:2',
  'merge_request:1',
  'issue:1',
  'deployment:1',
  'environment:1',
  'milestone:1',
  'label:1',
  'member:project-1-2',
  'setting:signup_enabled',
]

const ask = (world: TestInstance, method: string, path: string, json?: Json, query = '') =>
  world.ask(method, `/api/v4${path}`, { as: world.root, query, json })

const prepared = async (): Promise<TestInstance> => {
  const world = await openTestInstance()
  await world.person('jane')
  await ask(world, 'POST', '/groups', { name: 'Team', path: 'team' })
  const { id } = (await ask(world, 'GET', '/groups/team')).json as { readonly id: number }
  await ask(world, 'POST', '/projects', { name: 'app', namespace_id: id, initialize_with_readme: true })
  const commit = { branch: 'f', start_branch: 'main', commit_message: 'x' }
  const actions = [{ action: 'create', file_path: 'a', content: 'b' }]
  const { id: sha } = (await ask(world, 'POST', '/projects/1/repository/commits', { ...commit, actions })).json as {
    readonly id: string
  }
  for (const [path, json] of [
    ['members', { user_id: 2, access_level: 30 }],
    ['labels', { name: 'one', color: '#ff0000' }],
    ['milestones', { title: 'First' }],
    ['merge_requests', { source_branch: 'f', target_branch: 'main', title: 'First', assignee_id: 2 }],
    ['issues', { title: 'First', labels: 'one', milestone_id: 1 }],
    ['deployments', { environment: 'production', sha, ref: 'f', tag: false, status: 'running' }],
    ['releases', { tag_name: 'v1', ref: 'main' }],
  ] as const)
    await ask(world, 'POST', `/projects/1/${path}`, json)
  await ask(world, 'PUT', '/application/settings', { signup_enabled: false })
  return world
}

/** Waits until what follows in the background has followed. */
const settled = async (world: TestInstance): Promise<void> => {
  for (let before = -1, quiet = 0; quiet < 4; ) {
    const now = world.forge.read.position() ?? 0
    quiet = now === before ? quiet + 1 : 0
    before = now
    await pause(100)
  }
}

describe('blame', () => {
  // A test for each world: positions are told apart by the history that they stand in.
  it.each([18, 19])(
    'lists for each value just the events without which it would be another (seed %i)',
    async (seed) => {
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray([...STEPS], { minLength: 5, maxLength: 9 }), async (steps) => {
          const world = await prepared()
          // What follows in the background comes between the same two steps on every store.
          for (const [method, path, json] of steps) {
            await settled(world)
            await ask(world, method, path, json)
          }
          await settled(world)
          const blames: Array<BlameAnswer> = []
          for (const thing of THINGS) {
            const blame = await ask(world, 'GET', '/forgefold/blame', undefined, `thing=${encodeURIComponent(thing)}`)
            expect([thing, blame.status]).toEqual([thing, 200])
            blames.push(blame.json as BlameAnswer)
          }
          await expectJustBlamed(world, blames, await historyOf(world))
          await world.close()
        }),
        { numRuns: 1, seed, endOnFailure: true },
      )
    },
    300_000,
  )
})
