import { openTestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApprovalWorld, type Json, openApprovalWorld } from './approval-world.js'

/** Numbers what is refused, so that nothing has the name of something else. */
let refusals = 0
let world: ApprovalWorld
let project: number

const ask: ApprovalWorld['ask'] = (...asked) => world.ask(...asked)
const id = (who: string): number => world.id(who)
const newProject = (name: string): Promise<number> => world.project(name)
const open = (name: string, target = 'main', where = project): Promise<string> => world.open(where, name, target)
const merge = async (request: string): Promise<number> => (await ask('PUT', `${request}/merge`, 'boss')).status
const addRule = (where: number, rule: Json): Promise<number> => world.rule(where, rule)

const titles = async (where: number, query: string): Promise<ReadonlyArray<unknown>> => {
  const path = `/projects/${where}/merge_requests?${query}`
  return (await ask('GET', path, 'dev')).list.map(({ title }) => title)
}

beforeAll(async () => {
  world = await openApprovalWorld()
  project = await newProject('app')
})
afterAll(() => world.close())

describe('rules of a project', () => {
  it('are made, listed, read, changed and taken away', async () => {
    const where = await newProject('rules')
    const path = `/projects/${where}/approval_rules`
    const wanted = { name: 'security', approvals_required: 1, user_ids: [id('ann'), id('visitor')] }
    const made = await ask('POST', path, 'boss', wanted)
    const shape = {
      id: expect.any(Number),
      name: 'security',
      rule_type: 'regular',
      eligible_approvers: [expect.objectContaining({ username: 'ann' })],
      approvals_required: 1,
      users: [expect.objectContaining({ username: 'ann', state: 'active' })],
      groups: [],
      contains_hidden_groups: false,
      protected_branches: [],
      applies_to_all_protected_branches: false,
    }
    expect([made.status, made.json]).toEqual([201, shape])
    const one = `${path}/${String(made.json['id'])}`
    expect((await ask('GET', one, 'visitor')).json).toEqual(shape)
    const list = await ask('GET', path, 'dev')
    expect([list.status, list.list, list.header('x-total')]).toEqual([200, [shape], '1'])
    const changed = await ask('PUT', one, 'boss', { approvals_required: 2, user_ids: [id('ann'), id('bob')] })
    expect([changed.status, changed.json['approvals_required'], changed.json['users']]).toEqual([
      200,
      2,
      [expect.objectContaining({ username: 'ann' }), expect.objectContaining({ username: 'bob' })],
    ])
    expect((await ask('DELETE', one, 'boss')).status).toBe(204)
    const gone = await ask('GET', one, 'boss')
    expect([gone.status, gone.json]).toEqual([404, { message: '404 Not found' }])
    expect((await ask('GET', path, 'dev')).list).toEqual([])
  })

  it('without names are for everybody, and come first', async () => {
    const where = await newProject('everybody')
    await addRule(where, { name: 'people', approvals_required: 1, user_ids: [id('ann')] })
    const any = await ask('POST', `/projects/${where}/approval_rules`, 'boss', { name: 'all', approvals_required: 1 })
    expect([any.json['rule_type'], any.json['eligible_approvers']]).toEqual(['any_approver', []])
    const list = await ask('GET', `/projects/${where}/approval_rules`, 'boss')
    expect(list.list.map(({ name }) => name)).toEqual(['all', 'people'])
  })

  it('name groups; those that are hidden from the one who looks are only told of', async () => {
    const where = await newProject('groups')
    const group = await ask('POST', '/groups', 'root', { name: 'Secret', path: 'secret', visibility: 'private' })
    const groupId = group.json['id'] as number
    await ask('POST', `/groups/${groupId}/members`, 'root', { user_id: id('ann'), access_level: 30 })
    const rule = { name: 'group', approvals_required: 1, group_ids: [groupId] }
    const blind = await ask('POST', `/projects/${where}/approval_rules`, 'boss', { ...rule, name: 'blind' })
    expect(blind.json['groups']).toEqual([])
    const made = await ask('POST', `/projects/${where}/approval_rules`, 'root', rule)
    expect([made.status, made.json['contains_hidden_groups'], made.json['groups']]).toEqual([
      201,
      false,
      [expect.objectContaining({ id: groupId, full_path: 'secret' })],
    ])
    const one = `/projects/${where}/approval_rules/${String(made.json['id'])}`
    const seen = await ask('GET', one, 'boss')
    expect([seen.json['contains_hidden_groups'], seen.json['groups'], seen.json['eligible_approvers']]).toEqual([
      true,
      [],
      [expect.objectContaining({ username: 'root' }), expect.objectContaining({ username: 'ann' })],
    ])
    await ask('PUT', one, 'boss', { group_ids: [] })
    expect((await ask('GET', one, 'root')).json['groups']).toHaveLength(1)
    await ask('PUT', one, 'boss', { remove_hidden_groups: true })
    expect((await ask('GET', one, 'root')).json['groups']).toEqual([])
  })
})

