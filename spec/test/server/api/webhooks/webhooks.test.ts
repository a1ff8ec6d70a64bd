import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from './receiver.js'

const PATH = '/api/v4/projects/1/hooks'

describe.runIf(programs.need('git'))('webhooks', () => {
  let world: TestInstance
  let receiver: Receiver
  const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
    world.ask(method, path, { as, json })
  const make = async (json: object, path = PATH): Promise<number> => {
    const made = await ask('POST', path, json)
    expect(made.status).toBe(201)
    return (made.json as { id: number }).id
  }
  const commit = (branch: string, message: string) =>
    ask('POST', '/api/v4/projects/1/repository/commits', {
      branch,
      commit_message: message,
      actions: [{ action: 'create', file_path: `${message}.txt`, content: message }],
    })

  beforeAll(async () => {
    receiver = await startReceiver()
    world = await openTestInstance({ startsAt: '2022-05-01T10:00:00Z', tier: 'premium' })
    await ask('PUT', '/api/v4/application/settings', { allow_local_requests_from_web_hooks_and_services: true })
    const group = { name: 'top', path: 'top' }
    expect((await ask('POST', '/api/v4/groups', group)).status).toBe(201)
    const project = { name: 'app', namespace_id: 2, initialize_with_readme: true, default_branch: 'main' }
    const made = await ask('POST', '/api/v4/projects', {
      ...project,
      namespace_id: ((await ask('GET', '/api/v4/groups/top')).json as { id: number }).id,
    })
    expect(made.status).toBe(201)
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })
  beforeEach(async () => {
    for (const path of [PATH, '/api/v4/groups/top/hooks'])
      for (const { id } of (await ask('GET', path)).json as ReadonlyArray<{ id: number }>)
        await ask('DELETE', `${path}/${id}`)
    receiver.answerWith(200)
    receiver.forget()
  })

  it('are made, read, changed and deleted; tokens and hidden parts of addresses are never shown', async () => {
    const made = await ask('POST', PATH, {
      url: `${receiver.url}/{room}`,
      token: 'a secret',
      url_variables: [{ key: 'room', value: 'hidden' }],
      issues_events: true,
      push_events: false,
    })
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({
        url: `${receiver.url}/{room}`,
        project_id: 1,
        push_events: false,
        issues_events: true,
        enable_ssl_verification: true,
        alert_status: 'executable',
        disabled_until: null,
        url_variables: [{ key: 'room' }],
        created_at: '2022-05-01T10:00:00.000Z',
      }),
    ])
    const { id } = made.json as { id: number }
    expect((await ask('GET', `${PATH}/${id}`)).json).toEqual(made.json)
    expect((await ask('GET', PATH)).json).toEqual([made.json])
    const changed = await ask('PUT', `${PATH}/${id}`, { note_events: true, enable_ssl_verification: false })
    expect(changed.json).toMatchObject({ issues_events: true, note_events: true, enable_ssl_verification: false })
    expect((await ask('PUT', `${PATH}/${id}/url_variables/more`, { value: 'x' })).status).toBe(204)
    expect((await ask('GET', `${PATH}/${id}`)).json).toMatchObject({
      url_variables: [{ key: 'room' }, { key: 'more' }],
    })
    expect((await ask('DELETE', `${PATH}/${id}/url_variables/more`)).status).toBe(204)
    expect((await ask('DELETE', `${PATH}/${id}/url_variables/more`)).status).toBe(404)
    for (const text of [made.text, changed.text]) expect(text).not.toContain('secret')
    const history = JSON.stringify(await world.forge.events.readAll({ limit: 100_000 }))
    for (const secret of ['a secret', 'hidden', receiver.url]) expect(history).not.toContain(secret)
    expect((await ask('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect((await ask('GET', `${PATH}/${id}`)).status).toBe(404)
  })

  it.each([
    [{}, 400, { error: 'url is missing' }],
    [{ url: 'ftp://example.com' }, 422, { message: 'Invalid url given' }],
    [{ url: 'http://example.com/{gone}' }, 422, { message: 'Invalid url given' }],
    [{ url: 'http://[' }, 422, { message: 'Invalid url given' }],
    [{ url: 'http://[::1' }, 422, { message: 'Invalid url given' }],
    [{ url: 'http://example.com:99999/hook' }, 422, { message: 'Invalid url given' }],
    [{ url: 'http://example.com:port' }, 422, { message: 'Invalid url given' }],
    [{ url: 'http://user@' }, 422, { message: 'Invalid url given' }],
    [
      { url: 'http://e.com', url_variables: [{ key: '0', value: 'x' }] },
      422,
      { message: 'Invalid url variables given' },
    ],
    [
      { url: 'http://e.com', branch_filter_strategy: 'regex', push_events_branch_filter: '(' },
      422,
      { message: 'Invalid branch filter given' },
    ],
  ])('refuse %j with %i', async (json, status, body) => {
    const refused = await ask('POST', PATH, json)
    expect([refused.status, refused.json]).toEqual([status, body])
  })

  it('are told of a push, with its commits, once and with their token', async () => {
    await make({ url: `${receiver.url}/{room}?a=b`, token: 'a secret', url_variables: [{ key: 'room', value: 'r1' }] })
    expect((await commit('main', 'Told')).status).toBe(201)
    const [push] = await receiver.hears(1)
    expect(push).toMatchObject({
      path: '/r1?a=b',
      headers: {
        'content-type': 'application/json',
        'x-gitlab-event': 'Push Hook',
        'x-gitlab-token': 'a secret',
        'x-gitlab-event-uuid': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'x-gitlab-instance': expect.stringMatching(/^http/),
      },
      body: {
        object_kind: 'push',
        event_name: 'push',
        ref: 'refs/heads/main',
        ref_protected: true,
        user_username: 'root',
        project_id: 1,
        project: { path_with_namespace: 'top/app', default_branch: 'main', visibility_level: 0 },
        total_commits_count: 1,
        commits: [{ title: 'Told', added: ['Told.txt'], modified: [], removed: [] }],
      },
    })
    expect(push?.body['checkout_sha']).toBe(push?.body['after'])
    expect(push?.body['before']).toMatch(/^(?!0{40})[0-9a-f]{40}$/)
  })

  it('are told of what they asked for, and of branches that fit', async () => {
    await make({ url: `${receiver.url}/pushes`, push_events_branch_filter: 'feature/*' })
    await make({ url: `${receiver.url}/issues`, push_events: false, issues_events: true, note_events: true })
    await ask('POST', '/api/v4/projects/1/repository/branches', { branch: 'other', ref: 'main' })
    await ask('POST', '/api/v4/projects/1/repository/branches', { branch: 'feature/a', ref: 'main' })
    const issue = { title: 'Broken', description: 'very' }
    const { iid } = (await ask('POST', '/api/v4/projects/1/issues', issue)).json as { iid: number }
    await ask('POST', `/api/v4/projects/1/issues/${iid}/notes`, { body: 'said' })
    await ask('PUT', `/api/v4/projects/1/issues/${iid}`, { state_event: 'close' })
    await ask('POST', '/api/v4/projects/1/issues', { title: 'Hidden', confidential: true })
    const heard = await receiver.hears(4)
    const on = (path: string) => heard.filter((one) => one.path === path).map((one) => one.body)
    expect(on('/pushes')).toMatchObject([{ ref: 'refs/heads/feature/a', total_commits_count: 0, commits: [] }])
    expect(on('/issues')).toMatchObject([
      {
        object_kind: 'issue',
        event_type: 'issue',
        user: { username: 'root', email: '[REDACTED]' },
        object_attributes: { title: 'Broken', description: 'very', iid, action: 'open', type: 'Issue' },
        repository: { name: 'app' },
      },
      { object_kind: 'note', object_attributes: { note: 'said', noteable_type: 'Issue' }, issue: { iid } },
      { object_kind: 'issue', object_attributes: { state: 'closed', action: 'close' } },
    ])
  })

  it('are told of merge requests, tags, releases and deployments', async () => {
    await commit('main', 'Base')
    await ask('POST', '/api/v4/projects/1/repository/branches', { branch: 'topic', ref: 'main' })
    await commit('topic', 'Topic')
    await make({
      url: receiver.url,
      push_events: false,
      tag_push_events: true,
      merge_requests_events: true,
      releases_events: true,
      deployment_events: true,
    })
    const request = { source_branch: 'topic', target_branch: 'main', title: 'Draft: Topic' }
    const made = (await ask('POST', '/api/v4/projects/1/merge_requests', request)).json as { iid: number }
    await receiver.hears(1)
    await ask('POST', '/api/v4/projects/1/releases', { tag_name: 'v1', ref: 'main', description: 'First' })
    const { sha } = (await ask('GET', '/api/v4/projects/1/repository/branches/main')).json as { sha?: string }
    const branch = (await ask('GET', '/api/v4/projects/1/repository/branches/main')).json as { commit: { id: string } }
    expect(sha).toBeUndefined()
    const deployed = { environment: 'prod', sha: branch.commit.id, ref: 'main', tag: false, status: 'success' }
    expect((await ask('POST', '/api/v4/projects/1/deployments', deployed)).status).toBe(201)
    const heard = (await receiver.hears(4)).map(({ headers, body }) => [headers['x-gitlab-event'], body] as const)
    const of = (event: string) => heard.filter(([name]) => name === event).map(([, body]) => body)
    expect(of('Merge Request Hook')[0]).toMatchObject({
      object_kind: 'merge_request',
      object_attributes: {
        iid: made.iid,
        action: 'open',
        state: 'opened',
        draft: true,
        source: { path_with_namespace: 'top/app' },
        last_commit: { title: 'Topic' },
      },
    })
    expect(of('Tag Push Hook')).toMatchObject([
      { object_kind: 'tag_push', ref: 'refs/tags/v1', before: '0'.repeat(40) },
    ])
    expect(of('Release Hook')).toMatchObject([
      { object_kind: 'release', tag: 'v1', action: 'create', description: 'First' },
    ])
    expect(of('Deployment Hook')).toMatchObject([{ object_kind: 'deployment', environment: 'prod', status: 'success' }])
  })

  it('are told what changed in issues and merge requests, before and after, and the head that a push replaced', async () => {
    await commit('main', 'Before')
    await ask('POST', '/api/v4/projects/1/repository/branches', { branch: 'changes', ref: 'main' })
    await commit('changes', 'Change')
    await ask('POST', '/api/v4/projects/1/labels', { name: 'bug', color: '#ff0000' })
    await make({ url: receiver.url, push_events: false, issues_events: true, merge_requests_events: true })
    const of = (kind: string) => receiver.heard.map(({ body }) => body).filter((body) => body['object_kind'] === kind)
    const issues = '/api/v4/projects/1/issues'
    const { iid } = (await ask('POST', issues, { title: 'One', description: 'Words' })).json as { iid: number }
    await ask('PUT', `${issues}/${iid}`, { title: 'Two', labels: 'bug', assignee_ids: [1], due_date: '2022-06-01' })
    await ask('PUT', `${issues}/${iid}`, { state_event: 'close' })
    await expect.poll(() => of('issue').at(-1)).toMatchObject({ object_attributes: { action: 'close' } })
    const changes = of('issue').map((body) => body['changes'] as Record<string, unknown>)
    expect(changes[0]).toMatchObject({
      title: { previous: null, current: 'One' },
      description: { previous: null, current: 'Words' },
      author_id: { previous: null, current: 1 },
    })
    expect(Object.assign({}, ...changes.slice(1, -1))).toMatchObject({
      title: { previous: 'One', current: 'Two' },
      due_date: { previous: null, current: '2022-06-01' },
      labels: { previous: [], current: [{ title: 'bug' }] },
      assignees: { previous: [], current: [{ username: 'root' }] },
      updated_by_id: { previous: null, current: 1 },
    })
    expect(changes.at(-1)).toMatchObject({
      state_id: { previous: 1, current: 2 },
      closed_at: { previous: null, current: '2022-05-01 10:00:00 UTC' },
    })
    expect(changes.at(-1)).not.toHaveProperty('title')

    const requests = '/api/v4/projects/1/merge_requests'
    const wanted = { source_branch: 'changes', target_branch: 'main', title: 'Draft: Change' }
    const request = (await ask('POST', requests, wanted)).json as { iid: number; sha: string }
    await ask('PUT', `${requests}/${request.iid}`, { title: 'Change', reviewer_ids: [1] })
    await expect.poll(() => of('merge_request').length).toBeGreaterThan(1)
    await commit('changes', 'More')
    await expect
      .poll(() => of('merge_request').at(-1))
      .toMatchObject({
        object_attributes: { action: 'update', oldrev: request.sha },
      })
    const [opened, ...updates] = of('merge_request')
    expect(opened).toMatchObject({ changes: { source_branch: { previous: null, current: 'changes' } } })
    expect(opened?.['object_attributes']).not.toHaveProperty('oldrev')
    expect(Object.assign({}, ...updates.map((body) => body['changes']))).toMatchObject({
      title: { previous: 'Draft: Change', current: 'Change' },
      draft: { previous: true, current: false },
      reviewers: { previous: [], current: [{ username: 'root' }] },
    })
  })

  it('of the instance are tried with a project that nobody made', async () => {
    await ask('PUT', '/api/v4/application/settings', { allow_local_requests_from_system_hooks: true })
    const id = await make({ url: `${receiver.url}/system` }, '/api/v4/hooks')
    const tried = await ask('POST', `/api/v4/hooks/${id}`)
    expect([tried.status, tried.json]).toEqual([201, expect.objectContaining({ event_name: 'project_create' })])
    const [told] = await receiver.hears(1)
    expect(told).toMatchObject({ path: '/system', headers: { 'x-gitlab-event': 'System Hook' }, body: tried.json })
    expect((await ask('POST', '/api/v4/hooks/999')).status).toBe(404)
    await ask('DELETE', `/api/v4/hooks/${id}`)
  })

  it('are told of pipelines and their jobs', async () => {
    await make({ url: receiver.url, push_events: false, pipeline_events: true, job_events: true })
    const branch = (await ask('GET', '/api/v4/projects/1/repository/branches/main')).json as { commit: { id: string } }
    const status = { state: 'success', name: 'lint', ref: 'main' }
    expect((await ask('POST', `/api/v4/projects/1/statuses/${branch.commit.id}`, status)).status).toBe(201)
    const last = () => receiver.heard.filter(({ body }) => body['object_kind'] === 'pipeline').at(-1)?.body
    await expect.poll(last).toMatchObject({
      object_attributes: { ref: 'main', source: 'external', status: 'success' },
      builds: [{ name: 'lint' }],
    })
  })

  it('of a group are told of its projects and members', async () => {
    const path = '/api/v4/groups/top/hooks'
    await make({ url: receiver.url, push_events: true, member_events: true }, path)
    const ann = await world.person('ann')
    const some = { user_id: ann.id, access_level: 30, expires_at: '2030-01-01' }
    await ask('POST', '/api/v4/groups/top/members', some)
    await commit('main', 'Group')
    const [member, push] = await receiver.hears(2)
    expect(member).toMatchObject({
      headers: { 'x-gitlab-event': 'Member Hook' },
      body: {
        event_name: 'user_add_to_group',
        user_username: 'ann',
        group_path: 'top',
        group_access: 'Developer',
        created_at: '2022-05-01T10:00:00Z',
        expires_at: '2030-01-01T00:00:00Z',
      },
    })
    expect(push?.body).toMatchObject({ object_kind: 'push', project: { path_with_namespace: 'top/app' } })
  })

  it('that fail are paused, then told the rest in order; those at fault are stopped until a test succeeds', async () => {
    const id = await make({ url: receiver.url })
    receiver.answerWith(500)
    for (const name of ['F1', 'F2', 'F3', 'F4', 'F5']) await commit('main', name)
    await receiver.hears(4)
    await expect
      .poll(async () => (await ask('GET', `${PATH}/${id}`)).json)
      .toMatchObject({
        alert_status: 'temporarily_disabled',
        disabled_until: '2022-05-01T10:10:00.000Z',
      })
    receiver.answerWith(200)
    world.clock.advance(11 * 60_000)
    const heard = await receiver.hears(5)
    expect(heard.map(({ body }) => (body['commits'] as ReadonlyArray<{ title: string }>)[0]?.title)).toEqual([
      'F1',
      'F2',
      'F3',
      'F4',
      'F5',
    ])
    await expect
      .poll(async () => (await ask('GET', `${PATH}/${id}`)).json)
      .toMatchObject({ alert_status: 'executable' })
    receiver.answerWith(404)
    for (const name of ['G1', 'G2', 'G3', 'G4']) await commit('main', name)
    await expect.poll(async () => (await ask('GET', `${PATH}/${id}`)).json).toMatchObject({ alert_status: 'disabled' })
    expect((await ask('POST', `${PATH}/${id}/test/push_events`)).status).toBe(422)
    receiver.answerWith(200)
    expect((await ask('POST', `${PATH}/${id}/test/push_events`)).json).toEqual({ message: '201 Created' })
    expect((await ask('GET', `${PATH}/${id}`)).json).toMatchObject({ alert_status: 'executable' })
    expect((await ask('POST', `${PATH}/${id}/test/releases_events`)).status).toBe(201)
    expect((await ask('POST', `${PATH}/${id}/test/nothing`)).status).toBe(400)
  })

  it('have a log of what was sent, from which things are sent again', async () => {
    const id = await make({ url: receiver.url, token: 'a secret' })
    await commit('main', 'Logged')
    await receiver.hears(1)
    const log = async (query = '') =>
      (await world.ask('GET', `${PATH}/${id}/events`, { as: world.root, query })).json as ReadonlyArray<{ id: number }>
    await expect.poll(log).toHaveLength(1)
    expect(await log()).toEqual([
      expect.objectContaining({
        url: receiver.url,
        trigger: 'push_hooks',
        response_status: '200',
        response_body: 'heard',
        request_headers: expect.objectContaining({ 'x-gitlab-token': '[REDACTED]', 'x-gitlab-event': 'Push Hook' }),
        request_data: expect.objectContaining({ object_kind: 'push' }),
        position: expect.any(Number),
      }),
    ])
    expect([await log('status=successful'), await log('status=server_failure,404')]).toEqual([await log(), []])
    const one = (await log())[0]?.id
    const again = await ask('POST', `${PATH}/${id}/events/${one}/resend`)
    expect([again.status, again.json]).toEqual([201, { response_status: 200 }])
    const [first, second] = receiver.heard
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers['x-gitlab-event-uuid']).toBe(first?.headers['x-gitlab-event-uuid'])
    await ask('PUT', `${PATH}/${id}`, { url: `${receiver.url}/moved` })
    expect((await ask('POST', `${PATH}/${id}/events/${one}/resend`)).status).toBe(422)
    expect((await ask('POST', `${PATH}/${id}/events/999/resend`)).status).toBe(404)
  })

  it.each([
    ['http://who:hush@', 'http://*****:*****@'],
    ['http://who@', 'http://*****:*****@'],
    ['http://who:hu@sh@', 'http://*****:*****@'],
    ['http://:{room}hush@', 'http://*****:*****@'],
  ])('with the credentials %s are told with them, and logged without', async (credentials, logged) => {
    const to = receiver.url.replace('http://', '')
    const id = await make({ url: `${credentials}${to}`, url_variables: [{ key: 'room', value: 'hidden' }] })
    await commit('main', `Told${id}`)
    await receiver.hears(1)
    const log = async () => (await ask('GET', `${PATH}/${id}/events`)).json as ReadonlyArray<{ id: number }>
    await expect.poll(log).toHaveLength(1)
    expect(receiver.heard[0]?.headers.authorization).toMatch(/^Basic /)
    const text = JSON.stringify(await log())
    expect(text).toContain(`"url":"${logged}${to}"`)
    for (const secret of ['hush', 'hu@sh', 'hidden', receiver.heard[0]?.headers.authorization])
      expect(text).not.toContain(secret)
    const again = await ask('POST', `${PATH}/${id}/events/${(await log())[0]?.id}/resend`)
    expect([again.status, again.json]).toEqual([201, { response_status: 200 }])
  })

  it('are told once more, in order, from any position of the history', async () => {
    const id = await make({ url: receiver.url })
    for (const name of ['R1', 'R2', 'R3']) await commit('main', name)
    await receiver.hears(3)
    const titles = () =>
      receiver.heard.map(({ body }) => (body['commits'] as ReadonlyArray<{ title: string }>)[0]?.title)
    expect(titles()).toEqual(['R1', 'R2', 'R3'])
    const log = async () => (await ask('GET', `${PATH}/${id}/events`)).json as ReadonlyArray<{ position: number }>
    await expect.poll(log).toHaveLength(3)
    const from = (await log())[1]?.position
    expect((await ask('POST', `${PATH}/${id}/replay`, { from })).status).toBe(202)
    await receiver.hears(5)
    await commit('main', 'R4')
    await receiver.hears(6)
    expect(titles()).toEqual(['R1', 'R2', 'R3', 'R2', 'R3', 'R4'])
    const ids = receiver.heard.map(({ headers }) => headers['x-gitlab-event-uuid'])
    expect([ids[3], ids[4]]).toEqual([ids[1], ids[2]])
    expect((await ask('POST', `${PATH}/${id}/replay`, { from: 10_000_000 })).status).toBe(422)
    expect((await ask('POST', `${PATH}/${id}/replay`, {})).status).toBe(400)
  })

  it('go nowhere that the settings forbid, follow no redirect, and hold nobody up', async () => {
    await make({ url: receiver.url })
    receiver.answerWith(302)
    await commit('main', 'Redirected')
    await receiver.hears(1)
    expect(receiver.heard.map(({ path }) => path)).toEqual(['/'])
    await ask('PUT', '/api/v4/application/settings', { allow_local_requests_from_web_hooks_and_services: false })
    const { id } = ((await ask('GET', PATH)).json as ReadonlyArray<{ id: number }>)[0] ?? { id: 0 }
    await commit('main', 'Blocked')
    const log = async () => (await ask('GET', `${PATH}/${id}/events`)).json as ReadonlyArray<unknown>
    await expect.poll(log).toHaveLength(2)
    expect((await log())[0]).toMatchObject({ response_status: 'internal error' })
    expect(receiver.heard).toHaveLength(1)
    await ask('PUT', '/api/v4/application/settings', { allow_local_requests_from_web_hooks_and_services: true })
  })

  it('are for maintainers, owners of groups and administrators', async () => {
    const dev = await world.person('dev')
    await ask('POST', '/api/v4/projects/1/members', { user_id: dev.id, access_level: 30 })
    expect((await ask('GET', PATH, undefined, dev.token)).status).toBe(403)
    expect((await world.ask('GET', PATH)).status).toBe(401)
    expect((await ask('GET', '/api/v4/groups/top/hooks', undefined, dev.token)).status).toBe(403)
    expect((await ask('GET', '/api/v4/hooks', undefined, dev.token)).status).toBe(403)
    expect((await ask('GET', '/api/v4/hooks')).json).toEqual([])
  })

  it('measure pipelines in whole seconds and jobs in milliseconds, and are not told of pushes as a whole', async () => {
    const some = { push_events: false, pipeline_events: true, job_events: true, repository_update_events: true }
    await make({ url: receiver.url, ...some })
    const { commit: head } = (await ask('GET', '/api/v4/projects/1/repository/branches/main')).json as {
      commit: { id: string }
    }
    const report = async (state: string): Promise<void> => {
      const json = { state, name: 'slow', ref: 'main' }
      expect((await ask('POST', `/api/v4/projects/1/statuses/${head.id}`, json)).status).toBe(201)
      world.clock.advance(1_700)
    }
    await commit('main', 'Whole')
    for (const state of ['pending', 'running', 'success']) await report(state)
    const last = (kind: string) =>
      receiver.heard.filter(({ body }) => body['object_kind'] === kind && JSON.stringify(body).includes('slow')).at(-1)
    await expect
      .poll(() => last('build')?.body)
      .toMatchObject({
        build_status: 'success',
        build_duration: 1.7,
        commit: { duration: 1 },
      })
    await expect
      .poll(() => last('pipeline')?.body)
      .toMatchObject({
        object_attributes: { status: 'success', duration: 1, queued_duration: 1 },
      })
    expect(receiver.heard.map(({ headers }) => headers['x-gitlab-event'])).not.toContain('System Hook')
  })
})
