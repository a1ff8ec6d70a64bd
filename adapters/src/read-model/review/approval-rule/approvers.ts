import { coversRef } from '@forgefold/core/domains/projects/protected-branch'
import type { ApprovalRuleRow } from '@forgefold/core/domains/review/approval-rule'
import type { Database } from 'better-sqlite3'

/** Stores the named approvers of each merge request under the current rules; a merged merge request keeps the approvers that it had. */
export interface ApproverWriter {
  /** The project has one more rule. */
  readonly added: (projectId: number, rule: Rule) => void
  /** A rule of the project changed, or something that replaces it. */
  readonly project: (projectId: number) => void
  /** A branch of the project was protected. */
  readonly protected: (id: number, projectId: number, name: string) => void
  readonly unprotected: (id: number) => void
  /** A merge request's own rule changed. */
  readonly request: (mergeRequestId: number) => void
  /** The merge request is new, or has a new target. */
  readonly entered: (mergeRequestId: number) => void
}

type Rule = Pick<ApprovalRuleRow, 'userIds' | 'protectedBranchIds' | 'allProtectedBranches'>

interface Protection {
  readonly id: number
  readonly name: string
}

interface Requested {
  readonly projectId: number
  readonly branch: string
}

const holdsFor = (rule: Rule, branch: string, protections: ReadonlyArray<Protection>): boolean => {
  const { allProtectedBranches: everywhere, protectedBranchIds: ids } = rule
  if (!everywhere && ids.length === 0) return true
  return protections.some(({ id, name }) => (everywhere || ids.includes(id)) && coversRef(name, branch))
}

const OWN_RULES = 'SELECT 1 FROM approval_rules r WHERE r.merge_request_id = m.id'

/** The merge requests to update: all unmerged ones into a branch, or a single one. */
interface Which {
  readonly project: number
  readonly branch: string
  readonly id: number | null
}

type Renew = (which: Which, userIds: string, overriding: boolean) => void

/** Updates the approvers of some merge requests; `requests` selects them, so that each variant has its own index. */
const renewing = (db: Database, requests: string): Renew => {
  const clear = db.prepare(
    `DELETE FROM merge_request_approvers WHERE merge_request_id IN (SELECT m.id FROM merge_requests m WHERE ${requests})`,
  )
  const fill = db.prepare(
    `INSERT INTO merge_request_approvers (merge_request_id, user_id)
     SELECT m.id, j.value FROM merge_requests m, json_each($users) j
     WHERE ${requests} AND NOT ($overriding AND EXISTS (${OWN_RULES}))`,
  )
  const fillOwn = db.prepare(
    `INSERT OR IGNORE INTO merge_request_approvers (merge_request_id, user_id)
     SELECT m.id, j.value FROM merge_requests m JOIN approval_rules r ON r.merge_request_id = m.id, json_each(r.user_ids) j
     WHERE ${requests}`,
  )
  const flag = db.prepare(
    `UPDATE merge_requests AS m SET edition = m.edition + 1, with_approvers =
       EXISTS (SELECT 1 FROM merge_request_approvers a WHERE a.merge_request_id = m.id) WHERE ${requests}`,
  )
  return (which, users, overriding) => {
    clear.run(which)
    fill.run({ users, overriding: Number(overriding), ...which })
    if (overriding) fillOwn.run(which)
    flag.run(which)
  }
}

const INTO_BRANCH = "m.target_project_id = $project AND m.target_branch = $branch AND m.status <> 'merged'"

/** The merge requests into a branch have these approvers too. Those that have them already are left alone, since a project may have thousands of rules. */
const adding = (db: Database): Renew => {
  const fill = db.prepare(
    `INSERT OR IGNORE INTO merge_request_approvers (merge_request_id, user_id)
     SELECT m.id, j.value FROM merge_requests m, json_each($users) j
     WHERE ${INTO_BRANCH} AND NOT ($overriding AND EXISTS (${OWN_RULES}))`,
  )
  const flag = db.prepare(
    `UPDATE merge_requests AS m SET edition = m.edition + 1, with_approvers = 1
     WHERE ${INTO_BRANCH} AND m.with_approvers = 0 AND NOT ($overriding AND EXISTS (${OWN_RULES}))`,
  )
  return ({ project, branch }, users, overriding) => {
    const which = { project, branch, overriding: Number(overriding) }
    if (fill.run({ users, ...which }).changes > 0) flag.run(which)
  }
}

