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
const inOrder = (one: ApprovalRuleRow, other: ApprovalRuleRow): number =>
  Number(isForAll(other)) - Number(isForAll(one)) || one.id - other.id

/** The rules of one owner. They are put in order when they are read: several may change in between. */
interface Kept {
  readonly byId: Map<number, ApprovalRuleRow>
  rows: Rows | undefined
}

/** The rules of projects, or those of merge requests, in memory. */
export interface RuleCache {
  readonly all: (owner: number) => Rows
  /** A rule was added, changed or removed: only that one is read. */
  readonly changed: (owner: number, ruleId: number) => void
  readonly forget: (owner: number) => void
}

const keptRules = (db: Database, ofOwner: string): RuleCache => {
  const cache = new RowCache<number, Kept>()
  const every = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM approval_rules WHERE ${ofOwner}`)
  const one = db.prepare<[number, number], Stored>(`SELECT ${COLUMNS} FROM approval_rules WHERE ${ofOwner} AND id = ?`)
  const read = (owner: number): Kept => ({
    byId: new Map(every.all(owner).map((stored) => [stored.id, rowOf(stored)])),
    rows: undefined,
  })
  return {
    all: (owner) => {
      const kept = cache.get(owner, read)
      kept.rows ??= [...kept.byId.values()].toSorted(inOrder)
      return kept.rows
    },
    changed: (owner, ruleId) => {
      const kept = cache.known(owner)
      if (kept === undefined) return
      const row = one.get(owner, ruleId)
      if (row === undefined) kept.byId.delete(ruleId)
      else kept.byId.set(ruleId, rowOf(row))
      kept.rows = undefined
    },
    forget: (owner) => cache.forget(owner),
  }
}

/** Rules by project and by merge request: every displayed merge request reads them, and a project may have thousands. */
export const ruleCacheOf = oncePerDatabase((db): { readonly project: RuleCache; readonly request: RuleCache } => ({
  project: keptRules(db, 'project_id = ? AND merge_request_id IS NULL'),
  request: keptRules(db, 'merge_request_id = ?'),
}))
