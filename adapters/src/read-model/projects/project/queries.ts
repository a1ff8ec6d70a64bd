import { ACCESS } from '@forgefold/core/access'
import type { NamespaceRow } from '@forgefold/core/domains/projects/namespace'
import type {
  InactiveProject,
  ProjectOrder,
  ProjectQueries,
  ProjectRow,
  ProjectSettings,
} from '@forgefold/core/domains/projects/project'
import type { Instant } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../../engine/paging.js'
import { makeNarrowing } from '../../engine/trigram-index.js'
import { authorizationCachesOf } from '../authorization-caches.js'
import { makeFindByFormerPath } from '../former-paths.js'
import { projectConditions } from './conditions.js'
import { INACTIVE } from './inactive-projects.js'

type Own = Omit<ProjectRow, keyof ProjectSettings | 'namespace' | 'fullPath' | 'fullName' | 'archived'>
type Prefixed<Row> = { readonly [K in keyof Row & string as `n_${K}`]: Row[K] }
type Stored = Own & Prefixed<NamespaceRow> & { readonly settings: string; readonly archived: number }

const COLUMNS = `p.id, p.namespace_id AS namespaceId, p.group_id AS groupId, p.creator_id AS creatorId,
  p.forked_from AS forkedFrom, p.default_branch AS defaultBranch, p.archived, p.settings, p.marked_on AS markedForDeletionOn,
  (SELECT count(*) FROM projects f WHERE f.forked_from = p.id) AS forksCount,
  p.stars_count AS starsCount,
  p.created_at AS createdAt, p.updated_at AS updatedAt, p.last_activity_at AS lastActivityAt,
  n.id AS n_id, n.kind AS n_kind, n.name AS n_name, n.path AS n_path, n.full_path AS n_fullPath,
  n.full_name AS n_fullName, n.parent_id AS n_parentId, n.owner_id AS n_ownerId`
const TABLES = 'projects p JOIN namespaces n ON n.id = p.namespace_id'

const rowOf = (stored: Stored): ProjectRow => {
  const settings = JSON.parse(stored.settings) as ProjectSettings
  const namespace: NamespaceRow = {
    id: stored.n_id,
    kind: stored.n_kind,
    name: stored.n_name,
    path: stored.n_path,
    fullPath: stored.n_fullPath,
    fullName: stored.n_fullName,
    parentId: stored.n_parentId,
    ownerId: stored.n_ownerId,
  }
  return {
    ...settings,
    id: stored.id,
    namespace,
    namespaceId: stored.namespaceId,
    groupId: stored.groupId,
    creatorId: stored.creatorId,
    forkedFrom: stored.forkedFrom,
    fullPath: `${namespace.fullPath}/${settings.path}`,
    fullName: `${namespace.fullName} / ${settings.name}`,
    defaultBranch: stored.defaultBranch,
    archived: stored.archived === 1,
    markedForDeletionOn: stored.markedForDeletionOn,
    forksCount: stored.forksCount,
    starsCount: stored.starsCount,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
    lastActivityAt: stored.lastActivityAt,
  }
}

const ORDER_COLUMNS: Readonly<Record<ProjectOrder, string>> = {
  id: 'p.id',
  name: 'p.name COLLATE NOCASE',
  path: 'p.path COLLATE NOCASE',
  created_at: 'p.created_at',
  updated_at: 'p.updated_at',
  last_activity_at: 'p.last_activity_at',
  star_count: 'p.stars_count',
}

/** Queries of projects. */
export const projectQueries = (db: Database): ProjectQueries => {
  const lists = new Lists(db)
  const narrowed = makeNarrowing(db, 'project_texts')
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE p.id = ?`)
  const byPlace = db.prepare<[string, string], Stored>(
    `SELECT ${COLUMNS} FROM namespaces n JOIN projects p ON p.namespace_id = n.id
     WHERE n.full_path = ? COLLATE NOCASE AND p.path = ? COLLATE NOCASE`,
  )
  const level = db
    .prepare<[number, number], number>('SELECT level FROM project_authorizations WHERE user_id = ? AND project_id = ?')
    .pluck()
  const direct = db
    .prepare<[number, number], number>(
      "SELECT level FROM members WHERE source = 'project' AND user_id = ? AND source_id = ?",
    )
    .pluck()
  const byGroup = db
    .prepare<[number, number], number>(
      `SELECT a.level FROM projects p JOIN group_authorizations a ON a.group_id = p.group_id AND a.user_id = ?
       WHERE p.id = ?`,
    )
    .pluck()
  const inNamespace = db.prepare<[number], number>('SELECT id FROM projects WHERE namespace_id = ? ORDER BY id').pluck()
  const marked = db
    .prepare<[string], number>('SELECT id FROM projects WHERE marked_on IS NOT NULL AND marked_on <= ? ORDER BY id')
    .pluck()
  const share = db
    .prepare<[{ readonly rest: number; readonly of: number }], number>(
      'SELECT id FROM projects WHERE id % $of = $rest ORDER BY id',
    )
    .pluck()
  const quiet = db.prepare<[{ readonly since: Instant }], InactiveProject>(INACTIVE)
  const one = (stored: Stored | undefined): ProjectRow | undefined => (stored === undefined ? undefined : rowOf(stored))
  const readByPath = (fullPath: string): ProjectRow | undefined => {
    const slash = fullPath.lastIndexOf('/')
    return slash < 0 ? undefined : one(byPlace.get(fullPath.slice(0, slash), fullPath.slice(slash + 1)))
  }
  const byFormerPath = makeFindByFormerPath(db)
  const caches = authorizationCachesOf(db)
  const cachedById = caches.add<number, ProjectRow | undefined>()
  const cachedByPath = caches.add<string, ProjectRow | undefined>()
  const levels = caches.add<string, number>()
  const roles = caches.add<string, ReturnType<ProjectQueries['roles']>>()
  const readById = (id: number): ProjectRow | undefined => one(byId.get(id))
  const find = (id: number): ProjectRow | undefined => cachedById.get(id, readById)
  return {
    byId: find,
    byFullPath: (fullPath) => cachedByPath.get(fullPath, readByPath),
    byFormerPath: (path) => byFormerPath(path, readByPath),
    level: (userId, projectId) =>
      levels.get(`${userId} ${projectId}`, () => level.get(userId, projectId) ?? ACCESS.none),
    roles: (userId, projectId) =>
      roles.get(`${userId} ${projectId}`, () => ({
        project: direct.get(userId, projectId),
        group: byGroup.get(userId, projectId),
      })),
    list: (filter, request) => {
      const way = filter.sort === 'asc' ? 'ASC' : 'DESC'
      const orderBy = filter.orderBy === 'id' ? `p.id ${way}` : `${ORDER_COLUMNS[filter.orderBy]} ${way}, p.id ${way}`
      const text = filter.searchNamespaces === true ? undefined : filter.search
      const where = [...projectConditions(filter), ...(text === undefined ? [] : narrowed([text], 'p.id'))]
      const conditions = { where, whereMany: projectConditions(filter, '+p') }
      // The list query selects only ids: the rows come from the cache or are read once.
      const found = lists.page<{ readonly id: number }>(
        { select: 'p.id', from: TABLES, ...conditions, orderBy },
        request,
      )
      return { rows: found.rows.flatMap(({ id }) => find(id) ?? []), total: found.total }
    },
    quietSince: (since) => quiet.all({ since }),
    share: (wanted) => share.all(wanted),
    markedForDeletion: (until) => marked.all(until),
    inNamespace: (namespaceId) => inNamespace.all(namespaceId),
  }
}
