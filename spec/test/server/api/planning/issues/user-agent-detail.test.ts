import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('the program that an issue was opened with', () => {
  let instance: TestInstance
  let person: string
  beforeAll(async () => {
    instance = await openTestInstance()
    person = (await instance.person('ann')).token
    await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: 'app' } })
  })
  afterAll(() => instance.close())

  const open = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const made = await instance.ask('POST', '/api/v4/projects/1/issues', {
      as: instance.root,
      headers,
      json: { title: 'One' },
    })
    expect(made.status, made.text).toBe(201)
    return (made.json as { readonly iid: number }).iid
  }
  const read = (iid: number, as = instance.root) =>
    instance.ask('GET', `/api/v4/projects/1/issues/${iid}/user_agent_detail`, { as })

  it('is told with the address it came from', async () => {
    const told = await read(await open({ 'user-agent': 'python-gitlab/3.12.0' }))
    expect(told.status).toBe(200)
    expect(told.json).toEqual({
      user_agent: 'python-gitlab/3.12.0',
      ip_address: expect.stringMatching(/^[\d.:a-f]+$/),
      akismet_submitted: false,
    })
  })

  it('is kept to 512 characters', async () => {
    const told = await read(await open({ 'user-agent': 'x'.repeat(600) }))
    expect(told.json).toMatchObject({ user_agent: 'x'.repeat(512) })
  })

  it('is not there where it did not name itself, nor for an issue that is not there', async () => {
    const unnamed = await read(await open({}))
    expect([unnamed.status, unnamed.json]).toEqual([404, { message: '404 UserAgentDetail Not Found' }])
    expect((await read(999)).status).toBe(404)
  })

  it('is told to administrators only, and nowhere in the issue', async () => {
    const iid = await open({ 'user-agent': 'curl/8.0' })
    expect((await read(iid, person)).status).toBe(403)
    const issue = await instance.ask('GET', `/api/v4/projects/1/issues/${iid}`, { as: instance.root })
    expect(issue.text).not.toContain('curl/8.0')
  })
})
