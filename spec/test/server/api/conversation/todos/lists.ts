import { expect } from 'vitest'
import type { Person, World } from '../../review/merge-requests/world.js'

interface Shown {
  readonly id: number
  readonly action_name: string
  readonly target_type: string
  readonly target: { readonly iid: number }
  readonly target_url: string
  readonly body: string
  readonly state: string
  readonly author: { readonly id: number }
}

/** The to-dos of somebody. */
export const listOf = async (world: World, who: Person, query = ''): Promise<ReadonlyArray<Shown>> => {
  const answered = await world.ask(who, 'GET', '/todos', undefined, `per_page=100&${query}`)
  expect(answered.status, answered.text).toBe(200)
  return answered.json as ReadonlyArray<Shown>
}

/** What somebody is asked for, in alphabetical order. */
export const actionsOf = async (world: World, who: Person, query = ''): Promise<ReadonlyArray<string>> =>
  (await listOf(world, who, query)).map((one) => `${one.action_name} ${one.target_type} ${one.target.iid}`).sort()

/** Waits until somebody's list is this one. */
export const comes = (world: World, who: Person, wanted: ReadonlyArray<string>, query = ''): Promise<unknown> =>
  world.until(`${wanted.join(', ')} on a list`, async () => {
    const now = await actionsOf(world, who, query)
    return JSON.stringify(now) === JSON.stringify([...wanted].sort())
  })

/** Begins every test with empty lists. */
export const clear = async (world: World): Promise<void> => {
  for (const who of [world.owner, world.maint, world.dev, world.guest])
    expect((await world.ask(who, 'POST', '/todos/mark_as_done')).status).toBe(204)
}
