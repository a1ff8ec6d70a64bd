import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Record<string, unknown>

let world: TestInstance
let dev: string
let boss: string
let guest: string
let project: number
let request: string

const ask = async (method: string, path: string, as: string, json?: unknown) => {
  const answer = await world.ask(method, `/api/v4${path}`, { as, json })
  return { status: answer.status, json: answer.json as Json, list: answer.json as ReadonlyArray<Json> }
}

beforeAll(async () => {
  world = await openTestInstance()
  const people = [await world.person('dev'), await world.person('boss'), await world.person('visitor')] as const
  ;[dev, boss, guest] = people.map(({ token }) => token) as [string, string, string]
  const made = await ask('POST', '/projects', world.root, {
    name: 'app',
    visibility: 'public',
    initialize_with_readme: true,
    default_branch: 'main',
  })
  project = made.json['id'] as number
  await ask('POST', `/projects/${project}/members`, world.root, { user_id: people[0].id, access_level: 30 })
  await ask('POST', `/projects/${project}/members`, world.root, { user_id: people[1].id, access_level: 40 })
  await ask('POST', `/projects/${project}/repository/commits`, dev, {
    branch: 'work',
    start_branch: 'main',
    commit_message: 'work',
    actions: [{ action: 'create', file_path: 'a.txt', content: 'a' }],
  })
})
afterAll(() => world.close())

describe('approvals', () => {
  it('are asked for by the project', async () => {
    const set = await ask('POST', `/projects/${project}/approvals`, boss, { approvals_before_merge: 1 })
    expect([set.status, set.json['approvals_before_merge']]).toEqual([201, 1])
    expect((await ask('GET', `/projects/${project}/approvals`, dev)).status).toBe(403)
    const opened = { source_branch: 'work', target_branch: 'main', title: 'Work' }
    expect((await ask('POST', `/projects/${project}/merge_requests`, dev, opened)).status).toBe(201)
    request = `/projects/${project}/merge_requests/1`
    expect((await ask('GET', `${request}/approvals`, dev)).json).toMatchObject({
      iid: 1,
      approvals_required: 1,
      approvals_left: 1,
      approved: false,
      approved_by: [],
      user_has_approved: false,
      user_can_approve: false,
    })
  })

  it('are not given by the author, nor by those who may not change the request', async () => {
    expect((await ask('POST', `${request}/approve`, dev)).status).toBe(401)
    expect((await ask('POST', `${request}/approve`, guest)).status).toBe(403)
  })

  it('are for the commit that was looked at, once each', async () => {
    const head = (await ask('GET', request, dev)).json['sha']
    const other = await ask('POST', `${request}/approve`, boss, { sha: '0'.repeat(40) })
    expect([other.status, other.json]).toEqual([
      409,
      { message: `SHA does not match HEAD of source branch: ${String(head)}` },
    ])
    const approved = await ask('POST', `${request}/approve`, boss, { sha: head })
    expect([approved.status, approved.json['approved'], approved.json['approvals_left']]).toEqual([201, true, 0])
    expect(approved.json['approved_by']).toEqual([{ user: expect.objectContaining({ username: 'boss' }) }])
    expect((await ask('POST', `${request}/approve`, boss)).status).toBe(401)
  })

  it('are taken back', async () => {
    const back = await ask('POST', `${request}/unapprove`, boss)
    expect([back.status, back.json['user_has_approved'], back.json['user_can_approve']]).toEqual([201, false, true])
    const again = await ask('POST', `${request}/unapprove`, boss)
    expect([again.status, again.json]).toEqual([404, { message: '404 Not Found' }])
  })
})
