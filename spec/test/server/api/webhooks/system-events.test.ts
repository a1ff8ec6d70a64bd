import { asFetch } from '@forgefold/server'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser } from '../../oauth/world.js'
import { type Receiver, startReceiver } from './receiver.js'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB8Zh0m5o2nVIpLE8Fw8A9j4pO3bQ0oE1m3Y7aDkVY3l'

describe.runIf(programs.need('git'))('system hooks', () => {
  let world: TestInstance
  let receiver: Receiver
  const ask = async (method: string, path: string, json?: unknown, as: string | undefined = world.root) => {
    const answer = await world.ask(method, `/api/v4${path}`, { as, json })
    expect([path, answer.status < 300]).toEqual([path, true])
    return answer.json as { id: number; namespace_id: number }
  }
  const hears = async (count: number) => (await receiver.hears(count)).map(({ body }) => body)

  beforeAll(async () => {
    receiver = await startReceiver()
    world = await openTestInstance({ startsAt: '2022-05-01T10:00:00Z', tier: 'premium' })
    await ask('PUT', '/application/settings', {
      allow_local_requests_from_system_hooks: true,
      allow_local_requests_from_web_hooks_and_services: true,
      delayed_project_deletion: false,
      delayed_group_deletion: false,
    })
    await ask('POST', '/hooks', { url: receiver.url, repository_update_events: false })
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })
  beforeEach(() => receiver.forget())

  const moments = { created_at: '2022-05-01T10:00:00Z', updated_at: '2022-05-01T10:00:00Z' }

  it('tell of the life of a user: made, renamed, gone', async () => {
    const made = { email: 'eva@example.com', username: 'eva', name: 'Eva', password: 'correct horse 1' }
    const { id } = await ask('POST', '/users', { ...made, public_email: 'eva@example.com', skip_confirmation: true })
    await ask('PUT', `/users/${id}`, { name: 'Eva B' })
    await ask('PUT', `/users/${id}`, { username: 'evab' })
    const known = { ...moments, user_id: id, email: 'eva@example.com' }
    expect(await hears(2)).toEqual([
      { event_name: 'user_create', ...known, name: 'Eva', username: 'eva' },
      { event_name: 'user_rename', ...known, name: 'Eva B', username: 'evab', old_username: 'eva' },
    ])
    await world.ask('DELETE', `/api/v4/users/${id}`, { as: world.root, query: 'hard_delete=true' })
    const hidden = '[REDACTED]'
    expect((await hears(3))[2]).toEqual({
      event_name: 'user_destroy',
      ...known,
      name: hidden,
      email: hidden,
      username: hidden,
    })
  })

  it('tell of sign-ins to blocked accounts with the right password', async () => {
    const sent = { email: 'joe@example.com', username: 'joe', name: 'Joe', password: 'correct horse 2' }
    const { id } = await ask('POST', '/users', { ...sent, public_email: 'joe@example.com', skip_confirmation: true })
    const signIn = async (password: string) => {
      const browser = new Browser(asFetch(world.forgefold.handler))
      await browser.open('/users/sign_in')
      await browser.send('/users/sign_in', { 'user[login]': 'joe', 'user[password]': password })
      return browser
    }
    const refused = { ...moments, user_id: id, email: 'joe@example.com', name: 'Joe', username: 'joe' }
    for (const how of ['block', 'ban'] as const) {
      await ask('POST', `/users/${id}/${how}`)
      expect((await signIn('another horse')).html).toContain('Invalid login or password.')
      expect((await signIn(sent.password)).html).toContain('Your account has been blocked.')
      await ask('POST', `/users/${id}/un${how}`)
    }
    await signIn('another horse')
    await signIn(sent.password)
    await ask('PUT', `/users/${id}`, { username: 'joseph' })
    expect(await hears(4)).toMatchObject([
      { event_name: 'user_create' },
      { event_name: 'user_failed_login', ...refused, state: 'blocked' },
      { event_name: 'user_failed_login', ...refused, state: 'banned' },
      { event_name: 'user_rename', old_username: 'joe' },
    ])
  })

  it('tell of keys that come and go', async () => {
    const { id } = await ask('POST', '/user/keys', { title: 'laptop', key: KEY })
    await ask('DELETE', `/user/keys/${id}`)
    const key = { ...moments, username: 'root', key: KEY, id }
    expect(await hears(2)).toEqual([
      { event_name: 'key_create', ...key },
      { event_name: 'key_destroy', ...key },
    ])
  })

  it('tell of groups and of their members; hooks of the group above tell of subgroups', async () => {
    const top = await ask('POST', '/groups', { name: 'Top', path: 'top' })
    await ask('POST', '/groups/top/hooks', { url: `${receiver.url}/group`, push_events: false, subgroup_events: true })
    const low = await ask('POST', '/groups', { name: 'Low', path: 'low', parent_id: top.id })
    await ask('PUT', `/groups/${low.id}`, { path: 'lower' })
    const dev = await world.person('dev')
    await ask('POST', `/groups/${low.id}/members`, { user_id: dev.id, access_level: 30 })
    await ask('DELETE', `/groups/${low.id}/members/${dev.id}`)
    await world.ask('DELETE', `/api/v4/groups/${low.id}`, { as: world.root })
    await receiver.hears(10)
    const at = (path: string) => receiver.heard.filter((one) => one.path === path).map(({ body }) => body)
    const group = { ...moments, name: 'Low', group_id: low.id }
    expect(at('/').map(({ event_name }) => event_name)).toEqual([
      'user_add_to_group',
      'group_create',
      'group_create',
      'group_rename',
      'user_create',
      'user_add_to_group',
      'user_remove_from_group',
      'group_destroy',
    ])
    const told = (name: string) => at('/').filter(({ event_name }) => event_name === name)
    expect(told('group_create')[1]).toEqual({
      event_name: 'group_create',
      ...group,
      path: 'low',
      full_path: 'top/low',
    })
    expect(told('group_rename')).toEqual([
      {
        event_name: 'group_rename',
        ...group,
        path: 'lower',
        full_path: 'top/lower',
        old_path: 'low',
        old_full_path: 'top/low',
      },
    ])
    expect(told('group_destroy')).toEqual([
      { event_name: 'group_destroy', ...group, path: 'lower', full_path: 'top/lower' },
    ])
    expect(told('user_remove_from_group')).toMatchObject([{ group_access: 'Developer', user_username: 'dev' }])
    const parent = { parent_group_id: top.id, parent_name: 'Top', parent_path: 'top', parent_full_path: 'top' }
    expect(at('/group')).toEqual([
      { event_name: 'subgroup_create', ...group, path: 'low', full_path: 'top/low', ...parent },
      { event_name: 'subgroup_destroy', ...group, path: 'lower', full_path: 'top/lower', ...parent },
    ])
  })
  it('tell of projects, of their teams and of what is pushed to them', async () => {
    const { id } = await ask('POST', '/projects', { name: 'App', path: 'app', initialize_with_readme: true })
    await ask('PUT', `/projects/${id}`, { description: 'An app' })
    await ask('PUT', `/projects/${id}`, { path: 'apple' })
    const dev = await world.person('devi')
    await ask('POST', `/projects/${id}/members`, { user_id: dev.id, access_level: 30 })
    await ask('PUT', `/projects/${id}/members/${dev.id}`, { access_level: 40 })
    await ask('DELETE', `/projects/${id}/members/${dev.id}`)
    await ask('PUT', `/projects/${id}/transfer`, { namespace: 'top' })
    await world.ask('DELETE', `/api/v4/projects/${id}`, { as: world.root })
    const heard = (await hears(10)).filter(({ event_name }) => event_name !== 'user_create')
    const project = {
      ...moments,
      name: 'App',
      path: 'apple',
      path_with_namespace: 'root/apple',
      project_id: id,
      owner_name: 'Administrator',
      owner_email: '[REDACTED]',
      owners: [{ name: 'Administrator', email: '[REDACTED]' }],
      project_visibility: 'private',
    }
    const first = { ...project, path: 'app', path_with_namespace: 'root/app' }
    const person = { user_id: dev.id, user_name: 'devi', user_username: 'devi', user_email: '[REDACTED]' }
    const team = {
      ...moments,
      ...person,
      project_id: id,
      project_name: 'App',
      project_path: 'apple',
      project_path_with_namespace: 'root/apple',
      project_visibility: 'private',
    }
    const inGroup = { ...project, path_with_namespace: 'top/apple', owner_name: 'Top', owner_email: '' }
    expect(heard.filter(({ event_name }) => String(event_name).startsWith('project_'))).toEqual([
      { event_name: 'project_create', ...first },
      { event_name: 'project_update', ...first },
      { event_name: 'project_rename', ...project, old_path_with_namespace: 'root/app' },
      { event_name: 'project_transfer', ...inGroup, old_path_with_namespace: 'root/apple' },
      { event_name: 'project_destroy', ...inGroup },
    ])
    const teams = heard.filter(({ event_name }) => String(event_name).endsWith('_team'))
    expect(teams.map(({ event_name, access_level }) => [event_name, access_level])).toEqual([
      ['user_add_to_team', 'Owner'],
      ['user_add_to_team', 'Developer'],
      ['user_update_for_team', 'Maintainer'],
      ['user_remove_from_team', 'Maintainer'],
    ])
    expect(teams[1]).toEqual({ event_name: 'user_add_to_team', access_level: 'Developer', ...team })
  })

  it('tell once of all refs that a push moved', async () => {
    const { id } = await ask('POST', '/projects', { name: 'Pushed', initialize_with_readme: true })
    await ask('POST', '/hooks', { url: `${receiver.url}/refs`, push_events: true })
    await ask('POST', `/projects/${id}/repository/branches`, { branch: 'other', ref: 'main' })
    const heard = await receiver.hears(2, '/refs')
    expect(heard.map(({ body }) => body['event_name'])).toEqual(['push', 'repository_update'])
    expect(new Set(heard.map(({ headers }) => headers['x-gitlab-event-uuid'])).size).toBe(2)
    expect(heard[1]?.body).toMatchObject({
      user_id: 1,
      user_name: 'Administrator',
      project_id: id,
      project: { path_with_namespace: 'root/pushed' },
      changes: [{ before: '0'.repeat(40), ref: 'refs/heads/other' }],
      refs: ['refs/heads/other'],
    })
  })
})