describe('refusals of rules', () => {
  const cases: ReadonlyArray<readonly [string, string, Json, number, unknown]> = [
    ['dev', 'POST', { name: 'x', approvals_required: 1 }, 403, { message: '403 Forbidden' }],
    ['boss', 'POST', { approvals_required: 1 }, 400, { error: 'name is missing' }],
    ['boss', 'POST', { name: 'x' }, 400, { error: 'approvals_required is missing' }],
    ['boss', 'POST', { name: 'x', approvals_required: 'two' }, 400, { error: 'approvals_required is invalid' }],
    [
      'boss',
      'POST',
      { name: 'x', approvals_required: 1, rule_type: 'owner' },
      400,
      { error: 'rule_type does not have a valid value' },
    ],
    [
      'boss',
      'POST',
      { name: ' ', approvals_required: 1, rule_type: 'regular' },
      400,
      { message: { name: ["can't be blank"] } },
    ],
    [
      'boss',
      'POST',
      { name: 'x', approvals_required: -1, rule_type: 'regular' },
      400,
      { message: { approvals_required: ['must be greater than or equal to 0'] } },
    ],
    [
      'boss',
      'POST',
      { name: 'x', approvals_required: 101, rule_type: 'regular' },
      400,
      { message: { approvals_required: ['must be less than or equal to 100'] } },
    ],
    [
      'boss',
      'POST',
      { name: 'known', approvals_required: 1, rule_type: 'regular' },
      400,
      { message: { name: ['has already been taken'] } },
    ],
    [
      'boss',
      'POST',
      { name: 'other', approvals_required: 1, rule_type: 'any_approver' },
      400,
      { message: { rule_type: ['any-approver for the project already exists'] } },
    ],
  ]

  it.each(cases)('%s %s %j: %d', async (who, method, body, status, text) => {
    const where = await newProject(`refusing-${++refusals}`)
    await addRule(where, { name: 'known', approvals_required: 0, rule_type: 'regular' })
    await addRule(where, { name: 'everybody', approvals_required: 0 })
    const answer = await ask(method, `/projects/${where}/approval_rules`, who, body)
    expect([answer.status, answer.json]).toEqual([status, text])
    expect((await ask('GET', `/projects/${where}/approval_rules`, 'boss')).list).toHaveLength(2)
  })

  it('are 401 for the anonymous, 404 for other numbers, and 404 where the tier has no rules', async () => {
    const path = `/api/v4/projects/${project}/approval_rules`
    expect((await world.instance.ask('GET', path)).status).toBe(401)
    const other = await ask('PUT', `/projects/${project}/approval_rules/4711`, 'boss', { name: 'x' })
    expect([other.status, other.json]).toEqual([404, { message: '404 Not found' }])
    expect((await ask('DELETE', `/projects/${project}/approval_rules/4711`, 'boss')).status).toBe(404)
    const free = await openTestInstance({ tier: 'free' })
    try {
      await free.ask('POST', '/api/v4/projects', { as: free.root, json: { name: 'a' } })
      expect((await free.ask('GET', '/api/v4/projects/1/approval_rules', { as: free.root })).status).toBe(404)
    } finally {
      await free.close()
    }
  })
})

