import { project } from '@forgefold/core/domains/projects/project'
import { protectedBranch } from '@forgefold/core/domains/projects/protected-branch'
import { type ApprovalRuleQueries, approvalRules } from '@forgefold/core/domains/review/approval-rule'
import { mergeRequest } from '@forgefold/core/domains/review/merge-request'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../../engine/projection.js'
import { approverWriter } from './approvers.js'
import { ruleCacheOf } from './rule-cache.js'

const queries = (db: Database): ApprovalRuleQueries => {
  const rules = ruleCacheOf(db)
  const membersOf = db
    .prepare<[string], number>(
      `SELECT DISTINCT user_id FROM members
       WHERE source = 'group' AND source_id IN (SELECT value FROM json_each(?)) ORDER BY user_id`,
    )
    .pluck()
  return {
    ofProject: rules.project.all,
    ofRequest: rules.request.all,
    membersOf: (groupIds) => membersOf.all(JSON.stringify(groupIds)),
  }
}

/** The number in `request.12` or `project.12`. */
const ownerOf = ({ stream }: StoredEvent): number => Number(idOf(stream).split('.')[1])
const isOfMergeRequest = ({ stream }: StoredEvent): boolean => idOf(stream).startsWith('request.')

/** Approval rules in the read model, and beside them the protected branches that rules can be limited to. */
export const approvalRuleRows: Projection = {
  name: 'approval-rules',
  version: 3,
  schema: `
    CREATE TABLE approval_rules (
      project_id INTEGER NOT NULL,
      merge_request_id INTEGER,
      id INTEGER NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      required INTEGER NOT NULL,
      user_ids TEXT NOT NULL,
      group_ids TEXT NOT NULL,
      branch_ids TEXT NOT NULL,
      all_protected INTEGER NOT NULL,
      source_rule_id INTEGER,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE approval_branches (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE INDEX approval_branches_by_project ON approval_branches (project_id, id);
    CREATE INDEX approval_rules_by_project ON approval_rules (project_id, merge_request_id, id);
    CREATE INDEX approval_rules_by_request ON approval_rules (merge_request_id, id) WHERE merge_request_id IS NOT NULL;
  `,
  handlers: (context) => {
    const { db } = context
    const rules = ruleCacheOf(db)
    const approvers = approverWriter(db, rules.project.all)
    const insert = db.prepare(
      `INSERT INTO approval_rules (project_id, merge_request_id, id, name, type, required, user_ids, group_ids, branch_ids,
         all_protected, source_rule_id, updated_at)
       VALUES (@projectId, @mergeRequestId, @id, @name, @type, @required, @users, @groups, @branches, @everywhere,
         @sourceRuleId, @at)`,
    )
    const HERE = `id = @id AND (merge_request_id = @owner AND @ofRequest = 1
      OR merge_request_id IS NULL AND project_id = @owner AND @ofRequest = 0)`
    const update = db.prepare(
      `UPDATE approval_rules SET name = coalesce(@name, name), required = coalesce(@required, required),
         user_ids = coalesce(@users, user_ids), group_ids = coalesce(@groups, group_ids),
         branch_ids = coalesce(@branches, branch_ids), all_protected = coalesce(@everywhere, all_protected),
         updated_at = @at WHERE ${HERE}`,
    )
    const remove = db.prepare(`DELETE FROM approval_rules WHERE ${HERE}`)
    const removeOfMergeRequest = db.prepare('DELETE FROM approval_rules WHERE merge_request_id = ?')
    const removeOfProject = db.prepare('DELETE FROM approval_rules WHERE project_id = ?')
    const text = (list: ReadonlyArray<number> | undefined): string | null =>
      list === undefined ? null : JSON.stringify(list)
    const where = (event: StoredEvent, id: number) => ({
      id,
      owner: ownerOf(event),
      ofRequest: Number(isOfMergeRequest(event)),
    })
    const holderOf = (event: StoredEvent) => (isOfMergeRequest(event) ? 'request' : 'project')
    const renew = (event: StoredEvent, ruleId: number): void => {
      const owner = ownerOf(event)
      const holder = holderOf(event)
      rules[holder].changed(owner, ruleId)
      approvers[holder](owner)
    }
    return [
      handle(context, approvalRules, {
        ApprovalRuleAdded: ({ projectId, mergeRequestId, rule }, event) => {
          const { id, name, type, required, userIds, groupIds, protectedBranchIds, sourceRuleId } = rule
          insert.run({
            projectId,
            mergeRequestId,
            id,
            name,
            type,
            required,
            sourceRuleId,
            users: text(userIds),
            groups: text(groupIds),
            branches: text(protectedBranchIds),
            everywhere: Number(rule.allProtectedBranches),
            at: event.metadata.at,
          })
          const owner = ownerOf(event)
          rules[holderOf(event)].changed(owner, id)
          if (isOfMergeRequest(event)) approvers.request(owner)
          else approvers.added(owner, rule)
        },
        ApprovalRuleChanged: ({ ruleId, changes }, event) => {
          update.run({
            ...where(event, ruleId),
            name: changes.name ?? null,
            required: changes.required ?? null,
            users: text(changes.userIds),
            groups: text(changes.groupIds),
            branches: text(changes.protectedBranchIds),
            everywhere: changes.allProtectedBranches === undefined ? null : Number(changes.allProtectedBranches),
            at: event.metadata.at,
          })
          renew(event, ruleId)
        },
        ApprovalRuleRemoved: ({ ruleId }, event) => {
          remove.run(where(event, ruleId))
          renew(event, ruleId)
        },
      }),
      handle(context, mergeRequest, {
        MergeRequestCreated: (_, { stream }) => approvers.entered(Number(idOf(stream))),
        Retargeted: (_, { stream }) => approvers.entered(Number(idOf(stream))),
        MergeRequestDeleted: (_, { stream }) => {
          rules.request.forget(Number(idOf(stream)))
          removeOfMergeRequest.run(idOf(stream))
        },
      }),
      handle(context, protectedBranch, {
        BranchProtected: ({ projectId, name }, { stream }) =>
          approvers.protected(Number(idOf(stream)), projectId, name),
        BranchUnprotected: (_, { stream }) => approvers.unprotected(Number(idOf(stream))),
      }),
      handle(context, project, {
        ProjectChanged: (changes, { stream }) => {
          if (changes.disableOverridingApproversPerMergeRequest !== undefined) approvers.project(Number(idOf(stream)))
        },
        ProjectDeleted: (_, { stream }) => {
          rules.project.forget(Number(idOf(stream)))
          removeOfProject.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { approvalRules: queries },
}
