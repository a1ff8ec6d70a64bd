import type { NamespaceFilter, NamespaceQueries, NamespaceRow } from '@forgefold/core/domains/projects/namespace'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../../engine/like-pattern.js'
import { type Condition, Lists } from '../../engine/paging.js'
import { makeFindByFormerPath } from '../former-paths.js'

/** Selects a namespace by the names of `NamespaceRow`; `n` names the row. */
const NAMESPACE_COLUMNS = `n.id, n.kind, n.name, n.path, n.full_path AS fullPath, n.full_name AS fullName,
  n.parent_id AS parentId, n.owner_id AS ownerId`

const conditions = ({ userId, search, ownedOnly, topLevelOnly }: NamespaceFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = []
  if (userId !== undefined)
    where.push({
      sql: `n.owner_id = ? OR n.id IN (SELECT group_id FROM group_authorizations WHERE user_id = ? AND level >= ?)`,
      values: [userId, userId, ownedOnly === true ? 50 : 10],
    })
  if (search !== undefined && search !== '')
    where.push({
      sql: "n.name LIKE ? ESCAPE '\\' OR n.full_path LIKE ? ESCAPE '\\'",
      values: [likePattern(search), likePattern(search)],
    })
  if (topLevelOnly === true) where.push({ sql: 'n.parent_id IS NULL', values: [] })
  return where
}

/** Queries of namespaces. */
export const namespaceQueries = (db: Database): NamespaceQueries => {
  const lists = new Lists(db)
  const find = (condition: string) =>
    db.prepare<[number | string], NamespaceRow>(`SELECT ${NAMESPACE_COLUMNS} FROM namespaces n WHERE ${condition}`)
  const byId = find('n.id = ?')
  const byFullPath = find('n.full_path = ? COLLATE NOCASE')
  const byFormerPath = makeFindByFormerPath(db)
  const ofUser = find('n.owner_id = ?')
  return {
    byId: (id) => byId.get(id),
    byFullPath: (fullPath) => byFullPath.get(fullPath),
    byFormerPath: (path) => byFormerPath(path, (present) => byFullPath.get(present)),
    ofUser: (userId) => ofUser.get(userId),
    list: (filter, request) =>
      lists.page<NamespaceRow>(
        { select: NAMESPACE_COLUMNS, from: 'namespaces n', where: conditions(filter), orderBy: 'n.id ASC' },
        request,
      ),
  }
}
