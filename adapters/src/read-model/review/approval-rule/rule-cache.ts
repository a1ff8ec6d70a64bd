import type { ApprovalRuleRow } from '@forgefold/core/domains/review/approval-rule'
import type { Database } from 'better-sqlite3'
import { oncePerDatabase, RowCache } from '../../engine/row-cache.js'

type List = 'userIds' | 'groupIds' | 'protectedBranchIds'
type Stored = Omit<ApprovalRuleRow, List | 'allProtectedBranches'> & { readonly [K in List]: string } & {
  readonly allProtectedBranches: number
}

const COLUMNS = `id, project_id AS projectId, merge_request_id AS mergeRequestId, name, type, required,
  user_ids AS userIds, group_ids AS groupIds, branch_ids AS protectedBranchIds, all_protected AS allProtectedBranches,
  source_rule_id AS sourceRuleId, updated_at AS updatedAt`

const ids = (text: string): ReadonlyArray<number> => JSON.parse(text) as ReadonlyArray<number>

const rowOf = (stored: Stored): ApprovalRuleRow => ({
  ...stored,
  userIds: ids(stored.userIds),
  groupIds: ids(stored.groupIds),
  protectedBranchIds: ids(stored.protectedBranchIds),
  allProtectedBranches: stored.allProtectedBranches === 1,
})

type Rows = ReadonlyArray<ApprovalRuleRow>

const isForAll = ({ type }: ApprovalRuleRow): boolean => type === 'any_approver'

/** The `any_approver` rule first, then by id. */
const before = (one: ApprovalRuleRow, other: ApprovalRuleRow): boolean =>
  isForAll(one) === isForAll(other) ? one.id < other.id : isForAll(one)

const without = (rows: Rows, ruleId: number): Rows => {
  const at = rows.findIndex(({ id }) => id === ruleId)
  return at < 0 ? rows : rows.toSpliced(at, 1)
}

/** Inserted in order: most are new, and come last. */
const withRow = (rows: Rows, row: ApprovalRuleRow): Rows =>
  rows.toSpliced(rows.findLastIndex((other) => before(other, row)) + 1, 0, row)

/** The rules of projects, or those of merge requests, in memory. */
export interface RuleCache {
  readonly all: (owner: number) => Rows
  /** A rule was added, changed or removed: only that one is read. */
  readonly changed: (owner: number, ruleId: number) => void
  readonly forget: (owner: number) => void
}

const keptRules = (db: Database, ofOwner: string): RuleCache => {
  const cache = new RowCache<number, Rows>()
  const every = db.prepare<[number], Stored>(
    `SELECT ${COLUMNS} FROM approval_rules WHERE ${ofOwner} ORDER BY type <> 'any_approver', id`,
  )
  const one = db.prepare<[number, number], Stored>(`SELECT ${COLUMNS} FROM approval_rules WHERE ${ofOwner} AND id = ?`)
  return {
    all: (owner) => cache.get(owner, (id) => every.all(id).map(rowOf)),
    changed: (owner, ruleId) => {
      const known = cache.known(owner)
      if (known === undefined) return
      const row = one.get(owner, ruleId)
      const others = without(known, ruleId)
      cache.set(owner, row === undefined ? others : withRow(others, rowOf(row)))
    },
    forget: (owner) => cache.forget(owner),
  }
}

/** Rules by project and by merge request: every displayed merge request reads them, and a project may have thousands. */
export const ruleCacheOf = oncePerDatabase((db): { readonly project: RuleCache; readonly request: RuleCache } => ({
  project: keptRules(db, 'project_id = ? AND merge_request_id IS NULL'),
  request: keptRules(db, 'merge_request_id = ?'),
}))
