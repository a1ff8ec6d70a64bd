import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMergeWorld, type Shown, type World } from './world.js'

let world: World

beforeAll(async () => {
  world = await openMergeWorld()
  await world.commit('one', { 'one.txt': '1\n' }, 'main')
})
afterAll(() => world.close())

it('a refusal names the merge request that came first, also to those who ask at the same moment', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const branch = `raced-${round}`
    expect((await world.at(world.dev, 'POST', '/repository/branches', { branch, ref: 'one' })).status).toBe(201)
    const wish = { source_branch: branch, target_branch: 'main', title: 'First' }
    const create = () => world.at(world.dev, 'POST', '/merge_requests', wish)
    const answers = await Promise.all([create(), create(), create()])
    const [first, ...others] = answers.toSorted((one, other) => one.status - other.status)
    const iid = (first?.json as Shown | undefined)?.iid
    const message = [`Another open merge request already exists for this source branch: !${iid}`]
    expect([first?.status, ...others.map(({ status, json }) => [status, json])]).toEqual([
      201,
      [409, { message }],
      [409, { message }],
    ])
  }
})
