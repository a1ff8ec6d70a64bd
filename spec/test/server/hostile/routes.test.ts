import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areas, routesOf } from './attacks.js'
import { harmDoneTo } from './trial.js'
import { type HostileWorld, openHostileWorld } from './world.js'

/** The long form, with every value for every parameter, is in the storm. */
const BUDGET = 24

describe.each(areas)('hostile input to %s', (area) => {
  let world: HostileWorld
  beforeAll(async () => {
    world = await openHostileWorld()
  })
  // What an earlier route let happen must not shield the next one.
  beforeEach(async () => {
    if (await world.isWhole()) return
    await world.close()
    world = await openHostileWorld()
  })
  afterAll(() => world.close())

  it.each(routesOf(area).map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is refused or taken, never a defect, and a refusal writes nothing',
    async (_, route) => {
      expect((await harmDoneTo(world, route, BUDGET)).slice(0, 8)).toEqual([])
      expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined()
    },
  )
})
