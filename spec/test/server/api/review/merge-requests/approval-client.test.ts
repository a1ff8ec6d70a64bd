import { type Listening, listenNode } from '@forgefold/server'
import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApprovalWorld, openApprovalWorld, PASSWORD } from './approval-world.js'

describe('a real API client', () => {
  let world: ApprovalWorld
  let listening: Listening
  let project: number
  const clientOf = (who: string) =>
    new Gitlab({ host: `http://127.0.0.1:${listening.port}`, token: world.token(who) }).MergeRequestApprovals
  beforeAll(async () => {
    world = await openApprovalWorld()
    listening = await listenNode(world.instance.forgefold.handler, '127.0.0.1', 0)
    project = await world.project('client')
  })
  afterAll(async () => {
    await listening.close(100)
    await world.close()
  })

  it('walks through rules, approvals and settings', async () => {
    const [boss, dev, ann] = [clientOf('boss'), clientOf('dev'), clientOf('ann')]
    const configured = await boss.editConfiguration(project, {
      resetApprovalsOnPush: false,
      requirePasswordToApprove: true,
    })
    expect(configured).toMatchObject({ reset_approvals_on_push: false, require_password_to_approve: true })
    expect(await boss.showConfiguration(project)).toEqual(configured)

    const rule = await boss.createApprovalRule(project, 'two eyes', 1, { userIds: [world.id('ann')] })
    expect(rule).toMatchObject({ name: 'two eyes', rule_type: 'regular', approvals_required: 1 })
    const everybody = await boss.createApprovalRule(project, 'anybody', 0)
    expect(everybody.rule_type).toBe('any_approver')
    const edited = await boss.editApprovalRule(project, everybody.id, 'anybody', 1)
    expect(await boss.showApprovalRule(project, everybody.id)).toEqual(edited)
    expect((await dev.allApprovalRules(project)).map(({ name }) => name)).toEqual(['anybody', 'two eyes'])

    const path = await world.open(project, 'work')
    const iid = Number(path.split('/').at(-1))
    const ofRequest = { mergerequestIId: iid }
    expect(await dev.showConfiguration(project, ofRequest)).toMatchObject({
      approvals_required: 2,
      approvals_left: 1,
      approved: false,
    })
    // The client's types do not name this option; it sends it all the same.
    const instead = { ...ofRequest, approvalProjectRuleId: rule.id }
    const own = await dev.createApprovalRule(project, 'x', 1, instead)
    expect(own).toMatchObject({ name: 'two eyes', source_rule: { approvals_required: 1 }, overridden: false })
    const renamed = await dev.editApprovalRule(project, own.id, 'stricter', 2, ofRequest)
    expect(await dev.allApprovalRules(project, ofRequest)).toEqual([renamed])
    expect(await dev.showApprovalState(project, iid)).toMatchObject({
      approval_rules_overwritten: true,
      rules: [{ name: 'stricter', approvals_required: 2, approved: false, overridden: true }],
    })
    await dev.removeApprovalRule(project, own.id, ofRequest)
    expect(await dev.allApprovalRules(project, ofRequest)).toEqual([])

    await expect(ann.approve(project, iid)).rejects.toThrow('Unauthorized')
    const approved = await ann.approve(project, iid, { approvalPassword: PASSWORD })
    expect(approved).toMatchObject({ approved: true, approvals_left: 0, user_has_approved: true })
    expect(await ann.unapprove(project, iid)).toMatchObject({ approved: false, user_can_approve: true })
    await boss.removeApprovalRule(project, rule.id)
    expect(await boss.allApprovalRules(project)).toHaveLength(1)
  })
})
