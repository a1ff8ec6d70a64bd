import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

let world: TestInstance
let keeper: Awaited<ReturnType<TestInstance['person']>>
let group: number
let project: number

const ask = (method: string, path: string, json?: unknown, as = world.root) => {
  const [place = '', query = ''] = path.split('?')
  return world.ask(method, `/api/v4${place}`, json === undefined ? { as, query } : { as, json })
}
const make = async (path: string, json: unknown): Promise<number> => {
  const made = await ask('POST', path, json)
  expect([path, made.status]).toEqual([path, 201])
  return (made.json as { readonly id: number }).id
}
const register = (username: string, email: string, more: object = {}): Promise<number> =>
  make('/users', { username, name: username, email, password: 'Correct-horse-9', ...more })

beforeEach(async () => {
  await world?.close()
  world = await openTestInstance()
  keeper = await world.person('keeper')
  group = await make('/groups', { name: 'Group', path: 'group' })
  project = await make('/projects', { name: 'App', namespace_id: group })
  await make(`/projects/${project}/members`, { user_id: keeper.id, access_level: 40 })
  await make(`/groups/${group}/members`, { user_id: keeper.id, access_level: 50 })
})
afterAll(() => world.close())

const places = [
  ['group', () => `/groups/${group}`],
  ['project', () => `/projects/${project}`],
] as const

describe.each(places)('invitations to a %s', (_, at) => {
  const path = () => `${at()}/invitations`
  const waiting = async (query = ''): Promise<ReadonlyArray<unknown>> =>
    (await ask('GET', `${path()}?${query}`, undefined, keeper.token)).json as ReadonlyArray<unknown>

  it('wait, are changed and taken back', async () => {
    const given = { email: 'new@example.com,Other@example.com', access_level: 20, expires_at: '2099-01-01' }
    const invited = await ask('POST', path(), given, keeper.token)
    expect([invited.status, invited.json]).toEqual([201, { status: 'success' }])
    const shown = (invite_email: string, access_level: number, expires_at: string | null) =>
      expect.objectContaining({ invite_email, access_level, expires_at, created_by_name: 'keeper' })
    expect(await waiting()).toEqual([
      shown('new@example.com', 20, '2099-01-01'),
      shown('Other@example.com', 20, '2099-01-01'),
    ])
    expect(await waiting('query=THER')).toEqual([shown('Other@example.com', 20, '2099-01-01')])
    expect(await waiting('per_page=1&page=2')).toEqual([shown('Other@example.com', 20, '2099-01-01')])
    const other = `${path()}/other@example.com`
    const changed = await ask('PUT', other, { access_level: 30, expires_at: null }, keeper.token)
    expect([changed.status, changed.json]).toEqual([200, shown('Other@example.com', 30, null)])
    const past = await ask('PUT', other, { expires_at: '2001-01-01' }, keeper.token)
    expect([past.status, past.json]).toEqual([400, { message: { expires_at: ['cannot be a date in the past'] } }])
    expect((await ask('DELETE', other, undefined, keeper.token)).status).toBe(204)
    expect((await ask('DELETE', other, undefined, keeper.token)).status).toBe(404)
    expect((await ask('PUT', other, { access_level: 30 }, keeper.token)).status).toBe(404)
    expect(await waiting()).toHaveLength(1)
    expect((await ask('POST', path(), { email: 'other@example.com', access_level: 20 }, keeper.token)).json).toEqual({
      status: 'success',
    })
    expect(await waiting()).toHaveLength(2)
  })

  it('make a member at once of whoever has an account', async () => {
    const id = await register('ann', 'ann@example.com', { skip_confirmation: true })
    const ben = await register('ben', 'ben@example.com', { skip_confirmation: true })
    const wanted = { email: 'ANN@example.com', user_id: `${ben},99999`, access_level: 20, invite_source: 'test' }
    const invited = await ask('POST', path(), wanted, keeper.token)
    expect([invited.status, invited.json]).toEqual([201, { status: 'error', message: { 99999: 'User not found' } }])
    expect(await waiting()).toEqual([])
    for (const one of [id, ben])
      expect((await ask('GET', `${at()}/members/${one}`)).json).toMatchObject({ access_level: 20 })
    const again = await ask('POST', path(), { email: 'ann@example.com', access_level: 20 }, keeper.token)
    expect(again.json).toEqual({ status: 'error', message: { 'ann@example.com': 'Member already exists' } })
  })

  it('tell what is wrong with each address', async () => {
    await ask('POST', path(), { email: 'new@example.com', access_level: 20 }, keeper.token)
    const wanted = { email: 'NEW@example.com,nobody,x@example.com', access_level: 20 }
    expect((await ask('POST', path(), wanted, keeper.token)).json).toEqual({
      status: 'error',
      message: { 'NEW@example.com': 'Invite email has already been taken', nobody: 'Invite email is invalid' },
    })
    for (const wrong of [
      {},
      { email: ' , ' },
      { user_id: 'x' },
      { email: Array.from({ length: 101 }, (_, n) => `${n}@example.com`).join(',') },
      { email: 'y@example.com', access_level: 31 },
    ])
      expect([wrong, (await ask('POST', path(), { access_level: 20, ...wrong }, keeper.token)).status]).toEqual([
        wrong,
        400,
      ])
    expect(await waiting()).toHaveLength(2)
  })

  it('are for those who may add members', async () => {
    const stranger = await world.person('stranger')
    await make(`${at()}/members`, { user_id: stranger.id, access_level: 30 })
    const wanted = { email: 'new@example.com', access_level: 20 }
    expect((await ask('POST', path(), wanted, stranger.token)).status).toBe(403)
    expect((await ask('GET', path(), undefined, stranger.token)).status).toBe(403)
    await ask('POST', path(), wanted)
    expect((await ask('PUT', `${path()}/new@example.com`, { access_level: 30 }, stranger.token)).status).toBe(403)
    expect((await ask('DELETE', `${path()}/new@example.com`, undefined, stranger.token)).status).toBe(403)
  })

  it('make a member of whoever confirms the address, and end then', async () => {
    await ask('POST', path(), { email: 'new@example.com', access_level: 20 }, keeper.token)
    const id = await register('new', 'New@example.com', { skip_confirmation: true })
    await eventually('the membership', async () => {
      const { status } = await ask('GET', `${at()}/members/${id}`)
      return status === 200 ? true : undefined
    })
    expect((await ask('GET', `${at()}/members/${id}`)).json).toMatchObject({ access_level: 20 })
    await eventually('the end of the invitation', async () => ((await waiting()).length === 0 ? true : undefined))
  })
})

