import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WAYS_IN } from './ways-in.js'

/** A page asks the API in the name of whoever looks: from the same address, while they wait. */
describe('the page of a project', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await openTestInstance()
    const { ask, root } = instance
    const wanted = { name: 'app', visibility: 'public' }
    expect((await ask('POST', '/api/v4/projects', { as: root, json: wanted })).status).toBe(201)
    const settings = { throttle_unauthenticated_api_enabled: true, unique_ips_limit_enabled: true }
    expect((await ask('PUT', '/api/v4/application/settings', { as: root, json: settings })).status).toBe(200)
  })
  afterAll(() => instance.close())

  it.each(WAYS_IN)('is there over %s where requests are counted by address', async (_name, open) => {
    const way = await open(instance.forgefold.handler)
    const page = await way.ask('/root/app')
    const text = await page.text()
    await way.close()
    expect(page.status).toBe(200)
    expect(text).toContain('<h1>Administrator / app</h1>')
  })
})
