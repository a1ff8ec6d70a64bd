import { ACCESS, VISIBILITIES, type Visibility } from '@forgefold/core/access'
import type { GroupFilter, GroupQueries, GroupRow, GroupSettings } from '@forgefold/core/domains/projects/group'
import type { Day, Instant } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../../engine/like-pattern.js'
import { type Condition, Lists } from '../../engine/paging.js'
import { hasAttributes } from '../../identity/custom-attribute.js'
import { authorizationCachesOf } from '../authorization-caches.js'
import { visibleGroups } from '../visible.js'

interface Stored {
  readonly id: number
  readonly parentId: number | null
  readonly fullPath: string
  readonly fullName: string
  readonly settings: string
  readonly markedForDeletionOn: Day | null
  readonly createdAt: Instant
}

const COLUMNS = `g.id, n.parent_id AS parentId, n.full_path AS fullPath, n.full_name AS fullName, g.settings,
  g.marked_on AS markedForDeletionOn, g.created_at AS createdAt`
const TABLES = "namespaces n JOIN groups g ON g.id = n.id AND n.kind = 'group'"

const rowOf = ({ settings, ...rest }: Stored): GroupRow => ({ ...(JSON.parse(settings) as GroupSettings), ...rest })

const roleAtLeast = (userId: number, level: number): Condition => ({
  sql: 'g.id IN (SELECT group_id FROM group_authorizations WHERE user_id = ? AND level >= ?)',
  values: [userId, level],
})

const roles = ({ visibleTo, owned, minAccessLevel, membership }: GroupFilter): ReadonlyArray<Condition> => {
  const least = owned === true ? ACCESS.owner : (minAccessLevel ?? (membership === true ? ACCESS.minimal : undefined))
  if (least === undefined) return []
  return visibleTo.userId === undefined ? [{ sql: '0', values: [] }] : [roleAtLeast(visibleTo.userId, least)]
}

const ORDER_COLUMNS: Readonly<Record<GroupFilter['orderBy'], string>> = {
  id: 'g.id',
  name: 'n.name COLLATE NOCASE',
  path: 'n.path COLLATE NOCASE',
  similarity: 'n.name COLLATE NOCASE',
}

