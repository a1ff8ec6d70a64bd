import { makeMemoryCheckpoints } from '@forgefold/adapters/memory'
import type { Forge } from '@forgefold/core/app'
import { runWebhooks } from '@forgefold/core/domains/webhooks/webhook'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const OTHERS = 40

/** The same forge; each webhook that is read by its owner is counted. */
const counting = (forge: Forge, count: (rows: number) => void): Forge => {
  const { webhooks } = forge.read
  const counted: typeof webhooks = {
    ...webhooks,
    ofOwner: (owner) => {
      const rows = webhooks.ofOwner(owner)
      count(rows.length)
      return rows
    },
  }
  const read: Forge['read'] = Object.create(forge.read, { webhooks: { value: counted } })
  return { ...forge, read }
}

describe('running webhooks', () => {
  let world: TestInstance
  const ask = async (path: string, json: object) => {
    const answer = await world.ask('POST', `/api/v4${path}`, { as: world.root, json })
    expect([path, answer.status]).toEqual([path, 201])
    return answer.json as { id: number }
  }
  const commit = (project: number, name: string) =>
    ask(`/projects/${project}/repository/commits`, {
      branch: 'main',
      commit_message: name,
      actions: [{ action: 'create', file_path: name, content: name }],
    })

  beforeAll(async () => {
    world = await openTestInstance({ tier: 'premium' })
    for (const name of ['one', 'two']) await ask('/projects', { name, initialize_with_readme: true })
    await ask('/projects/1/hooks', { url: 'https://hooks.example.com/' })
    for (let n = 0; n < OTHERS; n++) await ask('/projects/2/hooks', { url: `https://hooks.example.com/${n}` })
  })
  afterAll(() => world.close())

  it('read those of the owners of an event, and save the place of those that sleep', async () => {
    let read = 0
    const told: Array<number> = []
    const sleeping = new Set<() => void>()
    const checkpoints = makeMemoryCheckpoints()
    const forge = counting(world.forge, (rows) => {
      read += rows
    })
    const running = runWebhooks(forge, {
      store: forge.events,
      checkpoints,
      pause: async (_, woken) => {
        await Promise.race([woken, new Promise<void>((resolve) => sleeping.add(resolve))])
      },
      mayAct: () => true,
      onFailure: (error) => {
        throw error
      },
      payloadOf: async (_, __, hook) => {
        told.push(hook.id)
        return undefined
      },
    })
    try {
      await expect.poll(() => sleeping.size).toBeGreaterThanOrEqual(OTHERS + 1)
      const before = read
      await commit(1, 'first')
      await expect.poll(() => told).toEqual([1])
      // A commit is one event that webhooks deliver, for each trigger of which its owners are asked.
      expect(read - before).toBeLessThan(10)
      const placeOf = async (id: number) => (await checkpoints.load(`webhook ${id}`))?.position
      expect(await placeOf(2)).toBeUndefined()
      for (const wake of sleeping) wake()
      await expect.poll(() => placeOf(2)).toBeGreaterThan(0)
    } finally {
      await running.stop()
    }
  })
})
