import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Users who follow users (docs/reference/behaviour/identity.md#following-users). */
describe('following users', () => {
  let world: TestInstance
  let ann: { readonly id: number; readonly token: string }
  let ben: { readonly id: number; readonly token: string }
  const post = (who: string | undefined, path: string) => world.ask('POST', `/api/v4/users/${path}`, { as: who })
  const names = async (path: string, query = '') => {
    const answered = await world.ask('GET', `/api/v4/users/${path}`, { query })
    expect(answered.status, answered.text).toBe(200)
    return (answered.json as ReadonlyArray<{ readonly username: string }>).map(({ username }) => username)
  }

  beforeAll(async () => {
    world = await openTestInstance()
    ann = await world.person('ann')
    ben = await world.person('ben')
  })
  afterAll(() => world.close())

  it('follows, is listed on both sides, and ends', async () => {
    const followed = await post(ann.token, `${ben.id}/follow`)
    expect([followed.status, followed.json]).toMatchObject([201, { id: ben.id, username: 'ben', state: 'active' }])
    expect((await post(ann.token, `${ben.id}/follow`)).status).toBe(304)
    world.clock.advance(1000)
    expect((await post(world.root, `${ben.id}/follow`)).status).toBe(201)
    expect(await names(`${ben.id}/followers`)).toEqual(['root', 'ann'])
    expect(await names(`${ben.id}/followers`, 'per_page=1&page=2')).toEqual(['ann'])
    expect(await names(`${ann.id}/following`)).toEqual(['ben'])
    expect(await names(`${ann.id}/followers`)).toEqual([])
    await post(ann.token, '1/follow')
    expect(await names(`${ann.id}/following`, 'per_page=1&page=2')).toEqual(['ben'])
    const left = await post(ann.token, `${ben.id}/unfollow`)
    expect([left.status, left.json]).toMatchObject([201, { username: 'ben' }])
    expect((await post(ann.token, `${ben.id}/unfollow`)).status).toBe(304)
    expect(await names(`${ben.id}/followers`)).toEqual(['root'])
  })

  it('refuses oneself, nobody, the anonymous and more than three hundred', async () => {
    expect((await post(ann.token, `${ann.id}/follow`)).status).toBe(304)
    expect((await post(ann.token, '99999/follow')).json).toEqual({ message: '404 User Not Found' })
    expect((await post(undefined, `${ben.id}/follow`)).status).toBe(401)
    expect((await world.ask('GET', '/api/v4/users/99999/followers')).status).toBe(404)
    const many = await world.person('many')
    for (let n = 0; n < 300; n++) {
      const { id } = await world.person(`star${n}`)
      expect((await post(many.token, `${id}/follow`)).status).toBe(201)
    }
    const refused = await post(many.token, `${ben.id}/follow`)
    expect([refused.status, refused.json]).toEqual([
      400,
      { message: "You can't follow more than 300 users. To follow more users, unfollow some others." },
    ])
  })
})
