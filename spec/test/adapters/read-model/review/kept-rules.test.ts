import { openReadModel, projections } from '@forgefold/adapters/read-model'
import { type ApprovalRuleQueries, approvalRules, rulesOfProject } from '@forgefold/core/domains/review/approval-rule'
import {
  type EventId,
  instantOf,
  type Position,
  type Revision,
  type StoredEvent,
  streamOf,
  systemActor,
} from '@forgefold/core/kernel'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const PROJECT = 1
const at = instantOf(0)

const change = fc.record({
  what: fc.constantFrom('ApprovalRuleAdded', 'ApprovalRuleChanged', 'ApprovalRuleRemoved'),
  id: fc.integer({ min: 1, max: 6 }),
  type: fc.constantFrom('any_approver', 'regular'),
  users: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  asked: fc.boolean(),
})

it('keeps the rules of a project in memory as its rows have them, in their order, whatever is done to them', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const { db } = openReadModel(':memory:', projections)
      const projection = projections.find(({ name }) => name === 'approval-rules')
      if (projection === undefined) throw new Error('no approval rules')
      const undecodable = (_: StoredEvent, problems: ReadonlyArray<string>): never => {
        throw new Error(problems.join())
      }
      const handlers = projection
        .handlers({ db, undecodable } as unknown as Parameters<typeof projection.handlers>[0])
        .find(({ category }) => category === approvalRules.category)
      const kept = projection.queries.approvalRules?.(db) as ApprovalRuleQueries
      const there = new Set<number>()
      const dataOf = ({ what, id, type, users }: (typeof changes)[number]): unknown => {
        const terms = { name: `r${id}`, required: 1, userIds: users, groupIds: [], protectedBranchIds: [] }
        if (what === 'ApprovalRuleAdded') {
          const rule = { id, type, ...terms, allProtectedBranches: false, sourceRuleId: null }
          return { projectId: PROJECT, mergeRequestId: null, rule }
        }
        return what === 'ApprovalRuleChanged' ? { ruleId: id, changes: { userIds: users } } : { ruleId: id }
      }
      for (const [index, one] of changes.entries()) {
        if ((one.what === 'ApprovalRuleAdded') === there.has(one.id)) continue
        if (one.what === 'ApprovalRuleAdded') there.add(one.id)
        if (one.what === 'ApprovalRuleRemoved') there.delete(one.id)
        // Sometimes nobody has asked yet, and nothing is kept.
        if (one.asked) kept.ofProject(PROJECT)
        handlers?.byType.get(one.what)?.({
          id: `${index}` as EventId,
          stream: streamOf(approvalRules, rulesOfProject(PROJECT)),
          revision: index as Revision,
          position: index as Position,
          type: one.what,
          version: 1,
          data: dataOf(one),
          metadata: { at, actor: systemActor('test'), correlationId: 'test' },
        } as StoredEvent)
        const rows = db
          .prepare<[], { readonly id: number; readonly users: string }>(
            `SELECT id, user_ids AS users FROM approval_rules WHERE project_id = ${PROJECT} ORDER BY type <> 'any_approver', id`,
          )
          .all()
        expect(kept.ofProject(PROJECT).map(({ id, userIds }) => ({ id, users: JSON.stringify(userIds) }))).toEqual(rows)
      }
      db.close()
    }),
    { numRuns: 60 },
  )
})
