import type { MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import type { Database } from 'better-sqlite3'
import type { Condition } from '../../engine/paging.js'
import { authorizationCachesOf } from '../../projects/authorization-caches.js'

const REPOSITORY = `coalesce(json_extract(p.settings, '$.features.repository'), 'enabled')`

const IN_GROUP = 'p.group_id IN (SELECT g.group_id FROM group_ancestors g WHERE g.ancestor_id = ?)'
const AMONG = '(SELECT value FROM json_each(?))'

/** At most this many projects are listed in a query; for users who see more, each row's project is checked. */
const MAX_NAMED = 1000

type Place = Pick<MergeRequestFilter, 'visibleTo' | 'groupId' | 'nonArchived'>

/** Projects by the merge requests that a user may read in them: all, or only the user's own. */
interface Readable {
  readonly all: ReadonlyArray<number>
  readonly theirs: ReadonlyArray<number>
}

const openTo = ({ visibleTo }: Place): string =>
  visibleTo.external ? "p.visibility = 'public'" : "p.visibility IN ('public', 'internal')"

const placeConditions = ({ groupId, nonArchived }: Place): ReadonlyArray<Condition> => [
  ...(groupId === undefined ? [] : [{ sql: IN_GROUP, values: [groupId] }]),
  ...(nonArchived === true ? [{ sql: 'p.archived = 0', values: [] }] : []),
]

/** A project with the viewer's role in it, bound once. */
const PROJECTS = 'projects p LEFT JOIN project_authorizations a ON a.project_id = p.id AND a.user_id = ?'

/** Whether all merge requests of the project may be read, and whether the project is visible. */
const readsAll = (place: Place): string => {
  if (place.visibleTo.seesAll) return `${REPOSITORY} <> 'disabled'`
  return `${REPOSITORY} <> 'disabled' AND (coalesce(a.level, 0) >= 20 OR (
    ${openTo(place)} AND p.merge_requests <> 'private' AND (${REPOSITORY} <> 'private' OR coalesce(a.level, 0) >= 10)))`
}
const sees = (place: Place): string =>
  place.visibleTo.seesAll ? '1' : `${openTo(place)} OR coalesce(a.level, 0) >= 10`

/** The same as `sees`, in a form that indexes of projects and of roles can answer. */
const found = (place: Place): Condition =>
  place.visibleTo.seesAll
    ? { sql: '1', values: [] }
    : {
        sql: `${openTo(place)} OR p.id IN (SELECT r.project_id FROM project_authorizations r WHERE r.user_id = ? AND r.level >= 10)`,
        values: [place.visibleTo.userId ?? 0],
      }

const joined = (conditions: ReadonlyArray<Condition>): Condition => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
  values: conditions.flatMap(({ values }) => values),
})

const AVAILABLE: Condition = { sql: "p.merge_requests <> 'disabled'", values: [] }

/** Undefined if there are too many to list. */
const readable = (db: Database, place: Place): Readable | undefined => {
  const where = joined([AVAILABLE, ...placeConditions(place), found(place)])
  const rows = db
    .prepare<Array<unknown>, { readonly id: number; readonly isAll: number }>(
      `SELECT p.id, ${readsAll(place)} AS isAll FROM ${PROJECTS} WHERE ${where.sql} LIMIT ${MAX_NAMED + 1}`,
    )
    .all(place.visibleTo.userId ?? 0, ...where.values)
  if (rows.length > MAX_NAMED) return undefined
  const ids = (isAll: number) => rows.filter((row) => row.isAll === isAll).map(({ id }) => id)
  return { all: ids(1), theirs: ids(0) }
}

const THEIRS =
  'm.author_id = ? OR EXISTS (SELECT 1 FROM merge_request_assignees s WHERE s.merge_request_id = m.id AND s.user_id = ?)'

const OF_PROJECT = 'm.target_project_id = ?'

/** Of one project: all of them, if the policy allows it, or only those in which the caller takes part. */
const ofProject = (projectId: number, { ownOnly, visibleTo: { userId = 0 } }: MergeRequestFilter): Condition =>
  ownOnly === true
    ? {
        sql: `${OF_PROJECT} AND (${THEIRS})
          AND EXISTS (SELECT 1 FROM projects p WHERE p.id = m.target_project_id AND ${AVAILABLE.sql})`,
        values: [projectId, userId, userId],
      }
    : { sql: OF_PROJECT, values: [projectId] }

/** `way`: with `+m` the projects' indexes are not used. */
const named = ({ all, theirs }: Readable, userId: number, way: 'm' | '+m'): Condition => {
  const [first, ...others] = all
  const project = `${way}.target_project_id`
  if (theirs.length > 0)
    return {
      sql: `${project} IN ${AMONG} OR (${project} IN ${AMONG} AND (${THEIRS}))`,
      values: [JSON.stringify(all), JSON.stringify(theirs), userId, userId],
    }
  if (first === undefined) return { sql: '0', values: [] }
  return others.length === 0
    ? { sql: 'm.target_project_id = ?', values: [first] }
    : { sql: `${project} IN ${AMONG}`, values: [JSON.stringify(all)] }
}

const asked = (place: Place): Condition => {
  const { userId = 0 } = place.visibleTo
  const mine = { sql: `(${readsAll(place)}) OR ((${sees(place)}) AND (${THEIRS}))`, values: [userId, userId] }
  const where = joined([AVAILABLE, ...placeConditions(place), mine])
  return {
    sql: `EXISTS (SELECT 1 FROM ${PROJECTS} WHERE p.id = m.target_project_id AND ${where.sql})`,
    values: [userId, ...where.values],
  }
}

/** Merge requests that a user may read anywhere; the merge request is `m`. */
export const visibleMergeRequests = (visibleTo: MergeRequestFilter['visibleTo']): Condition =>
  asked({ visibleTo, groupId: undefined, nonArchived: undefined })

/** The scope of a list; `+m` is for many rows. */
export type Scope = (filter: MergeRequestFilter, way: 'm' | '+m') => Condition

/**
 * Merge requests that a user may read in the given project or group, as the policy says it (docs/reference/behaviour/review.md#permissions): reporters and above, every user
 * where the project and the feature are open, author and assignees wherever they see the project.
 *
 * Within one project the policy has been asked before, so only the project and `ownOnly` count.
 */
export const scopes = (db: Database): Scope => {
  const cache = authorizationCachesOf(db).add<string, Readable | undefined>(1000)
  return (filter, way) => {
    const { projectId, visibleTo, groupId, nonArchived } = filter
    if (projectId !== undefined) return ofProject(projectId, filter)
    const place = { visibleTo, groupId, nonArchived }
    const projects = cache.get(JSON.stringify(place), () => readable(db, place))
    return projects === undefined ? asked(place) : named(projects, visibleTo.userId ?? 0, way)
  }
}
