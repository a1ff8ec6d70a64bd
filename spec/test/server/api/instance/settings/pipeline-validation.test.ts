import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

interface Heard {
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

const CI = `default:
  image: node:20
  services: [{name: 'postgres:14'}]
  before_script: [npm ci]
unit:
  stage: test
  tags: [fast]
  script: [npm test, npm run lint]
`

describe('the service that validates pipelines', () => {
  let instance: TestInstance
  let service: Server
  let url: string
  let answer = 200
  const heard: Array<Heard> = []
  let project: number
  const post = (path: string, json: unknown) => instance.ask('POST', `/api/v4${path}`, { as: instance.root, json })
  const set = async (json: object) => {
    const changed = await instance.ask('PUT', '/api/v4/application/settings', { as: instance.root, json })
    expect(changed.status, changed.text).toBe(200)
  }
  const pipelines = async (ref: string) => {
    const path = `/api/v4/projects/${project}/pipelines`
    const found = await instance.ask('GET', path, { as: instance.root, query: `ref=${ref}` })
    return (found.json as ReadonlyArray<unknown>).length
  }
  const run = () => post(`/projects/${project}/pipeline`, { ref: 'main' })
  const commit = async (branch: string) => {
    const actions = [{ action: 'create', file_path: branch, content: branch }]
    const json = { branch, start_branch: 'main', commit_message: branch, actions }
    expect((await post(`/projects/${project}/repository/commits`, json)).status).toBe(201)
  }

  beforeAll(async () => {
    service = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      heard.push({ headers: request.headers, body: JSON.parse(text) as Heard['body'] })
      if (answer === 0) return
      response.statusCode = answer
      response.end()
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/validate`
    instance = await openTestInstance()
    const made = await post('/projects', { name: 'p', initialize_with_readme: true })
    project = (made.json as { readonly id: number }).id
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }]
    const json = { branch: 'main', commit_message: 'CI', actions }
    expect((await post(`/projects/${project}/repository/commits`, json)).status).toBe(201)
    await eventually('the first pipeline', async () => ((await pipelines('main')) > 0 ? true : undefined))
  })
  afterAll(async () => {
    await instance.close()
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
  })
  beforeEach(async () => {
    answer = 200
    heard.length = 0
    await set({
      external_pipeline_validation_service_url: url,
      external_pipeline_validation_service_token: 'token-of-the-service',
      external_pipeline_validation_service_timeout: 5,
      allow_local_requests_from_web_hooks_and_services: true,
    })
  })

  it('is told what is about to begin, and by which instance', async () => {
    expect((await run()).status).toBe(201)
    expect(heard).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: {} }] = heard
    expect(headers).toMatchObject({ 'x-service-token': 'token-of-the-service', 'content-type': 'application/json' })
    expect(body).toEqual({
      project: { id: project, path: 'root/p', created_at: expect.stringMatching(/^2022-08-22T/) },
      user: { id: 1, username: 'root', email: 'admin@example.com', created_at: expect.stringMatching(/^2022-08-22T/) },
      pipeline: { sha: expect.stringMatching(/^[0-9a-f]{40}$/), ref: 'main', type: 'api' },
      builds: [
        {
          name: 'unit',
          stage: 'test',
          image: 'node:20',
          tag_list: ['fast'],
          services: ['postgres:14'],
          script: ['npm ci', 'npm test', 'npm run lint'],
        },
      ],
      total_builds_count: 1,
      namespace: { plan: 'ultimate', trial: false },
    })
  })

  it('stops a pipeline by 406, whoever asks for it', async () => {
    const before = await pipelines('main')
    answer = 406
    expect(await run()).toMatchObject({ status: 400, json: { message: { base: ['External validation failed'] } } })
    expect(await pipelines('main')).toBe(before)
    await commit('refused')
    await eventually('the question about the push', async () => (heard.length === 2 ? true : undefined))
    answer = 200
    await commit('accepted')
    await eventually('the pipeline of the next push', async () =>
      (await pipelines('accepted')) === 1 ? true : undefined,
    )
    expect(await pipelines('refused')).toBe(0)
  })

  it.each([200, 204, 302, 400, 403, 404, 500, 503])('lets it begin by %d', async (status) => {
    answer = status
    expect((await run()).status).toBe(201)
    expect(heard).toHaveLength(1)
  })

  it('lets it begin while it keeps silent for too long', async () => {
    answer = 0
    await set({ external_pipeline_validation_service_timeout: 1 })
    expect((await run()).status).toBe(201)
    expect(heard).toHaveLength(1)
  })

  it('is not asked where it may not be reached, unless it is spared', async () => {
    answer = 406
    await set({ allow_local_requests_from_web_hooks_and_services: false })
    expect((await run()).status).toBe(201)
    expect(heard).toHaveLength(0)
    await set({ outbound_local_requests_whitelist: ['127.0.0.1'] })
    expect((await run()).status).toBe(400)
    await set({ outbound_local_requests_whitelist: [] })
  })

  it('is not asked where there is none', async () => {
    answer = 406
    await set({ external_pipeline_validation_service_url: '' })
    expect((await run()).status).toBe(201)
    expect(heard).toHaveLength(0)
  })
})
