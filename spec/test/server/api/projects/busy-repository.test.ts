import { lockRepository } from '@forgefold/core/domains/projects/repository'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SIDE = { branch: 'side', start_branch: 'main', commit_message: 'b' }
const ACTIONS = [{ action: 'create', file_path: 'b.txt', content: 'b' }]

describe.runIf(programs.need('git'))('writes to a repository that others keep busy', () => {
  let world: TestInstance
  let unlock: () => void
  const send = (method: string, path: string, json: object = {}) =>
    world.ask(method, `/api/v4/projects/1/${path}`, { as: world.root, json })

  beforeAll(async () => {
    world = await openTestInstance()
    await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'app', initialize_with_readme: true } })
    await send('POST', 'repository/commits', { ...SIDE, actions: ACTIONS })
    await send('POST', 'merge_requests', { source_branch: 'side', target_branch: 'main', title: 'a' })
    unlock = await lockRepository(world.forge, 1)
    // Nobody waits for half a minute here; the lock itself is asked for first.
    Object.assign(world.forge, { pause: () => new Promise((resolve) => setTimeout(resolve, 100)) })
  })
  afterAll(() => world.close())

  const writes: ReadonlyArray<readonly [method: string, path: string, json: object, success: number]> = [
    ['POST', 'repository/branches', { branch: 'other', ref: 'main' }, 201],
    ['POST', 'repository/tags', { tag_name: 'v1', ref: 'main' }, 201],
    ['POST', 'repository/commits', { ...SIDE, branch: 'third', actions: ACTIONS }, 201],
    ['PUT', 'merge_requests/1/merge', {}, 200],
  ]

  it('are refused for now and change nothing, and succeed afterwards', async () => {
    const before = await world.forge.git.of(1).refs('refs/heads/', 'refs/tags/')
    for (const [method, path, json] of writes) {
      const refused = await send(method, path, json)
      expect([path, refused.status]).toEqual([path, 503])
      expect(refused.json).toEqual({ message: '503 Service Unavailable - other writes keep the repository busy' })
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    }
    expect(await world.forge.git.of(1).refs('refs/heads/', 'refs/tags/')).toEqual(before)
    unlock()
    Object.assign(world.forge, { pause: (_: number, ended: Promise<unknown>) => ended.then(() => undefined) })
    for (const [method, path, json, success] of writes) {
      const done = await send(method, path, json)
      expect([path, done.status, done.text]).toEqual([path, success, expect.anything()])
    }
  })

  it('wait for their turn, and no longer than they have to', async () => {
    const leave = await lockRepository(world.forge, 1)
    const written = send('POST', 'repository/branches', { branch: 'patient', ref: 'main' })
    expect(await world.forge.git.of(1).ref('refs/heads/patient')).toBeUndefined()
    leave()
    expect((await written).status).toBe(201)
  })
})
