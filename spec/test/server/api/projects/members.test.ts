import { expireMembers } from '@forgefold/core/domains/projects/member'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Person {
  readonly id: number
  readonly token: string
}
interface Thing {
  readonly id: number
}

describe('members over HTTP', () => {
  let instance: TestInstance
  let owner: Person
  let dev: Person
  let out: Person
  let project: Thing
  let members: string
  const ask = (who: Person | undefined, method: string, path: string, json?: unknown, query = '') =>
    instance.ask(method, `/api/v4${path}`, { as: who?.token, json, query })

  beforeAll(async () => {
    instance = await openTestInstance()
    owner = await instance.person('owner')
    dev = await instance.person('dev')
    out = await instance.person('out')
    const group = (await ask(owner, 'POST', '/groups', { name: 'M', path: 'm' })).json as Thing
    project = (await ask(owner, 'POST', '/projects', { name: 'p', namespace_id: group.id })).json as Thing
    members = `/projects/${project.id}/members`
    await ask(owner, 'POST', '/groups/m/members', { user_id: dev.id, access_level: 30 })
  })
  afterAll(() => instance.close())

  it('of a group reach everything below', async () => {
    expect(await ask(dev, 'GET', `/projects/${project.id}`)).toMatchObject({
      json: { permissions: { project_access: null, group_access: { access_level: 30 } } },
    })
    expect((await ask(dev, 'GET', members)).json).toEqual([])
    expect((await ask(dev, 'GET', `${members}/all`)).json).toMatchObject([
      { id: owner.id, access_level: 50, username: 'owner', web_url: 'http://forge.test/owner' },
      { id: dev.id, access_level: 30, membership_state: 'active' },
    ])
    expect(await ask(dev, 'GET', `${members}/${dev.id}`)).toMatchObject({
      status: 404,
      json: { message: '404 Not found' },
    })
    expect(await ask(dev, 'GET', `${members}/all/${dev.id}`)).toMatchObject({ status: 200, json: { id: dev.id } })
  })

  it('are refused in the documented order', async () => {
    const good = { user_id: out.id, access_level: 30 }
    expect(await ask(undefined, 'POST', members, {})).toMatchObject({ status: 401 })
    expect(await ask(out, 'POST', members, {})).toMatchObject({
      status: 400,
      json: { error: 'access_level is missing, user_id is missing' },
    })
    expect(await ask(out, 'POST', members, good)).toMatchObject({
      status: 404,
      json: { message: '404 Project Not Found' },
    })
    expect(await ask(dev, 'POST', members, good)).toMatchObject({ status: 403 })
    expect(await ask(owner, 'POST', members, { ...good, user_id: 9999 })).toMatchObject({
      status: 404,
      json: { message: '404 User Not Found' },
    })
    expect(await ask(owner, 'POST', members, { ...good, access_level: 31 })).toMatchObject({
      status: 400,
      json: { message: { access_level: ['is not included in the list'] } },
    })
    const lower = 'should be greater than or equal to Developer inherited membership from group M'
    expect(await ask(owner, 'POST', members, { user_id: dev.id, access_level: 20 })).toMatchObject({
      status: 400,
      json: { message: { access_level: [lower] } },
    })
    expect(await ask(owner, 'POST', members, good)).toMatchObject({ status: 201, json: { access_level: 30 } })
    expect(await ask(owner, 'POST', members, good)).toMatchObject({
      status: 409,
      json: { message: 'Member already exists' },
    })
  })

  it('come in numbers', async () => {
    const others = [await instance.person('other-a'), await instance.person('other-b')]
    const json = { user_id: others.map(({ id }) => id).join(','), access_level: 20 }
    expect(await ask(owner, 'POST', members, json)).toMatchObject({ status: 201, json: { status: 'success' } })
    expect(await ask(owner, 'POST', members, json)).toMatchObject({
      status: 201,
      json: { status: 'error', message: { 'other-a': 'Member already exists', 'other-b': 'Member already exists' } },
    })
    expect((await ask(owner, 'GET', members, undefined, 'query=other-a')).json).toMatchObject([{ username: 'other-a' }])
    const many = { ...json, user_id: Array.from({ length: 101 }, (_, n) => n + 1).join() }
    expect(await ask(owner, 'POST', members, many)).toMatchObject({
      status: 400,
      json: { message: '400 Bad request - Too many users specified (limit is 100)' },
    })
  })

  it('do not rise above who lifts them', async () => {
    const maintainer = await instance.person('maintainer')
    await ask(owner, 'POST', members, { user_id: maintainer.id, access_level: 40 })
    const path = `${members}/${maintainer.id}`
    expect(await ask(maintainer, 'PUT', path, { access_level: 50 })).toMatchObject({ status: 403 })
    const another = { user_id: (await instance.person('another')).id, access_level: 50 }
    expect(await ask(maintainer, 'POST', members, another)).toMatchObject({ status: 403 })
    expect(await ask(maintainer, 'POST', members, { ...another, access_level: 40 })).toMatchObject({ status: 201 })
  })

  it('are members until their day', async () => {
    const guest = await instance.person('guest')
    const json = { user_id: guest.id, access_level: 20, expires_at: '2022-08-24' }
    expect(await ask(owner, 'POST', members, { ...json, expires_at: '2022-08-01' })).toMatchObject({
      status: 400,
      json: { message: { expires_at: ['cannot be a date in the past'] } },
    })
    expect(await ask(owner, 'POST', members, json)).toMatchObject({ status: 201, json: { expires_at: '2022-08-24' } })
    expect(await ask(guest, 'GET', `/projects/${project.id}`)).toMatchObject({ status: 200 })
    instance.clock.advance(2 * 24 * 3600 * 1000)
    await expireMembers(instance.forge, instance.caller())
    expect(await ask(guest, 'GET', `/projects/${project.id}`)).toMatchObject({ status: 404 })
    expect(await ask(owner, 'GET', `${members}/${guest.id}`)).toMatchObject({ status: 404 })
  })

  it('leave, but the last owner of a group stays', async () => {
    const path = `${members}/${out.id}`
    expect(await ask(out, 'DELETE', path)).toMatchObject({ status: 204 })
    expect(await ask(out, 'GET', `/projects/${project.id}`)).toMatchObject({ status: 404 })
    expect(await ask(owner, 'DELETE', path)).toMatchObject({ status: 404, json: { message: '404 Not found' } })
    const ownerOf = `/groups/m/members/${owner.id}`
    expect(await ask(owner, 'DELETE', ownerOf)).toMatchObject({ status: 403 })
    expect(await ask(owner, 'PUT', ownerOf, { access_level: 40 })).toMatchObject({ status: 403 })
  })
})
