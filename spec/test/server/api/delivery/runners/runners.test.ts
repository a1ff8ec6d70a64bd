import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const API = '/api/v4'
const PROJECT = `${API}/projects/1`

describe('runners', () => {
  let world: TestInstance
  let ann: Awaited<ReturnType<TestInstance['person']>>
  let registration: Readonly<Record<'project' | 'group' | 'instance', string>>

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.11' })
    ann = await world.person('ann')
    await must('POST', '/groups', { name: 'team', path: 'team' })
    const group = (await must('GET', '/groups/team')) as Json
    await must('POST', '/projects', { name: 'app', namespace_id: group['id'] })
    await must('POST', '/projects/1/members', { user_id: ann.id, access_level: 40 })
    await must('POST', '/projects', { name: 'other' })
    registration = {
      project: String((await must('GET', '/projects/1'))['runners_token']),
      group: String(group['runners_token']),
      instance: String((await must('POST', '/runners/reset_registration_token'))['token']),
    }
  })
  afterAll(() => world.close())

  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root, query = '') =>
    world.ask(method, path.startsWith('/api') ? path : `${API}${path}`, {
      ...(as === '' ? {} : { as }),
      query,
      json,
    })
  const must = async (method: string, path: string, json?: unknown, as?: string): Promise<Json> => {
    const { status, json: answer, text } = await ask(method, path, json, as)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return answer as Json
  }
  const register = (token: string, more: Json = {}) => must('POST', '/runners', { token, ...more }, '')
  const idsOf = async (path: string, as?: string, query = 'per_page=100') =>
    ((await ask('GET', path, undefined, as, query)).json as ReadonlyArray<Json>).map(({ id }) => id)

  it('are registered with the token of the project, verified, read, changed and removed', async () => {
    const made = await register(registration.project, {
      description: 'docker',
      tag_list: 'ruby, linux',
      run_untagged: false,
      locked: false,
      access_level: 'ref_protected',
      maximum_timeout: 900,
      maintenance_note: 'ask ann',
    })
    expect(made).toEqual({ id: made['id'], token: expect.stringMatching(/^[\w-]{20}$/), token_expires_at: null })
    expect((await ask('POST', '/runners/verify', { token: made['token'] }, '')).json).toEqual(made)
    const one = `/runners/${made['id']}`
    const shown = {
      id: made['id'],
      description: 'docker',
      ip_address: null,
      active: true,
      paused: false,
      is_shared: false,
      runner_type: 'project_type',
      name: null,
      online: null,
      status: 'not_connected',
    }
    const whole = {
      ...shown,
      tag_list: ['ruby', 'linux'],
      run_untagged: false,
      locked: false,
      maximum_timeout: 900,
      access_level: 'ref_protected',
      version: null,
      revision: null,
      platform: null,
      architecture: null,
      contacted_at: null,
      maintenance_note: 'ask ann',
      projects: [
        { id: 1, name: 'app', name_with_namespace: 'team / app', path: 'app', path_with_namespace: 'team/app' },
      ],
      groups: [],
    }
    expect((await ask('GET', one, undefined, ann.token)).json).toEqual(whole)
    expect((await ask('GET', '/runners', undefined, ann.token)).json).toEqual([shown])
    const changes = { description: 'podman', paused: true, run_untagged: true, tag_list: '', locked: true }
    const more = { access_level: 'not_protected', maximum_timeout: 1200, maintenance_note: '' }
    const changed = await must('PUT', one, { ...changes, ...more }, ann.token)
    expect(changed).toEqual({ ...whole, ...changes, ...more, tag_list: [], active: false, status: 'paused' })
    expect(await must('PUT', one, { active: true }, ann.token)).toMatchObject({ paused: false })
    expect((await ask('GET', `${one}/jobs`, undefined, ann.token)).json).toEqual([])
    expect((await ask('DELETE', one, undefined, ann.token)).status).toBe(204)
    expect((await ask('GET', one)).json).toEqual({ message: '404 Runner Not Found' })
    expect((await ask('POST', '/runners/verify', { token: made['token'] }, '')).status).toBe(403)
  })

  it('are refused with a token that is none, and with findings of what was sent', async () => {
    for (const token of ['nothing', `${registration.project}x`, registration.project.replace('p1-', 'p2-')])
      expect((await ask('POST', '/runners', { token }, '')).status).toBe(403)
    const faulty = { token: registration.project, run_untagged: false, maximum_timeout: 60 }
    expect((await ask('POST', '/runners', faulty, '')).json).toEqual({
      message: {
        tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'],
        maximum_timeout: ['needs to be at least 10 minutes'],
      },
    })
    const both = { token: registration.project, paused: true, active: true }
    expect((await ask('POST', '/runners', both, '')).status).toBe(400)
  })

  it('are registered where the settings say', async () => {
    await must('PUT', '/application/settings', { valid_runner_registrars: ['group'] })
    const refused = await ask('POST', '/runners', { token: registration.project }, '')
    expect([refused.status, refused.json]).toEqual([403, { message: '403 Forbidden - runner registration disallowed' }])
    await must('PUT', '/application/settings', { valid_runner_registrars: ['group', 'project'] })
  })

  it('are listed by place, type, status and tags', async () => {
    const own = (await register(registration.project, { tag_list: ['a', 'b'] }))['id']
    const ofGroup = (await register(registration.group))['id']
    const shared = (await register(registration.instance, { paused: true, maintainer_note: 'old name' }))['id']
    expect(await idsOf('/runners/all')).toEqual([own, ofGroup, shared])
    expect(await idsOf('/runners', ann.token)).toEqual([own])
    expect(await idsOf(`${PROJECT}/runners`, ann.token)).toEqual([own, ofGroup, shared])
    expect(await idsOf('/groups/team/runners')).toEqual([ofGroup, shared])
    expect(await idsOf('/groups/team/runners', undefined, 'type=project_type')).toEqual([])
    expect(await idsOf('/runners/all', undefined, 'type=group_type')).toEqual([ofGroup])
    expect(await idsOf('/runners/all', undefined, 'status=paused')).toEqual([shared])
    expect(await idsOf('/runners/all', undefined, 'paused=false&status=not_connected')).toEqual([own, ofGroup])
    expect(await idsOf('/runners/all', undefined, 'tag_list=a,b')).toEqual([own])
    await must('PUT', '/projects/1', { shared_runners_enabled: false, group_runners_enabled: false })
    expect(await idsOf(`${PROJECT}/runners`)).toEqual([own])
    await must('PUT', '/projects/1', { shared_runners_enabled: true, group_runners_enabled: true })
    expect((await must('GET', `/runners/${shared}`, undefined, ann.token))['maintenance_note']).toBe('old name')
    expect((await ask('GET', `/runners/${ofGroup}`, undefined, ann.token)).json).toEqual({
      message: '403 Forbidden - No access granted',
    })
    for (const id of [own, ofGroup, shared]) expect((await ask('DELETE', `/runners/${id}`)).status).toBe(204)
  })

  it('are enabled for other projects, where they are not locked, and disabled but for the last one', async () => {
    const { id } = await register(registration.project, { locked: false })
    const there = `${API}/projects/2/runners`
    expect(await must('POST', there, { runner_id: id })).toMatchObject({ id, runner_type: 'project_type' })
    expect((await ask('POST', there, { runner_id: id })).status).toBe(400)
    expect(await idsOf(there)).toEqual([id])
    expect((await ask('DELETE', `/runners/${id}`)).json).toEqual({
      message: '403 Forbidden - Runner associated with more than one project',
    })
    expect((await ask('DELETE', `${there}/${id}`)).status).toBe(204)
    expect((await ask('DELETE', `${there}/${id}`)).status).toBe(404)
    expect((await ask('DELETE', `${PROJECT}/runners/${id}`)).status).toBe(403)
    await must('PUT', `/runners/${id}`, { locked: true })
    expect((await ask('POST', there, { runner_id: id })).json).toEqual({ message: '403 Forbidden - Runner is locked' })
    expect((await ask('DELETE', `/runners/${id}`)).status).toBe(204)
  })

  it('get other tokens, and the ones before are void', async () => {
    const { id, token } = await register(registration.project)
    const second = (await must('POST', `/runners/${id}/reset_authentication_token`, {}, ann.token))['token']
    expect((await ask('POST', '/runners/verify', { token }, '')).status).toBe(403)
    const third = (await must('POST', '/runners/reset_authentication_token', { token: second }, ''))['token']
    expect(new Set([token, second, third]).size).toBe(3)
    expect((await ask('DELETE', '/runners', { token: second }, '')).status).toBe(403)
    expect((await ask('DELETE', '/runners', { token: third }, '')).status).toBe(204)
    expect(await idsOf('/runners/all')).toEqual([])
  })

  it('are registered no more with a registration token that was reset', async () => {
    for (const place of ['/projects/1', '/groups/team']) {
      const before = String((await must('GET', place))['runners_token'])
      const { token } = await must('POST', `${place}/runners/reset_registration_token`)
      expect((await must('GET', place))['runners_token']).toBe(token)
      expect((await ask('POST', '/runners', { token: before }, '')).status).toBe(403)
      const { id } = await register(String(token))
      expect((await ask('DELETE', `/runners/${id}`)).status).toBe(204)
    }
  })

  it('leave no token in the history', async () => {
    const secret = String((await must('GET', '/projects/1'))['runners_token'])
    const { id, token } = await register(secret)
    const events = await ask('GET', '/forgefold/history', undefined, world.root, `thing=runner:${id}`)
    expect(events.text).toContain('RunnerRegistered')
    expect(events.text).not.toContain(token)
    expect(events.text).not.toContain(secret)
    expect((await ask('DELETE', `/runners/${id}`)).status).toBe(204)
  })

  it('are made without a registration token by those who look after their place', async () => {
    const settings = {
      description: 'made',
      paused: true,
      locked: true,
      run_untagged: false,
      tag_list: 'a,b',
      access_level: 'ref_protected',
      maximum_timeout: 700,
      maintenance_note: 'ask ann',
    }
    const { id: groupId } = await must('GET', '/groups/team')
    const own = await must(
      'POST',
      '/user/runners',
      { runner_type: 'project_type', project_id: 1, ...settings },
      ann.token,
    )
    expect(own).toEqual({ id: own['id'], token: expect.stringMatching(/^glrt-[\w-]{20}$/), token_expires_at: null })
    expect(await must('GET', `/runners/${own['id']}`, undefined, ann.token)).toMatchObject({
      ...settings,
      tag_list: ['a', 'b'],
      runner_type: 'project_type',
      projects: [expect.objectContaining({ id: 1 })],
    })
    expect((await ask('POST', '/runners/verify', { token: own['token'] }, '')).status).toBe(200)
    const group = await must('POST', '/user/runners', { runner_type: 'group_type', group_id: groupId })
    expect(await must('GET', `/runners/${group['id']}`)).toMatchObject({ runner_type: 'group_type' })
    const whole = await must('POST', '/user/runners', { runner_type: 'instance_type' })
    expect(await must('GET', `/runners/${whole['id']}`)).toMatchObject({ runner_type: 'instance_type' })
    const refusals: ReadonlyArray<readonly [Json, number]> = [
      [{ runner_type: 'group_type', group_id: groupId }, 403],
      [{ runner_type: 'project_type', project_id: 2 }, 404],
      [{ runner_type: 'instance_type' }, 403],
      [{ runner_type: 'project_type' }, 400],
      [{ runner_type: 'project_type', project_id: 1, group_id: groupId }, 400],
      [{ runner_type: 'group_type' }, 400],
      [{ runner_type: 'group_type', group_id: groupId, project_id: 1 }, 400],
      [{ runner_type: 'instance_type', project_id: 1 }, 400],
      [{ runner_type: 'other' }, 400],
    ]
    for (const [json, status] of refusals)
      expect([json, (await ask('POST', '/user/runners', json, ann.token)).status]).toEqual([json, status])
    for (const { id } of [own, group, whole]) expect((await ask('DELETE', `/runners/${id}`)).status).toBe(204)
  })
})