describe('a request under rules', () => {
  it('is merged only when every rule is content', async () => {
    const where = await newProject('gate')
    await addRule(where, { name: 'ann', approvals_required: 1, user_ids: [id('ann')] })
    await addRule(where, { name: 'one more', approvals_required: 2 })
    const request = await open('gated', 'main', where)
    expect((await ask('GET', `${request}/approvals`, 'bob')).json).toMatchObject({
      approvals_required: 3,
      approvals_left: 2,
      approved: false,
      user_can_approve: true,
      approval_rules_left: [
        expect.objectContaining({ name: 'one more', rule_type: 'any_approver' }),
        expect.objectContaining({ name: 'ann', rule_type: 'regular' }),
      ],
      suggested_approvers: [expect.objectContaining({ username: 'ann' })],
      has_approval_rules: true,
    })
    expect(await merge(request)).toBe(405)
    expect((await ask('POST', `${request}/approve`, 'bob')).status).toBe(201)
    expect(await merge(request)).toBe(405)
    expect((await ask('POST', `${request}/approve`, 'boss')).json).toMatchObject({ approved: false, approvals_left: 1 })
    expect(await merge(request)).toBe(405)
    expect((await ask('POST', `${request}/approve`, 'ann')).json).toMatchObject({ approved: true, approvals_left: 0 })
    const state = await ask('GET', `${request}/approval_state`, 'dev')
    expect(state.json).toMatchObject({
      approval_rules_overwritten: false,
      rules: [
        {
          name: 'one more',
          approved: true,
          approved_by: [{ username: 'bob' }, { username: 'boss' }, { username: 'ann' }],
        },
        { name: 'ann', approved: true, approved_by: [{ username: 'ann' }], source_rule: null, overridden: false },
      ],
    })
    expect(await merge(request)).toBe(200)
  })

  it('meets those of its target branch only', async () => {
    const where = await newProject('scoped')
    await ask('POST', `/projects/${where}/repository/branches`, 'boss', { branch: 'release-1', ref: 'main' })
    await ask('POST', `/projects/${where}/repository/branches`, 'boss', { branch: 'loose', ref: 'main' })
    const protection = await ask('POST', `/projects/${where}/protected_branches`, 'boss', { name: 'release-*' })
    const rule = await ask('POST', `/projects/${where}/approval_rules`, 'boss', {
      name: 'release',
      approvals_required: 1,
      user_ids: [id('ann')],
      protected_branch_ids: [protection.json['id'], 4711],
    })
    expect(rule.json['protected_branches']).toEqual([expect.objectContaining({ name: 'release-*' })])
    const everywhere = { name: 'protected', approvals_required: 1, user_ids: [id('bob')] }
    await addRule(where, { ...everywhere, applies_to_all_protected_branches: true })
    const required = async (request: string) =>
      (await ask('GET', `${request}/approvals`, 'dev')).json['approvals_required']
    const [released, mainly, loosely] = [
      await open('r', 'release-1', where),
      await open('m', 'main', where),
      await open('l', 'loose', where),
    ]
    expect([await required(released), await required(mainly), await required(loosely)]).toEqual([2, 1, 0])
    expect(await titles(where, `approver_ids[]=${id('ann')}`)).toEqual(['r'])
    expect(await titles(where, `approver_ids[]=${id('bob')}`)).toEqual(['m', 'r'])
    await ask('PUT', loosely, 'dev', { target_branch: 'release-1' })
    expect(await titles(where, `approver_ids[]=${id('ann')}`)).toEqual(['l', 'r'])
    await ask('DELETE', `/projects/${where}/protected_branches/release-*`, 'boss')
    expect(await required(released)).toBe(0)
    expect(await titles(where, 'approver_ids=Any')).toEqual(['m'])
    expect(await merge(await open('free', 'loose', where))).toBe(200)
  })

  it('is content where nobody is left who could approve', async () => {
    const where = await newProject('unreachable')
    await addRule(where, { name: 'only the author', approvals_required: 1, user_ids: [id('dev')] })
    const request = await open('own', 'main', where)
    expect((await ask('GET', `${request}/approvals`, 'dev')).json).toMatchObject({ approved: true, approvals_left: 1 })
    await ask('POST', `/projects/${where}/approvals`, 'boss', { merge_requests_author_approval: true })
    expect((await ask('GET', `${request}/approvals`, 'dev')).json).toMatchObject({
      approved: false,
      user_can_approve: true,
    })
    expect(await merge(request)).toBe(405)
    expect((await ask('POST', `${request}/approve`, 'dev')).status).toBe(201)
    expect(await merge(request)).toBe(200)
  })
})