describe('an invitation', () => {
  it('keeps its address out of the history, and forgets it with the place', async () => {
    await ask('POST', `/projects/${project}/invitations`, { email: 'secret@example.com', access_level: 20 })
    const [row] = world.forge.read.invitations.ofEmail('secret@example.com')
    const events = await world.forge.events.readAll({})
    expect(JSON.stringify(events)).not.toContain('secret@example.com')
    expect(row).toMatchObject({ source: 'project', sourceId: project })
    await ask('PUT', '/application/settings', { delayed_project_deletion: false, deletion_adjourned_period: 0 })
    expect((await ask('DELETE', `/projects/${project}`)).status).toBe(202)
    await eventually('the end of the invitation', () =>
      Promise.resolve(world.forge.read.invitations.ofEmail('secret@example.com').length === 0 ? true : undefined),
    )
  })

  it('makes nobody a member who has not confirmed the address, until they do', async () => {
    await ask('PUT', '/application/settings', { send_user_confirmation_email: true })
    await ask('POST', `/groups/${group}/invitations`, { email: 'late@example.com', access_level: 30 })
    const id = await register('late', 'late@example.com')
    const { user } = await import('@forgefold/core/domains/identity/user')
    expect((await ask('GET', `/groups/${group}/members/${id}`)).status).toBe(404)
    const confirmed = { type: 'Confirm', at: world.clock.now() } as const
    await world.forge.aggregates.execute(user, id, confirmed, world.caller().context)
    await eventually('the membership', async () =>
      (await ask('GET', `/groups/${group}/members/${id}`)).status === 200 ? true : undefined,
    )
  })

  it('is for owners where it makes an owner', async () => {
    const maintainer = await world.person('maintainer')
    await make(`/projects/${project}/members`, { user_id: maintainer.id, access_level: 40 })
    const path = `/projects/${project}/invitations`
    const wanted = { email: 'boss@example.com', access_level: 50 }
    expect((await ask('POST', path, wanted, maintainer.token)).status).toBe(403)
    expect((await ask('POST', path, wanted)).status).toBe(201)
    expect((await ask('PUT', `${path}/boss@example.com`, { access_level: 20 }, maintainer.token)).status).toBe(403)
    expect((await ask('DELETE', `${path}/boss@example.com`, undefined, maintainer.token)).status).toBe(403)
  })
})
