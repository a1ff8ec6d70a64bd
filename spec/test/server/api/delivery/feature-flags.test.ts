import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const AT = '/api/v4/projects/1'
const FLAGS = `${AT}/feature_flags`
const LISTS = `${AT}/feature_flags_user_lists`

let world: TestInstance
const ask = (method: string, path: string, json?: unknown, as = world.root, query = '') =>
  world.ask(method, path, { as, query, json })

interface Flag {
  readonly strategies: ReadonlyArray<{
    readonly id: number
    readonly name: string
    readonly scopes: ReadonlyArray<{ readonly id: number; readonly environment_scope: string }>
  }>
}

beforeAll(async () => {
  world = await openTestInstance()
  await ask('POST', '/api/v4/projects', { name: 'app', visibility: 'public' })
  await ask('POST', '/api/v4/projects', { name: 'other' })
})
afterAll(() => world.close())

describe('feature flags', () => {
  it('are made, read, listed by name and whether they are active, changed and deleted', async () => {
    const strategies = [
      {
        name: 'flexibleRollout',
        parameters: { groupId: 'app', rollout: '50', stickiness: 'default' },
        scopes: [{ environment_scope: 'production' }, { environment_scope: 'review/*' }],
      },
      { name: 'userWithId', parameters: '{"userIds":"a,b"}' },
    ]
    const wish = { name: 'menu', version: 'new_version_flag', description: 'The new menu', strategies }
    const made = await ask('POST', FLAGS, wish)
    expect([made.status, made.json]).toMatchObject([
      201,
      {
        name: 'menu',
        description: 'The new menu',
        active: true,
        version: 'new_version_flag',
        scopes: [],
        strategies: [
          {
            id: 1,
            name: 'flexibleRollout',
            parameters: { groupId: 'app', rollout: '50', stickiness: 'default' },
            scopes: [
              { id: 1, environment_scope: 'production' },
              { id: 2, environment_scope: 'review/*' },
            ],
            user_list: null,
          },
          { id: 2, name: 'userWithId', parameters: { userIds: 'a,b' }, scopes: [] },
        ],
      },
    ])
    expect((await ask('GET', `${FLAGS}/menu`)).json).toEqual(made.json)
    expect((await ask('POST', FLAGS, { name: 'about', active: false })).status).toBe(201)
    const names = async (query = '') =>
      ((await ask('GET', FLAGS, undefined, world.root, query)).json as ReadonlyArray<{ name: string }>).map(
        ({ name }) => name,
      )
    expect(await names()).toEqual(['about', 'menu'])
    expect(await names('scope=enabled')).toEqual(['menu'])
    expect(await names('scope=disabled')).toEqual(['about'])
    expect(await names('per_page=1&page=2')).toEqual(['menu'])
    const changed = await ask('PUT', `${FLAGS}/menu`, { name: 'menu2', active: false, description: null })
    expect([changed.status, changed.json]).toMatchObject([200, { name: 'menu2', active: false, description: null }])
    expect((changed.json as Flag).strategies).toHaveLength(2)
    expect((await ask('GET', `${FLAGS}/menu`)).status).toBe(404)
    const gone = await ask('DELETE', `${FLAGS}/menu2`)
    expect([gone.status, gone.json]).toEqual([200, changed.json])
    expect((await ask('DELETE', `${FLAGS}/menu2`)).status).toBe(404)
    expect((await ask('POST', FLAGS, { name: 'menu2' })).status).toBe(201)
  })

  it('have strategies and scopes that are added, changed and taken away by number', async () => {
    const strategies = [
      { name: 'default', scopes: [{ environment_scope: 'a' }, { environment_scope: 'b' }] },
      { name: 'default' },
    ]
    const made = (await ask('POST', FLAGS, { name: 'parts', strategies })).json as Flag
    const [first, second] = made.strategies
    const wanted = [
      {
        id: first?.id,
        name: 'gradualRolloutUserId',
        parameters: { groupId: 'app', percentage: '7' },
        scopes: [{ id: first?.scopes[0]?.id, _destroy: true }, { environment_scope: 'c' }],
      },
      { id: second?.id, _destroy: true },
      { name: 'default' },
    ]
    const { strategies: after } = (await ask('PUT', `${FLAGS}/parts`, { strategies: wanted })).json as Flag
    expect(after.map(({ id, name }) => [id === first?.id, name])).toEqual([
      [true, 'gradualRolloutUserId'],
      [false, 'default'],
    ])
    expect(after[0]?.scopes.map((one) => one.environment_scope)).toEqual(['b', 'c'])
    expect((await ask('PUT', `${FLAGS}/parts`, { strategies: [{ id: second?.id, name: 'default' }] })).status).toBe(404)
  })

  it('say with a list of sentences what is wrong with them', async () => {
    await ask('POST', FLAGS, { name: 'taken' })
    const refusal = async (json: object) => {
      const { status, json: told } = await ask('POST', FLAGS, json)
      return [status, told]
    }
    expect(await refusal({ name: 'taken' })).toEqual([400, { message: ['Name has already been taken'] }])
    expect(await refusal({ name: 'Wrong Name' })).toEqual([
      400,
      { message: [expect.stringMatching(/^Name can contain/)] },
    ])
    expect(await refusal({ name: 'x1', strategies: [{ name: 'moon' }] })).toEqual([
      400,
      { message: ['Strategies name strategy name is invalid'] },
    ])
    expect(await refusal({ name: 'x1', strategies: [{ name: 'default', user_list_id: 99 }] })).toEqual([
      400,
      { message: ['Strategies user list must belong to the same project'] },
    ])
    expect(await refusal({ name: 'x1', version: 'legacy_flag' })).toEqual([422, { message: 'Version is invalid' }])
    expect((await refusal({}))[0]).toBe(400)
    expect((await refusal({ name: 'x1', strategies: [{ name: 'userWithId', parameters: { userIds: 1 } }] }))[0]).toBe(
      400,
    )
    expect((await refusal({ name: 'x1', strategies: [{ name: 'userWithId', parameters: '{' }] }))[0]).toBe(400)
    const many = Array.from({ length: 1001 }, () => ({ name: 'default' }))
    expect((await refusal({ name: 'x1', strategies: many }))[0]).toBe(400)
    expect((await ask('GET', `${FLAGS}/x1`)).status).toBe(404)
    await ask('POST', FLAGS, { name: 'other-name' })
    expect((await ask('PUT', `${FLAGS}/other-name`, { name: 'taken' })).status).toBe(400)
  })

  it('are for developers', async () => {
    const [reporter, developer, stranger] = await Promise.all(
      ['reporter', 'developer', 'stranger'].map((name) => world.person(name)),
    )
    for (const [person, access_level] of [
      [reporter, 20],
      [developer, 30],
    ] as const)
      await ask('POST', `${AT}/members`, { user_id: person?.id, access_level })
    for (const path of [FLAGS, LISTS]) {
      expect((await ask('GET', path, undefined, developer?.token)).status).toBe(200)
      for (const person of [reporter, stranger]) {
        expect((await ask('GET', path, undefined, person?.token)).status).toBe(403)
        expect((await ask('POST', path, { name: 'mine', user_xids: 'a' }, person?.token)).status).toBe(403)
      }
    }
    expect((await world.ask('GET', FLAGS)).status).toBe(401)
  })
})

