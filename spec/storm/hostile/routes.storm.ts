import { describe, expect, it } from 'vitest'
import { areas, routesOf } from '../../test/server/hostile/attacks.js'
import { harmDoneTo } from '../../test/server/hostile/trial.js'
import { openHostileWorld } from '../../test/server/hostile/world.js'

describe.each(areas)('every hostile value for every parameter of %s', (area) => {
  it.each(routesOf(area).map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_, route) => {
      const world = await openHostileWorld()
      try {
        expect((await harmDoneTo(world, route, Number.POSITIVE_INFINITY)).slice(0, 8)).toEqual([])
      } finally {
        await world.close()
      }
    },
    7_200_000,
  )
})