describe("rules of a request's own", () => {
  it('stand in for those of the project', async () => {
    const where = await newProject('own')
    const source = await addRule(where, { name: 'source', approvals_required: 2, user_ids: [id('ann'), id('bob')] })
    const request = await open('own-rules', 'main', where)
    const path = `${request}/approval_rules`
    const copy = { name: 'ignored', approvals_required: 1, approval_project_rule_id: source }
    const made = await ask('POST', path, 'dev', copy)
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'source',
        rule_type: 'regular',
        eligible_approvers: [
          expect.objectContaining({ username: 'ann' }),
          expect.objectContaining({ username: 'bob' }),
        ],
        approvals_required: 1,
        users: [expect.objectContaining({ username: 'ann' }), expect.objectContaining({ username: 'bob' })],
        groups: [],
        contains_hidden_groups: false,
        source_rule: { approvals_required: 2 },
        overridden: true,
      },
    ])
    expect((await ask('GET', path, 'visitor')).list).toHaveLength(1)
    expect((await ask('GET', `${request}/approval_state`, 'dev')).json['approval_rules_overwritten']).toBe(true)
    const one = `${path}/${String(made.json['id'])}`
    const changed = await ask('PUT', one, 'dev', { name: 'mine', user_ids: [id('boss')] })
    expect([changed.status, changed.json['name'], changed.json['users']]).toEqual([
      200,
      'mine',
      [expect.objectContaining({ username: 'boss' })],
    ])
    expect((await ask('GET', one, 'visitor')).json).toEqual(changed.json)
    expect(await titles(where, `approver_ids=${id('boss')}`)).toEqual(['own-rules'])
    expect(await titles(where, `approver_ids=${id('ann')}`)).toEqual([])
    expect((await ask('DELETE', one, 'dev')).status).toBe(204)
    expect(await titles(where, `approver_ids=${id('ann')},${id('bob')}`)).toEqual(['own-rules'])
    const everybody = await ask('POST', path, 'dev', { name: 'Test', approvals_required: 1, user_ids: '' })
    expect(everybody.json).toMatchObject({ name: 'Test', rule_type: 'any_approver', source_rule: null })
  })

  it.each([
    ['visitor', 403, { message: '403 Forbidden' }, { name: 'x', approvals_required: 1 }],
    ['dev', 400, { error: 'name is missing, approvals_required is missing' }, {}],
    [
      'dev',
      400,
      { message: { approval_project_rule: ['must be for the same project'] } },
      { name: 'x', approvals_required: 1, approval_project_rule_id: 4711 },
    ],
  ])('%s is refused with %d %j', async (who, status, text, body) => {
    const request = await open(`refused-${++refusals}`)
    const answer = await ask('POST', `${request}/approval_rules`, who, body)
    expect([answer.status, answer.json]).toEqual([status, text])
  })

  it('are refused, and without effect, where the project does not let them', async () => {
    const where = await newProject('strict')
    await addRule(where, { name: 'ann', approvals_required: 1, user_ids: [id('ann')] })
    const request = await open('strict-one', 'main', where)
    const rule = { name: 'nobody', approvals_required: 0 }
    const own = await ask('POST', `${request}/approval_rules`, 'dev', rule)
    expect((await ask('GET', `${request}/approvals`, 'dev')).json['approved']).toBe(true)
    expect(await titles(where, `approver_ids=${id('ann')}`)).toEqual([])
    await ask('POST', `/projects/${where}/approvals`, 'boss', { disable_overriding_approvers_per_merge_request: true })
    expect((await ask('GET', `${request}/approvals`, 'dev')).json['approved']).toBe(false)
    expect(await titles(where, `approver_ids=${id('ann')}`)).toEqual(['strict-one'])
    expect(await merge(request)).toBe(405)
    const one = `${request}/approval_rules/${String(own.json['id'])}`
    for (const [method, path] of [
      ['POST', `${request}/approval_rules`],
      ['PUT', one],
      ['DELETE', one],
    ] as const)
      expect((await ask(method, path, 'boss', rule)).status).toBe(403)
  })
})

describe('lists by approvers', () => {
  it('find requests by those named one by one, all of them, nobody or anybody', async () => {
    const where = await newProject('lists')
    await open('before', 'main', where)
    expect(await titles(where, 'approver_ids=None')).toEqual(['before'])
    const rule = await addRule(where, { name: 'two', approvals_required: 1, user_ids: [id('ann'), id('bob')] })
    await open('after', 'main', where)
    expect(await titles(where, `approver_ids[]=${id('ann')}`)).toEqual(['after', 'before'])
    expect(await titles(where, `approver_ids[]=${id('ann')}&approver_ids[]=${id('bob')}`)).toEqual(['after', 'before'])
    expect(await titles(where, `approver_ids[]=${id('ann')}&approver_ids[]=${id('boss')}`)).toEqual([])
    expect(await titles(where, 'approver_ids=Any')).toEqual(['after', 'before'])
    await ask('PUT', `/projects/${where}/approval_rules/${rule}`, 'boss', { user_ids: [id('boss')] })
    expect(await titles(where, `approver_ids[]=${id('boss')}`)).toEqual(['after', 'before'])
    await ask('DELETE', `/projects/${where}/approval_rules/${rule}`, 'boss')
    expect(await titles(where, 'approver_ids=None')).toEqual(['after', 'before'])
    expect(await titles(where, 'approver_ids=Any')).toEqual([])
  })
})