/** `rulesOf`: the rules of a project. */
export const approverWriter = (db: Database, rulesOf: (projectId: number) => ReadonlyArray<Rule>): ApproverWriter => {
  const hasRules = db.prepare<[number], number>('SELECT 1 FROM approval_rules WHERE project_id = ? LIMIT 1').pluck()
  const hasScopedRules = db
    .prepare<[number], number>(
      "SELECT 1 FROM approval_rules WHERE project_id = ? AND (all_protected = 1 OR branch_ids <> '[]') LIMIT 1",
    )
    .pluck()
  const protectionsOf = db.prepare<[number], Protection>('SELECT id, name FROM approval_branches WHERE project_id = ?')
  const protect = db.prepare('INSERT INTO approval_branches (id, project_id, name) VALUES (?, ?, ?)')
  const unprotect = db
    .prepare<[number], number>('DELETE FROM approval_branches WHERE id = ? RETURNING project_id')
    .pluck()
  const keepsToProject = db
    .prepare<[number], number | null>(
      "SELECT json_extract(settings, '$.disableOverridingApproversPerMergeRequest') FROM projects WHERE id = ?",
    )
    .pluck()
  const branchesOf = db
    .prepare<[number], string>(
      "SELECT DISTINCT target_branch FROM merge_requests WHERE target_project_id = ? AND status <> 'merged'",
    )
    .pluck()
  const requested = db.prepare<[number], Requested>(
    'SELECT target_project_id AS projectId, target_branch AS branch FROM merge_requests WHERE id = ?',
  )
  const ofBranch = renewing(db, INTO_BRANCH)
  const more = adding(db)
  const single = renewing(db, "m.id = $id AND m.status <> 'merged'")

  const isOverriding = (project: number): boolean => keepsToProject.get(project) !== 1
  const renew = (project: number, branch: string, id: number | null): void => {
    const protections = protectionsOf.all(project)
    const users = new Set<number>()
    for (const rule of rulesOf(project))
      if (holdsFor(rule, branch, protections)) for (const user of rule.userIds) users.add(user)
    const write = id === null ? ofBranch : single
    write({ project, branch, id }, JSON.stringify([...users]), isOverriding(project))
  }
  const project = (projectId: number): void => {
    for (const branch of branchesOf.all(projectId)) renew(projectId, branch, null)
  }
  const scoped = (projectId: number): void => {
    if (hasScopedRules.get(projectId) === 1) project(projectId)
  }
  const request = (mergeRequestId: number, isConcerned: (projectId: number) => boolean = () => true): void => {
    const found = requested.get(mergeRequestId)
    if (found !== undefined && isConcerned(found.projectId)) renew(found.projectId, found.branch, mergeRequestId)
  }
  const added = (project: number, rule: Rule): void => {
    if (rule.userIds.length === 0) return
    const protections = protectionsOf.all(project)
    const users = JSON.stringify(rule.userIds)
    for (const branch of branchesOf.all(project))
      if (holdsFor(rule, branch, protections)) more({ project, branch, id: null }, users, isOverriding(project))
  }
  return {
    added,
    project,
    protected: (id, projectId, name) => {
      protect.run(id, projectId, name)
      scoped(projectId)
    },
    unprotected: (id) => {
      const projectId = unprotect.get(id)
      if (projectId !== undefined) scoped(projectId)
    },
    request: (mergeRequestId) => request(mergeRequestId),
    entered: (mergeRequestId) => request(mergeRequestId, (projectId) => hasRules.get(projectId) === 1),
  }
}
