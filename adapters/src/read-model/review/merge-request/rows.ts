import type {
  AutoMerge,
  CodeOwnerRule,
  MergePlan,
  MergeRequestRow,
  ReviewerRow,
  Version,
} from '@forgefold/core/domains/review/merge-request'
import type { Database } from 'better-sqlite3'
import { RowCache } from '../../engine/row-cache.js'

const COLUMNS = `m.id, m.iid, m.target_project_id AS targetProjectId, m.source_project_id AS sourceProjectId,
  m.source_deleted AS sourceDeleted,
  m.source_branch AS sourceBranch, m.target_branch AS targetBranch, m.author_id AS authorId, m.title,
  m.description AS text, m.description_blob AS blob, m.tasks, m.tasks_done AS tasksDone, m.status,
  m.merge_status AS mergeStatus, m.checked_target AS checkedTarget, m.merge_ref AS mergeRef, m.milestone_id AS milestoneId,
  m.squash, m.force_remove_source_branch AS forceRemoveSourceBranch,
  m.should_remove_source_branch AS shouldRemoveSourceBranch, m.allow_collaboration AS allowCollaboration,
  m.discussion_locked AS discussionLocked, m.approvals_before_merge AS approvalsBeforeMerge, m.merge_error AS mergeError,
  m.auto_merge AS autoMerge, m.plan, m.rebasing AS isRebasing, m.merged_by AS mergedBy, m.merged_at AS mergedAt,
  m.merge_commit_sha AS mergeCommitSha, m.squash_commit_sha AS squashCommitSha, m.closed_by AS closedBy,
  m.closed_at AS closedAt, m.time_estimate AS timeEstimate, m.time_spent AS timeSpent, m.notes_count AS notesCount,
  m.upvotes, m.downvotes, m.created_at AS createdAt, m.updated_at AS updatedAt, m.touched_at AS touchedAt, m.edition,
  v.id AS versionId, v.head, v.base, v.start, v.state, v.real_size AS realSize, v.commits, v.cause,
  v.committer_ids AS committers, v.code_owners AS owners`

type Flag = 'squash' | 'sourceDeleted' | 'allowCollaboration' | 'isRebasing'
type OptionalFlag = 'forceRemoveSourceBranch' | 'shouldRemoveSourceBranch' | 'discussionLocked'
type JoinedField =
  | 'description'
  | 'version'
  | 'assigneeIds'
  | 'reviewers'
  | 'labelIds'
  | 'approvedBy'
  | 'autoMerge'
  | 'plan'

type Stored = Omit<MergeRequestRow, Flag | OptionalFlag | JoinedField> & { readonly [K in Flag]: number } & {
  readonly [K in OptionalFlag]: number | null
} & Omit<Version, 'id' | 'committerIds' | 'codeOwners'> & {
    readonly committers: string | null
    readonly owners: string | null
    readonly versionId: number
    readonly text: string | null
    readonly blob: string | null
    readonly tasks: number
    readonly tasksDone: number
    readonly autoMerge: string | null
    readonly plan: string | null
  }

const flag = (bit: number | null): boolean | null => (bit === null ? null : bit === 1)

interface People {
  readonly assigneeIds: ReadonlyArray<number>
  readonly reviewers: ReadonlyArray<ReviewerRow>
  readonly labelIds: ReadonlyArray<number>
  readonly approvedBy: ReadonlyArray<number>
}

const rowOf = (stored: Stored, people: People): MergeRequestRow => {
  const { text, blob, tasks, tasksDone, versionId, head, base, start, state, realSize, commits, cause, ...more } =
    stored
  const { committers, owners, ...rest } = more
  const known = {
    ...(committers === null ? {} : { committerIds: JSON.parse(committers) as ReadonlyArray<number> }),
    ...(owners === null ? {} : { codeOwners: JSON.parse(owners) as ReadonlyArray<CodeOwnerRule> }),
  }
  return {
    ...rest,
    ...people,
    description: { text, blob, tasks, tasksDone },
    version: { id: versionId, head, base, start, state, realSize, commits, cause, ...known },
    squash: stored.squash === 1,
    sourceDeleted: stored.sourceDeleted === 1,
    allowCollaboration: stored.allowCollaboration === 1,
    isRebasing: stored.isRebasing === 1,
    forceRemoveSourceBranch: flag(stored.forceRemoveSourceBranch),
    shouldRemoveSourceBranch: flag(stored.shouldRemoveSourceBranch),
    discussionLocked: flag(stored.discussionLocked),
    autoMerge: stored.autoMerge === null ? null : (JSON.parse(stored.autoMerge) as AutoMerge),
    plan: stored.plan === null ? null : (JSON.parse(stored.plan) as MergePlan),
  }
}

