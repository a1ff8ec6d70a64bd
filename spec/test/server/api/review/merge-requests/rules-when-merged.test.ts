import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApprovalWorld, type Json, openApprovalWorld } from './approval-world.js'

describe('the approval rules of a merged request', () => {
  let world: ApprovalWorld
  let project: number
  const ask: ApprovalWorld['ask'] = (...asked) => world.ask(...asked)
  const show = async (request: string) => {
    const [state, given] = [
      await ask('GET', `${request}/approval_state`, 'dev'),
      await ask('GET', `${request}/approvals`, 'dev'),
    ]
    const { approvals_required, approvals_left, approved, approval_rules_left } = given.json
    return { state: state.json, approvals_required, approvals_left, approved, approval_rules_left }
  }

  beforeAll(async () => {
    world = await openApprovalWorld()
    project = await world.project('kept')
  })
  afterAll(() => world.close())

  it('are those that held when it was merged, whatever becomes of the project’s; an open one has those of today', async () => {
    const owners = { action: 'create', file_path: 'CODEOWNERS', content: '*.txt @bob\n' }
    const commit = { branch: 'main', commit_message: 'Owners', actions: [owners] }
    expect((await ask('POST', `/projects/${project}/repository/commits`, 'boss', commit)).status).toBe(201)
    const rule = await world.rule(project, { name: 'ann', approvals_required: 1, user_ids: [world.id('ann')] })
    const source = await world.rule(project, { name: 'both', approvals_required: 1, user_ids: [world.id('bob')] })
    const [plain, own, open] = [
      await world.open(project, 'plain'),
      await world.open(project, 'own'),
      await world.open(project, 'open'),
    ]
    for (const id of [rule, source]) {
      const copy = { name: 'x', approvals_required: 0, approval_project_rule_id: id }
      expect((await ask('POST', `${own}/approval_rules`, 'dev', copy)).status).toBe(201)
    }
    for (const request of [plain, own]) {
      for (const who of ['ann', 'bob']) expect((await ask('POST', `${request}/approve`, who)).status).toBe(201)
      expect((await ask('PUT', `${request}/merge`, 'boss')).status).toBe(200)
    }
    const before = [await show(plain), await show(own)]
    expect(before[0]?.state).toMatchObject({
      approval_rules_overwritten: false,
      rules: [
        { id: rule, name: 'ann', approvals_required: 1, approved: true, eligible_approvers: [{ username: 'ann' }] },
        { id: source, name: 'both', approvals_required: 1, approved: true },
        { id: null, name: '*.txt', rule_type: 'code_owner', approved_by: [{ username: 'bob' }] },
      ],
    })
    expect(before[1]?.state).toMatchObject({
      approval_rules_overwritten: true,
      rules: [{ source_rule: { approvals_required: 1 }, overridden: true }, { overridden: true }, {}],
    })
    const changed = { name: 'changed', approvals_required: 3, user_ids: [world.id('boss')] }
    const rules = `/projects/${project}/approval_rules`
    expect((await ask('PUT', `${rules}/${source}`, 'boss', changed)).status).toBe(200)
    expect((await ask('DELETE', `${rules}/${rule}`, 'boss')).status).toBe(204)
    expect([await show(plain), await show(own)]).toEqual(before)
    const today = (await show(open)).state['rules'] as ReadonlyArray<Json>
    expect(today.map(({ name }) => name)).toEqual(['changed', '*.txt'])
  })

  it('also where it was merged by a push', async () => {
    const where = await world.project('pushed')
    await world.rule(where, { name: 'ann', approvals_required: 1, user_ids: [world.id('ann')] })
    const request = await world.open(where, 'by-hand')
    // Another request brings its commits along.
    const actions = [{ action: 'create', file_path: 'more.txt', content: 'more' }]
    const commit = { branch: 'more', start_branch: 'by-hand', commit_message: 'more', actions }
    expect((await ask('POST', `/projects/${where}/repository/commits`, 'dev', commit)).status).toBe(201)
    const opened = { source_branch: 'more', target_branch: 'main', title: 'more' }
    const other = await ask('POST', `/projects/${where}/merge_requests`, 'dev', opened)
    const path = `/projects/${where}/merge_requests/${String(other.json['iid'])}`
    expect((await ask('POST', `${path}/approve`, 'ann')).status).toBe(201)
    expect((await ask('PUT', `${path}/merge`, 'boss')).status).toBe(200)
    await eventually('the merge', async () =>
      (await ask('GET', request, 'boss')).json['state'] === 'merged' ? true : undefined,
    )
    const before = await show(request)
    expect(before).toMatchObject({ approved: false, approvals_left: 1, state: { rules: [{ name: 'ann' }] } })
    await world.rule(where, { name: 'bob', approvals_required: 1, user_ids: [world.id('bob')] })
    expect(await show(request)).toEqual(before)
  })
})
