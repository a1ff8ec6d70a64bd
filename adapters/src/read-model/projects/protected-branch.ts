import {
  type ProtectedBranchQueries,
  type ProtectedBranchRow,
  protectedBranch,
} from '@forgefold/core/domains/projects/protected-branch'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'
import { oncePerDatabase, RowCache } from '../engine/row-cache.js'

interface Stored {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly push: string
  readonly merge: string
  readonly unprotect: string
  readonly allowForcePush: number
  readonly codeOwnerApprovalRequired: number
}

const COLUMNS = `id, project_id AS projectId, name, push, merge, unprotect, allow_force_push AS allowForcePush,
  code_owner_approval_required AS codeOwnerApprovalRequired`

const rowOf = (stored: Stored): ProtectedBranchRow => ({
  ...stored,
  push: JSON.parse(stored.push) as ProtectedBranchRow['push'],
  merge: JSON.parse(stored.merge) as ProtectedBranchRow['merge'],
  unprotect: JSON.parse(stored.unprotect) as ProtectedBranchRow['unprotect'],
  allowForcePush: stored.allowForcePush === 1,
  codeOwnerApprovalRequired: stored.codeOwnerApprovalRequired === 1,
})

type Rows = ReadonlyArray<ProtectedBranchRow>

/** Protected branches by project: every push, merge and read of a merge request asks for them. */
const cacheOf = oncePerDatabase(() => new RowCache<number, Rows>())

const queries = (db: Database): ProtectedBranchQueries => {
  const cache = cacheOf(db)
  const ofProject = db.prepare<[number], Stored>(
    `SELECT ${COLUMNS} FROM protected_branches WHERE project_id = ? ORDER BY id`,
  )
  const named = db.prepare<[number, string], Stored>(
    `SELECT ${COLUMNS} FROM protected_branches WHERE project_id = ? AND name = ?`,
  )
  const settled = db.prepare<[number]>('SELECT 1 FROM default_branch_decisions WHERE project_id = ?')
  return {
    ofProject: (projectId) => cache.get(projectId, (id) => ofProject.all(id).map(rowOf)),
    named: (projectId, name) => {
      const found = named.get(projectId, name)
      return found === undefined ? undefined : rowOf(found)
    },
    isSettled: (projectId) => settled.get(projectId) !== undefined,
  }
}

/** Protected branches in the read model. */
export const protectedBranches: Projection = {
  name: 'protected-branches',
  version: 1,
  schema: `
    CREATE TABLE protected_branches (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      push TEXT NOT NULL,
      merge TEXT NOT NULL,
      unprotect TEXT NOT NULL,
      allow_force_push INTEGER NOT NULL,
      code_owner_approval_required INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX protected_branches_by_name ON protected_branches (project_id, name);
    CREATE TABLE default_branch_decisions (project_id INTEGER PRIMARY KEY) STRICT;
  `,
  handlers: (context) => {
    const { db } = context
    const cache = cacheOf(db)
    const insert = db.prepare(
      `INSERT INTO protected_branches (id, project_id, name, push, merge, unprotect, allow_force_push,
         code_owner_approval_required) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const settle = db.prepare('INSERT OR IGNORE INTO default_branch_decisions (project_id) VALUES (?)')
    const setForce = db.prepare('UPDATE protected_branches SET allow_force_push = ? WHERE id = ?')
    const setOwners = db.prepare('UPDATE protected_branches SET code_owner_approval_required = ? WHERE id = ?')
    const setList = {
      push: db.prepare('UPDATE protected_branches SET push = ? WHERE id = ?'),
      merge: db.prepare('UPDATE protected_branches SET merge = ? WHERE id = ?'),
      unprotect: db.prepare('UPDATE protected_branches SET unprotect = ? WHERE id = ?'),
    }
    const remove = db.prepare('DELETE FROM protected_branches WHERE id = ?')
    return [
      handle(context, protectedBranch, {
        BranchProtected: (data, { stream }) => {
          const lists = [data.push, data.merge, data.unprotect].map((list) => JSON.stringify(list))
          const flags = [Number(data.allowForcePush), Number(data.codeOwnerApprovalRequired)]
          insert.run(idOf(stream), data.projectId, data.name, ...lists, ...flags)
          settle.run(data.projectId)
          cache.forget(data.projectId)
        },
        DefaultBranchLeftOpen: ({ projectId }) => {
          settle.run(projectId)
        },
        ProtectionChanged: (data, { stream }) => {
          const id = idOf(stream)
          if (data.allowForcePush !== undefined) setForce.run(Number(data.allowForcePush), id)
          if (data.codeOwnerApprovalRequired !== undefined) setOwners.run(Number(data.codeOwnerApprovalRequired), id)
          for (const list of ['push', 'merge', 'unprotect'] as const)
            if (data[list] !== undefined) setList[list].run(JSON.stringify(data[list]), id)
          cache.forgetAll()
        },
        BranchUnprotected: (_, { stream }) => {
          remove.run(idOf(stream))
          cache.forgetAll()
        },
      }),
    ]
  },
  queries: { protectedBranches: queries },
}
