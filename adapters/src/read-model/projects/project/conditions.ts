import { ACCESS } from '@forgefold/core/access'
import type { ProjectFilter } from '@forgefold/core/domains/projects/project'
import { likePattern } from '../../engine/like-pattern.js'
import type { Condition } from '../../engine/paging.js'
import { hasAttributes } from '../../identity/custom-attribute.js'
import { visibleProjects } from '../visible.js'

type Alias = 'p' | '+p'

const roles = (
  { visibleTo, owned, membership, minAccessLevel }: ProjectFilter,
  alias: Alias,
): ReadonlyArray<Condition> => {
  const wanted = [
    ...(owned === true ? [ACCESS.owner] : []),
    ...(membership === true ? [ACCESS.guest] : []),
    ...(minAccessLevel === undefined ? [] : [minAccessLevel]),
  ]
  if (wanted.length === 0) return []
  if (visibleTo.userId === undefined) return [{ sql: '0', values: [] }]
  return [
    {
      sql: `${alias}.id IN (SELECT a.project_id FROM project_authorizations a WHERE a.user_id = ? AND a.level >= ?)`,
      values: [visibleTo.userId, Math.max(...wanted)],
    },
  ]
}

const searched = (search: string, namespaces: boolean): Condition => {
  const pattern = likePattern(search)
  const fields = [
    'p.path',
    'p.name',
    "coalesce(p.description, '')",
    ...(namespaces ? ['n.full_path', 'n.full_name'] : []),
  ]
  return {
    sql: fields.map((field) => `${field} LIKE ? ESCAPE '\\'`).join(' OR '),
    values: fields.map(() => pattern),
  }
}

const bounds = (filter: ProjectFilter): ReadonlyArray<Condition> => {
  const all: ReadonlyArray<readonly [string, unknown]> = [
    ['p.id > ?', filter.idAfter],
    ['p.id < ?', filter.idBefore],
    ['p.last_activity_at >= ?', filter.lastActivityAfter],
    ['p.last_activity_at <= ?', filter.lastActivityBefore],
    ['p.visibility = ?', filter.visibility],
    ['p.namespace_id = ?', filter.namespaceId],
    ['p.forked_from = ?', filter.forkedFrom],
    ['p.id IN (SELECT s.project_id FROM stars s WHERE s.user_id = ?)', filter.starredBy],
    ['p.archived = ?', filter.archived === undefined ? undefined : Number(filter.archived)],
  ]
  return all.filter(([, value]) => value !== undefined).map(([sql, value]) => ({ sql, values: [value] }))
}

const SHARED_WITH = "p.id IN (SELECT source_id FROM group_shares WHERE group_id = ? AND source = 'project')"

/** Projects with a topic: read from it, or looked up for each project of the walk. */
const aboutTopic = (topic: string, alias: Alias): string =>
  alias === 'p'
    ? `p.id IN (SELECT project_id FROM project_topics WHERE topic = ${topic})`
    : `EXISTS (SELECT 1 FROM project_topics w WHERE w.topic = ${topic} AND w.project_id = p.id)`

/** The conditions of a list of projects on `projects p JOIN namespaces n`; with `+p` the index of the order is walked. */
export const projectConditions = (filter: ProjectFilter, alias: Alias = 'p'): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [visibleProjects(filter.visibleTo, alias), ...roles(filter, alias), ...bounds(filter)]
  const add = (sql: string, ...values: ReadonlyArray<unknown>): void => {
    where.push({ sql, values })
  }
  if (filter.search !== undefined && filter.search !== '')
    where.push(searched(filter.search, filter.searchNamespaces === true))
  if (filter.withIssuesEnabled === true) add("p.issues <> 'disabled'")
  if (filter.withMergeRequestsEnabled === true) add("p.merge_requests <> 'disabled'")
  // Any number of topics is one condition, because SQLite allows only some hundred.
  if (filter.topics !== undefined && filter.topics.length > 0)
    add(
      `${aboutTopic('lower(?)', alias)} AND NOT EXISTS (SELECT 1 FROM json_each(?) w
         WHERE w.value NOT IN (SELECT t.value FROM json_each(p.settings, '$.topics') t))`,
      filter.topics[0],
      JSON.stringify(filter.topics),
    )
  if (filter.topicId !== undefined)
    add(aboutTopic('(SELECT lower(t.name) FROM topics t WHERE t.id = ?)', alias), filter.topicId)
  where.push(...hasAttributes('project', 'p.id', filter.customAttributes))
  if (filter.none === true) add('0')
  if (filter.sharedWith !== undefined) add(SHARED_WITH, filter.sharedWith)
  if (filter.groupId !== undefined) {
    const within =
      filter.includeSubgroups === true
        ? 'p.group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = ?)'
        : 'p.group_id = ?'
    if (filter.includeShared === true) add(`${within} OR ${SHARED_WITH}`, filter.groupId, filter.groupId)
    else add(within, filter.groupId)
  }
  return where
}
