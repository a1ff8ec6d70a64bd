import { openReadModel, projections } from '@forgefold/adapters/read-model'
import { approvalRules, rulesOfMergeRequest, rulesOfProject } from '@forgefold/core/domains/review/approval-rule'
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
const PROTECTED = 7
const at = instantOf(0)

/** Merge requests by id: the branch they are to be merged into. */
const BRANCHES: ReadonlyMap<number, string> = new Map([
  [1, 'main'],
  [2, 'main'],
  [3, 'side'],
])
const MERGED = 4

interface Named {
  readonly users: ReadonlyArray<number>
  readonly scope: 'everywhere' | 'protected' | 'main'
}

const change = fc.record({
  what: fc.constantFrom('ApprovalRuleAdded', 'ApprovalRuleAdded', 'ApprovalRuleChanged', 'ApprovalRuleRemoved'),
  owner: fc.constantFrom('project', 'project', 'project', 'request'),
  id: fc.integer({ min: 1, max: 5 }),
  users: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  scope: fc.constantFrom('everywhere', 'everywhere', 'protected', 'main'),
})

const holdsFor = ({ scope }: Named, branch: string): boolean => scope === 'everywhere' || branch === 'main'

it('names the approvers of each merge request as the rules do, whatever is done to these', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
      const { db } = openReadModel(':memory:', projections)
      for (const [id, branch] of [...BRANCHES, [MERGED, 'main'] as const])
        db.prepare(
          `INSERT INTO merge_requests (id, iid, target_project_id, source_project_id, source_branch, target_branch, author_id,
             title, draft, tasks, tasks_done, status, squash, allow_collaboration, created_at, updated_at, touched_at)
           VALUES (?, ?, ${PROJECT}, ${PROJECT}, 's', ?, 1, 't', 0, 0, 0, ?, 0, 0, '', '', '')`,
        ).run(id, id, branch, id === MERGED ? 'merged' : 'opened')
      db.prepare(`INSERT INTO approval_branches (id, project_id, name) VALUES (${PROTECTED}, ${PROJECT}, 'main')`).run()
      const projection = projections.find(({ name }) => name === 'approval-rules')
      const undecodable = (_: StoredEvent, problems: ReadonlyArray<string>): never => {
        throw new Error(problems.join())
      }
      const handlers = projection
        ?.handlers({ db, undecodable } as unknown as Parameters<typeof projection.handlers>[0])
        .find(({ category }) => category === approvalRules.category)
      const rules = { project: new Map<number, Named>(), request: new Map<number, Named>() }
      for (const [index, { what, owner, id, users, scope }] of changes.entries()) {
        const known = owner === 'project' ? rules.project : rules.request
        if ((what === 'ApprovalRuleAdded') === known.has(id)) continue
        const terms = {
          userIds: users,
          protectedBranchIds: scope === 'main' ? [PROTECTED] : [],
          allProtectedBranches: scope === 'protected',
        }
        const rule = { id, type: 'regular', sourceRuleId: null, name: `r${id}`, required: 1, groupIds: [], ...terms }
        const data = {
          ApprovalRuleAdded: { projectId: PROJECT, mergeRequestId: owner === 'project' ? null : 1, rule },
          ApprovalRuleChanged: { ruleId: id, changes: terms },
          ApprovalRuleRemoved: { ruleId: id },
        }[what]
        if (what === 'ApprovalRuleRemoved') known.delete(id)
        else known.set(id, { users, scope })
        handlers?.byType.get(what)?.({
          id: `${index}` as EventId,
          stream: streamOf(approvalRules, owner === 'project' ? rulesOfProject(PROJECT) : rulesOfMergeRequest(1)),
          revision: index as Revision,
          position: index as Position,
          type: what,
          version: 1,
          data,
          metadata: { at, actor: systemActor('test'), correlationId: 'test' },
        } as StoredEvent)
        const rows = db
          .prepare<[], [number, number, string]>(
            `SELECT m.id, m.with_approvers, (SELECT json_group_array(user_id) FROM
               (SELECT user_id FROM merge_request_approvers a WHERE a.merge_request_id = m.id ORDER BY user_id))
             FROM merge_requests m ORDER BY m.id`,
          )
          .raw()
          .all()
        const namedFor = (mergeRequestId: number, branch: string): ReadonlyArray<number> => {
          const own = mergeRequestId === 1 ? [...rules.request.values()] : []
          const ofProject = [...rules.project.values()].filter((one) => holdsFor(one, branch))
          const named = (own.length > 0 ? own : ofProject).flatMap((one) => one.users)
          return [...new Set(named)].toSorted((one, other) => one - other)
        }
        const wanted = Array.from(BRANCHES, ([mergeRequestId, branch]) => namedFor(mergeRequestId, branch))
        expect(rows).toEqual(
          [...wanted, []].map((named, before) => [before + 1, Number(named.length > 0), JSON.stringify(named)]),
        )
      }
      db.close()
    }),
    { numRuns: 60 },
  )
})