const conditions = (filter: GroupFilter, alias: 'g' | '+g' = 'g'): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [visibleGroups(filter.visibleTo, alias), ...roles(filter)]
  const add = (sql: string, ...values: ReadonlyArray<unknown>): void => {
    where.push({ sql, values })
  }
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = likePattern(filter.search)
    add("n.name LIKE ? ESCAPE '\\' OR n.full_path LIKE ? ESCAPE '\\'", pattern, pattern)
  }
  if (filter.skip !== undefined && filter.skip.length > 0)
    add('g.id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(filter.skip))
  if (filter.only !== undefined) add('g.id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.only))
  if (filter.topLevelOnly === true) add('n.parent_id IS NULL')
  if (filter.parentId !== undefined) add('n.parent_id = ?', filter.parentId)
  if (filter.below !== undefined)
    add('g.id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = ? AND depth > 0)', filter.below)
  if (filter.visibility !== undefined) add('g.visibility = ?', filter.visibility)
  if (filter.after !== undefined) add(`(${ORDER_COLUMNS.name}, n.id) > (?, ?)`, filter.after.name, filter.after.id)
  where.push(...hasAttributes('group', 'g.id', filter.customAttributes))
  return where
}

const WIDEST = `SELECT visibility FROM groups WHERE id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = $id AND depth > 0)
  UNION SELECT visibility FROM projects WHERE group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = $id)`

const SECOND_FACTOR = `SELECT min(json_extract(g.settings, '$.twoFactorGracePeriod')) FROM groups g
  WHERE json_extract(g.settings, '$.requireTwoFactorAuthentication') AND g.id IN (
    SELECT a.ancestor_id FROM members m JOIN group_ancestors a ON a.group_id = m.source_id
      WHERE m.source = 'group' AND m.user_id = $user
    UNION SELECT a.group_id FROM members m JOIN group_ancestors a ON a.ancestor_id = m.source_id
      WHERE m.source = 'group' AND m.user_id = $user)`

/** Queries of groups. */
export const groupQueries = (db: Database): GroupQueries => {
  const lists = new Lists(db)
  const selectBy = (condition: string) =>
    db.prepare<[number | string], Stored>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${condition}`)
  const byId = selectBy('g.id = ?')
  const byFullPath = selectBy('n.full_path = ? COLLATE NOCASE')
  const level = db
    .prepare<[number, number], number>('SELECT level FROM group_authorizations WHERE user_id = ? AND group_id = ?')
    .pluck()
  const insider = db
    .prepare<[{ readonly user: number; readonly group: number }], number>(
      `SELECT EXISTS (SELECT 1 FROM group_ancestors below JOIN group_authorizations a
          ON a.group_id = below.group_id AND a.user_id = $user WHERE below.ancestor_id = $group)
        OR EXISTS (SELECT 1 FROM group_ancestors below JOIN projects p ON p.group_id = below.group_id
          JOIN project_authorizations a ON a.project_id = p.id AND a.user_id = $user WHERE below.ancestor_id = $group)`,
    )
    .pluck()
  const ids = (text: string) => db.prepare<[number], number>(text).pluck()
  const descendants = ids('SELECT group_id FROM group_ancestors WHERE ancestor_id = ? ORDER BY depth, group_id')
  const ancestors = ids('SELECT ancestor_id FROM group_ancestors WHERE group_id = ? ORDER BY depth')
  const children = ids('SELECT id FROM namespaces WHERE parent_id = ? ORDER BY id')
  const projects = ids('SELECT id FROM projects WHERE group_id = ? ORDER BY id')
  const marked = db
    .prepare<[string], number>('SELECT id FROM groups WHERE marked_on IS NOT NULL AND marked_on <= ? ORDER BY id')
    .pluck()
  const grace = db.prepare<[{ readonly user: number }], number | null>(SECOND_FACTOR).pluck()
  const visibilities = db.prepare<[{ readonly id: number }], Visibility>(WIDEST).pluck()
  const one = (stored: Stored | undefined): GroupRow | undefined => (stored === undefined ? undefined : rowOf(stored))
  const caches = authorizationCachesOf(db)
  const cachedById = caches.add<number, GroupRow | undefined>()
  const cachedByPath = caches.add<string, GroupRow | undefined>()
  const readById = (id: number): GroupRow | undefined => one(byId.get(id))
  const readByPath = (fullPath: string): GroupRow | undefined => one(byFullPath.get(fullPath))
  const find = (id: number): GroupRow | undefined => cachedById.get(id, readById)
  return {
    byId: find,
    byFullPath: (fullPath) => cachedByPath.get(fullPath, readByPath),
    level: (userId, groupId) => level.get(userId, groupId) ?? ACCESS.none,
    isInsider: (user, group) => insider.get({ user, group }) === 1,
    list: (filter, request) => {
      const way = filter.sort === 'desc' ? 'DESC' : 'ASC'
      const orderBy = `${ORDER_COLUMNS[filter.orderBy]} ${way}, n.id ${way}`
      const from = {
        select: 'g.id',
        from: TABLES,
        where: conditions(filter),
        whereMany: conditions(filter, '+g'),
        orderBy,
      }
      const found = lists.page<{ readonly id: number }>(from, request)
      return { rows: found.rows.flatMap(({ id }) => find(id) ?? []), total: found.total }
    },
    withDescendants: (groupId) => descendants.all(groupId),
    withAncestors: (groupId) => ancestors.all(groupId),
    children: (groupId) => children.all(groupId),
    projects: (groupId) => projects.all(groupId),
    markedForDeletion: (until) => marked.all(until),
    secondFactorGrace: (user) => grace.get({ user }) ?? undefined,
    widestBelow: (id) => {
      const found = visibilities.all({ id })
      return [...VISIBILITIES].reverse().find((visibility) => found.includes(visibility))
    },
  }
}
