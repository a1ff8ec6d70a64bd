import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestInstance, type TestInstance } from '../../../../src/instance/index.js'

/** What the service answers by label, and what it was asked. */
interface Service {
  readonly server: Server
  readonly url: string
  readonly asked: Array<Record<string, unknown>>
  readonly answers: Map<string, { readonly status: number; readonly body?: string; readonly after?: number }>
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const startService = async (): Promise<Service> => {
  const asked: Service['asked'] = []
  const answers: Service['answers'] = new Map()
  const server = createServer(async (request, response) => {
    const question = JSON.parse(await textOf(request)) as Record<string, unknown>
    asked.push(question)
    const {
      status,
      body = '',
      after = 0,
    } = answers.get(String(question['project_classification_label'])) ?? {
      status: 200,
    }
    setTimeout(() => response.writeHead(status, { Location: '/elsewhere' }).end(body), after)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide`, asked, answers }
}

describe('the external authorization service', () => {
  let instance: TestInstance
  let service: Service
  let jane: { readonly id: number; readonly token: string }
  let project: number

  const api = (method: string, path: string, as: string | undefined, json?: unknown) =>
    instance.ask(method, `/api/v4${path}`, { as, json })
  const settings = (json: unknown) => api('PUT', '/application/settings', instance.root, json)
  const statusOf = async (as: string | undefined): Promise<number> =>
    (await api('GET', `/projects/${project}`, as)).status

  beforeAll(async () => {
    service = await startService()
    instance = await openTestInstance()
    jane = await instance.person('jane')
    const made = await api('POST', '/projects', jane.token, {
      name: 'app',
      visibility: 'public',
      initialize_with_readme: true,
    })
    project = (made.json as { readonly id: number }).id
    await api('POST', `/projects/${project}/issues`, jane.token, { title: 'Issue' })
    const on = await settings({
      external_authorization_service_enabled: true,
      external_authorization_service_default_label: 'open',
      external_authorization_service_url: service.url,
      external_authorization_service_timeout: 2,
    })
    expect(on.json).toMatchObject({ external_authorization_service_enabled: true })
  })
  afterEach(() => {
    service.asked.length = 0
    service.answers.clear()
    // Past the time for which any decision holds.
    instance.clock.advance(7 * 60 * 60 * 1000)
  })
  afterAll(async () => {
    await instance.close()
    service.server.closeAllConnections()
    service.server.close()
  })

  it('is asked once for six hours who may reach a project', async () => {
    expect(await statusOf(jane.token)).toBe(200)
    expect(await statusOf(jane.token)).toBe(200)
    expect(service.asked).toEqual([
      { user_identifier: 'jane@example.com', project_classification_label: 'open', identities: [] },
    ])
  })

  it.each([401, 403])('keeps out whom it answers %i, and their own repository, files and pages', async (status) => {
    service.answers.set('open', { status, body: '{"reason":"not cleared"}' })
    expect(await statusOf(jane.token)).toBe(404)
    expect((await api('GET', `/projects/${project}/issues`, jane.token)).status).toBe(404)
    expect((await api('POST', `/projects/${project}/issues`, jane.token, { title: 'x' })).status).toBe(404)
    const raw = await instance.ask('GET', '/jane/app/-/raw/main/README.md', { as: jane.token })
    expect(raw.status).toBe(404)
    const basic = `Basic ${Buffer.from(`jane:${jane.token}`).toString('base64')}`
    const git = await instance.ask('GET', '/jane/app.git/info/refs', {
      query: 'service=git-upload-pack',
      headers: { authorization: basic },
    })
    expect(git.status).toBe(404)
    expect(service.asked).toHaveLength(1)
  })

  it.each([
    ['fails', { status: 500 }],
    ['redirects', { status: 302 }],
    ['is late', { status: 200, after: 5000 }],
  ])('keeps out while it %s, and is asked again', async (_, answer) => {
    service.answers.set('open', answer)
    expect(await statusOf(jane.token)).toBe(404)
    service.answers.clear()
    instance.clock.advance(2000)
    expect(await statusOf(jane.token)).toBe(200)
  })

  it('is asked about nobody where a token is invalid, whatever else is presented, now or of the past', async () => {
    const basic = `Basic ${Buffer.from(`jane:${jane.token}`).toString('base64')}`
    const root = `Basic ${Buffer.from(`root:${instance.root}`).toString('base64')}`
    const statusWith = async (headers: Readonly<Record<string, string>>) =>
      (await instance.ask('GET', `/api/v4/projects/${project}`, { headers })).status
    const past = { 'forgefold-as-of': instance.clock.now() }
    expect(await statusWith({ 'private-token': 'none', authorization: basic })).toBe(401)
    expect(await statusWith({ 'private-token': 'none', authorization: root, ...past })).toBe(401)
    expect(service.asked).toEqual([])
  })

  it('is not asked about administrators; anonymous callers and deploy tokens stay out', async () => {
    service.answers.set('open', { status: 403 })
    expect(await statusOf(instance.root)).toBe(200)
    expect(await statusOf(undefined)).toBe(404)
    const made = await api('POST', `/projects/${project}/deploy_tokens`, instance.root, {
      name: 'one',
      scopes: ['read_repository'],
    })
    const { token, username } = made.json as { readonly token: string; readonly username: string }
    const basic = `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`
    const git = await instance.ask('GET', '/jane/app.git/info/refs', {
      query: 'service=git-upload-pack',
      headers: { authorization: basic },
    })
    expect(git.status).toBe(404)
    expect(service.asked).toEqual([])
  })

  it('leaves lists over several projects empty, except for administrators; projects are listed', async () => {
    for (const path of [
      '/issues?scope=all',
      '/merge_requests?scope=all',
      '/todos',
      '/events',
      '/search?scope=issues&search=Issue',
    ]) {
      const [at = '', query = ''] = path.split('?')
      const answer = await instance.ask('GET', `/api/v4${at}`, { as: jane.token, query })
      expect([answer.status, answer.json], path).toEqual([200, []])
    }
    const all = await instance.ask('GET', '/api/v4/issues', { as: instance.root, query: 'scope=all' })
    expect(all.json).toHaveLength(1)
    expect((await api('GET', '/projects', jane.token)).json).toHaveLength(1)
    expect((await api('GET', `/projects/${project}/issues`, jane.token)).json).toHaveLength(1)
  })

  it('decides about the own label of a project, and refuses a label out of reach', async () => {
    service.answers.set('secret', { status: 403, body: '{"reason":"not cleared"}' })
    const label = { external_authorization_classification_label: 'secret' }
    const refused = await api('PUT', `/projects/${project}`, jane.token, label)
    expect([refused.status, refused.json]).toEqual([
      400,
      { message: { external_authorization_classification_label: ['is unavailable: not cleared'] } },
    ])
    const made = await api('POST', '/projects', jane.token, { name: 'other', ...label })
    expect(made.status).toBe(400)
    service.answers.clear()
    instance.clock.advance(7 * 60 * 60 * 1000)
    expect((await api('PUT', `/projects/${project}`, jane.token, label)).status).toBe(200)
    expect(service.asked.at(-1)).toMatchObject({ project_classification_label: 'secret' })
  })

  it('is asked about whoever the token of a body belongs to, before the first such request is answered', async () => {
    const body = { title: 'from a body', private_token: jane.token }
    const made = await api('POST', `/projects/${project}/issues`, undefined, body)
    expect(made.status).toBe(201)
    expect(service.asked).toHaveLength(1)
    service.answers.set('secret', { status: 403 })
    instance.clock.advance(7 * 60 * 60 * 1000)
    expect((await api('POST', `/projects/${project}/issues`, undefined, body)).status).toBe(404)
  })

  it('is asked about each project that a parameter names', async () => {
    const other = await api('POST', '/projects', instance.root, {
      name: 'elsewhere',
      visibility: 'public',
      external_authorization_classification_label: 'elsewhere',
    })
    const { id } = other.json as { readonly id: number }
    await api('POST', `/projects/${id}/members`, instance.root, { user_id: jane.id, access_level: 30 })
    const { json } = await api('POST', `/projects/${project}/issues`, jane.token, { title: 'moves' })
    service.asked.length = 0
    const { iid } = json as { readonly iid: number }
    const moved = await api('POST', `/projects/${project}/issues/${iid}/move`, jane.token, { to_project_id: id })
    expect([moved.status, moved.json]).toMatchObject([201, { project_id: id }])
    expect(service.asked.map((question) => question['project_classification_label'])).toContain('elsewhere')
  })

  it('is asked about the user as whom an administrator acts', async () => {
    const headers = { Sudo: 'jane' }
    const answer = await instance.ask('GET', `/api/v4/projects/${project}`, { as: instance.root, headers })
    expect(answer.status).toBe(200)
    expect(service.asked).toHaveLength(1)
  })

  it('is not asked any more once it is off', async () => {
    await settings({ external_authorization_service_enabled: false })
    expect([await statusOf(jane.token), await statusOf(undefined)]).toEqual([200, 200])
    expect(service.asked).toEqual([])
  })
})
