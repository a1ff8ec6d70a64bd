import { openTestInstance } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'

const PATH = '/api/v4/license'

describe('the license', () => {
  it.each(['premium', 'ultimate'] as const)('tells that %s is served', async (tier) => {
    const world = await openTestInstance({ tier })
    const somebody = await world.person('dev')
    const { status, json } = await world.ask('GET', PATH, { as: world.root })
    expect([status, json]).toEqual([
      200,
      {
        id: 1,
        plan: tier,
        created_at: '2022-08-22T12:00:00.000Z',
        starts_at: '2022-08-22',
        expires_at: null,
        historical_max: 2,
        maximum_user_count: 2,
        expired: false,
        overage: 0,
        user_limit: 0,
        active_users: 2,
        licensee: { Name: 'Forgefold' },
        add_ons: {},
      },
    ])
    expect((await world.ask('GET', PATH, { as: somebody.token })).status).toBe(403)
    expect((await world.ask('GET', PATH)).status).toBe(401)
    await world.close()
  })

  it('is not there in the free tier', async () => {
    const world = await openTestInstance({ tier: 'free' })
    expect((await world.ask('GET', PATH, { as: world.root })).status).toBe(404)
    await world.close()
  })
})
