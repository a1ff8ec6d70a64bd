import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDeploymentWorld, type World } from './world.js'

let world: World
beforeAll(async () => {
  world = await openDeploymentWorld()
})
afterAll(() => world.instance.close())

const remove = (id: number) => world.at('maintainer', 'DELETE', `/deployments/${id}`)
const move = (id: number, status: string) => world.at('developer', 'PUT', `/deployments/${id}`, { status })
const made = (environment: string, status: string, sha = world.shas[0]) => world.deploy({ environment, status, sha })

/** The events of these deployments in the order of the log, shortened to who did what. */
const logOf = async (ids: ReadonlyArray<number>): Promise<ReadonlyArray<string>> => {
  const read = await world.instance.forge.events.readAll({ limit: 100_000 })
  if (read.kind !== 'Read') throw new Error(read.reason)
  const streams = new Set(ids.map((id) => `deployment-${id}`))
  return read.events.filter(({ stream }) => streams.has(stream)).map(({ stream, type }) => `${stream} ${type}`)
}

describe('deleting while others move', () => {
  it('removes one deployment once, however many ask', async () => {
    const { id } = await made('many', 'failed')
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array.from({ length: 7 }, () => 404)])
    expect((await logOf([id])).filter((line) => line.endsWith('DeploymentDeleted'))).toHaveLength(1)
  })

  it('never removes what has just become the latest: either it is gone before, or it stays', async () => {
    for (let round = 0; round < 12; round++) {
      const older = await made(`race/${round}`, 'success')
      world.instance.clock.advance(1000)
      const newer = await made(`race/${round}`, 'success', world.shas[1])
      const moved = () => move(newer.id, 'failed')
      const gone = () => remove(older.id)
      const [a, b] = await Promise.all(round % 2 === 0 ? [moved(), gone()] : [gone(), moved()])
      const removed = round % 2 === 0 ? b : a
      const log = await logOf([older.id, newer.id])
      const failed = log.indexOf(`deployment-${newer.id} DeploymentFailed`)
      const deleted = log.indexOf(`deployment-${older.id} DeploymentDeleted`)
      expect(failed).toBeGreaterThan(-1)
      if (removed?.status === 202) expect(deleted).toBeLessThan(failed)
      else {
        expect(removed).toMatchObject({
          status: 400,
          json: { message: '400 Deployment currently deployed to environment' },
        })
        expect(deleted).toBe(-1)
      }
    }
  })

  it('leaves exactly the latest where all successes are deleted at once', async () => {
    const all = []
    for (let n = 0; n < 6; n++) {
      all.push(await made('all', 'success', world.shas[n % 2]))
      world.instance.clock.advance(1000)
    }
    const answers = await Promise.all(all.map(({ id }) => remove(id)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 400])
    const left = await world.at('developer', 'GET', '/deployments', undefined, { query: 'environment=all' })
    expect(left.json).toMatchObject([{ id: all.at(-1)?.id }])
  })

  it('takes along what is made while its environment goes', async () => {
    for (let round = 0; round < 6; round++) {
      const first = await made(`going-${round}`, 'failed')
      const place = `/environments/${(first['environment'] as { readonly id: number }).id}`
      await world.at('developer', 'POST', `${place}/stop`)
      const body = { environment: `going-${round}`, sha: world.shas[0], ref: 'main', tag: false, status: 'failed' }
      const [, ...others] = await Promise.all([
        world.at('developer', 'DELETE', place),
        world.at('developer', 'POST', '/deployments', body),
        world.at('developer', 'POST', '/deployments', body),
      ])
      for (const { status } of others) expect([201, 403, 404]).toContain(status)
    }
    // What is counted is shown: nothing of a gone environment is left behind.
    const all = await world.at('developer', 'GET', '/deployments', undefined, { query: 'per_page=100' })
    expect((all.json as ReadonlyArray<unknown>).length).toBe(Number(all.headers.get('x-total')))
  })
})