describe('lists of users', () => {
  it('are made, read, listed, changed, used by a strategy, and deleted when none is for them', async () => {
    const made = await ask('POST', LISTS, { name: 'testers', user_xids: 'a,b' })
    expect([made.status, made.json]).toMatchObject([
      201,
      { id: 1, iid: 1, project_id: 1, name: 'testers', user_xids: 'a,b' },
    ])
    expect((await ask('POST', LISTS, { name: 'friends', user_xids: 'c' })).json).toMatchObject({ iid: 2 })
    const elsewhere = '/api/v4/projects/2/feature_flags_user_lists'
    expect((await ask('POST', elsewhere, { name: 'testers', user_xids: 'a' })).json).toMatchObject({ id: 3, iid: 1 })
    expect((await ask('GET', `${LISTS}/1`)).json).toEqual(made.json)
    expect((await ask('GET', LISTS, undefined, world.root, 'search=FRI')).json).toMatchObject([{ name: 'friends' }])
    const second = await ask('GET', LISTS, undefined, world.root, 'per_page=1&page=2')
    expect([second.json, second.headers.get('x-total')]).toMatchObject([[{ name: 'friends' }], '2'])
    expect((await ask('PUT', `${LISTS}/2`, { name: 'family' })).json).toMatchObject({ name: 'family', user_xids: 'c' })
    expect((await ask('PUT', `${LISTS}/1`, { user_xids: 'a,b,c' })).json).toMatchObject({ user_xids: 'a,b,c' })
    const strategies = [{ name: 'gitlabUserList', user_list_id: 1 }]
    const flag = await ask('POST', FLAGS, { name: 'for-testers', strategies })
    expect(flag.json).toMatchObject({ strategies: [{ user_list: { id: 1, iid: 1, name: 'testers' } }] })
    const kept = await ask('DELETE', `${LISTS}/1`)
    expect([kept.status, kept.json]).toEqual([409, { message: ['User list is associated with a strategy'] }])
    const more = { strategies: [{ name: 'gitlabUserList', user_list_id: 2 }] }
    expect((await ask('PUT', `${FLAGS}/for-testers`, more)).json).toMatchObject({
      strategies: [{}, { user_list: { iid: 2 } }],
    })
    await ask('DELETE', `${FLAGS}/for-testers`)
    expect((await ask('DELETE', `${LISTS}/1`)).status).toBe(204)
    expect((await ask('GET', `${LISTS}/1`)).status).toBe(404)
    const foreign = await ask('POST', FLAGS, {
      name: 'foreign',
      strategies: [{ name: 'gitlabUserList', user_list_id: 3 }],
    })
    expect(foreign.status).toBe(400)
  })

  it('are refused with a name that is taken, and ids that are none', async () => {
    await ask('POST', LISTS, { name: 'once', user_xids: 'a' })
    const refusal = async (json: object) => (await ask('POST', LISTS, json)).json
    expect(await refusal({ name: 'once', user_xids: 'a' })).toEqual({ message: ['Name has already been taken'] })
    expect(await refusal({ name: 'twice', user_xids: 'a,a' })).toEqual({
      message: [expect.stringMatching(/unique comma separated values/)],
    })
    expect((await ask('POST', LISTS, { name: 'less' })).status).toBe(400)
  })
})