interface Beside1 {
  readonly id: number
  readonly value: number
}

const grouped = <Row extends { readonly id: number }>(
  rows: ReadonlyArray<Row>,
): ReadonlyMap<number, ReadonlyArray<Row>> => {
  const groups = new Map<number, Array<Row>>()
  for (const row of rows) {
    const group = groups.get(row.id)
    if (group === undefined) groups.set(row.id, [row])
    else group.push(row)
  }
  return groups
}

type ReadRows = (ids: ReadonlyArray<number>) => ReadonlyArray<MergeRequestRow>

/** Reads whole rows with their side tables, in five statements for any number of them; unordered. */
const wholeRows = (db: Database): ReadRows => {
  const IN = 'IN (SELECT value FROM json_each(?))'
  const rows = db.prepare<[string], Stored>(
    `SELECT ${COLUMNS} FROM merge_requests m JOIN merge_request_versions v ON v.id = m.version_id WHERE m.id ${IN}`,
  )
  const people = (table: string) =>
    db.prepare<[string], Beside1>(
      `SELECT merge_request_id AS id, user_id AS value FROM ${table} WHERE merge_request_id ${IN}
       ORDER BY merge_request_id, place`,
    )
  const assignees = people('merge_request_assignees')
  const approvals = people('merge_request_approvals')
  const labels = db.prepare<[string], Beside1>(
    `SELECT merge_request_id AS id, label_id AS value FROM merge_request_labels WHERE merge_request_id ${IN}`,
  )
  const reviewers = db.prepare<[string], ReviewerRow & { readonly id: number }>(
    `SELECT merge_request_id AS id, user_id AS userId, state, created_at AS createdAt, state_by AS stateBy
     FROM merge_request_reviewers WHERE merge_request_id ${IN} ORDER BY merge_request_id, place`,
  )
  return (ids) => {
    if (ids.length === 0) return []
    const wanted = JSON.stringify(ids)
    const assigned = grouped(assignees.all(wanted))
    const approved = grouped(approvals.all(wanted))
    const labelled = grouped(labels.all(wanted))
    const reviewed = grouped(reviewers.all(wanted))
    const valuesOf = (groups: ReadonlyMap<number, ReadonlyArray<Beside1>>, id: number): ReadonlyArray<number> =>
      groups.get(id)?.map(({ value }) => value) ?? []
    return rows.all(wanted).map((stored) =>
      rowOf(stored, {
        assigneeIds: valuesOf(assigned, stored.id),
        approvedBy: valuesOf(approved, stored.id),
        labelIds: valuesOf(labelled, stored.id),
        reviewers: reviewed.get(stored.id)?.map(({ id: _, ...reviewer }) => reviewer) ?? [],
      }),
    )
  }
}

/** The number of cached rows of about 2 KB each. */
const CAPACITY = 5000

/**
 * Reads rows in the order asked, those that are gone left out.
 *
 * A row is built once for each of its editions: as long as it is the same object, nothing in it has changed.
 */
export const makeRowReader = (db: Database): ReadRows => {
  const whole = wholeRows(db)
  const cache = new RowCache<number, MergeRequestRow>(CAPACITY)
  const edition = db.prepare<[number], number>('SELECT edition FROM merge_requests WHERE id = ?').pluck()
  const editions = db
    .prepare<[string], [number, number]>(
      'SELECT id, edition FROM merge_requests WHERE id IN (SELECT value FROM json_each(?))',
    )
    .raw()
  const editionsOf = (ids: ReadonlyArray<number>): ReadonlyMap<number, number | undefined> => {
    const [first] = ids
    return first !== undefined && ids.length === 1
      ? new Map([[first, edition.get(first)]])
      : new Map(editions.all(JSON.stringify(ids)))
  }
  return (ids) => {
    if (ids.length === 0) return []
    const now = editionsOf(ids)
    const found = new Map<number, MergeRequestRow>()
    const missing: Array<number> = []
    for (const id of ids) {
      const row = cache.known(id)
      if (row !== undefined && row.edition === now.get(id)) found.set(id, row)
      else missing.push(id)
    }
    for (const row of whole(missing)) {
      cache.set(row.id, row)
      found.set(row.id, row)
    }
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}
