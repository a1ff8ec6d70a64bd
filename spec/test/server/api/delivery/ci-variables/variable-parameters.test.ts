import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Variable {
  readonly key: string
  readonly value: string
}

describe.each([
  ['a project', '/projects/root%2Fp/variables'],
  ['a group', '/groups/g/variables'],
  ['the instance', '/admin/ci/variables'],
])('the variables of %s', (owner, path) => {
  let world: TestInstance
  const hasScopes = owner !== 'the instance'

  const ask = async (method: string, key: string, json?: unknown, query = ''): Promise<unknown> => {
    const answer = await world.ask(method, `/api/v4${path}${key}`, { as: world.root, json, query })
    expect(answer.status, `${method} ${key}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }

  beforeAll(async () => {
    world = await openTestInstance()
    await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'p' } })
    await world.ask('POST', '/api/v4/groups', { as: world.root, json: { name: 'G', path: 'g' } })
  })
  afterAll(() => world.close())

  it('are what they are made and changed to', async () => {
    const all = { variable_type: 'file', protected: true, masked: true, raw: true }
    const made = await ask('POST', '', { key: 'WHOLE', value: 'long-enough', ...all })
    expect(made).toMatchObject({
      key: 'WHOLE',
      value: 'long-enough',
      variable_type: 'file',
      protected: true,
      masked: true,
    })
    const none = { variable_type: 'env_var', protected: false, masked: false, raw: false }
    expect(await ask('PUT', '/WHOLE', { value: 'other', ...none })).toMatchObject({
      value: 'other',
      variable_type: 'env_var',
      protected: false,
      masked: false,
    })
    await ask('DELETE', '/WHOLE')
    expect(await ask('GET', '')).toEqual([])
  })

  it('come in pages', async () => {
    for (const key of ['A', 'B', 'C']) await ask('POST', '', { key, value: 'v' })
    const keys = async (page: number) =>
      ((await ask('GET', '', undefined, `page=${page}&per_page=2`)) as ReadonlyArray<Variable>).map(({ key }) => key)
    expect([await keys(1), await keys(2)]).toEqual([['A', 'B'], ['C']])
    for (const key of ['A', 'B', 'C']) await ask('DELETE', `/${key}`)
  })

  it.each(hasScopes ? [true] : [])('are told apart by their scope: %s', async () => {
    for (const scope of ['production', 'review/*'])
      await ask('POST', '', { key: 'URL', value: scope, environment_scope: scope })
    const of = (scope: string) => `filter[environment_scope]=${encodeURIComponent(scope)}`
    const both = await world.ask('GET', `/api/v4${path}/URL`, { as: world.root })
    expect(both.status).toBe(409)
    expect(await ask('GET', '/URL', undefined, of('review/*'))).toMatchObject({ value: 'review/*' })
    const changed = { value: 'new', environment_scope: 'staging', filter: { environment_scope: 'production' } }
    expect(await ask('PUT', '/URL', changed)).toMatchObject({ value: 'new', environment_scope: 'staging' })
    await ask('DELETE', '/URL', undefined, of('staging'))
    expect(await ask('GET', '')).toMatchObject([{ key: 'URL', environment_scope: 'review/*' }])
    await ask('DELETE', '/URL')
  })

  it.each(hasScopes ? [] : [true])('of the instance have one scope, which may be named: %s', async () => {
    await ask('POST', '', { key: 'ONE', value: '1' })
    const named = 'filter[environment_scope]=*'
    expect(await ask('GET', '/ONE', undefined, named)).toMatchObject({ value: '1' })
    expect(await ask('PUT', '/ONE', { value: '2', filter: { environment_scope: '*' } })).toMatchObject({ value: '2' })
    await ask('DELETE', '/ONE', undefined, named)
    expect(await ask('GET', '')).toEqual([])
  })
})
