import type { SearchQueries, SearchScope, TextSearch } from '@forgefold/core/domains/conversation/search'
import type { Page, PageRequest } from '@forgefold/core/ports'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../engine/like-pattern.js'
import { type Condition, Lists } from '../engine/paging.js'
import type { Projection } from '../engine/projection.js'
import { visibleIssues } from '../planning/issue/conditions.js'
import { visibleProjects } from '../projects/visible.js'
import { visibleMergeRequests } from '../review/merge-request/index.js'

const IN_GROUP = 'p.group_id IN (SELECT g.group_id FROM group_ancestors g WHERE g.ancestor_id = ?)'

/** In visible projects of the place; the project is `p`. */
const places = ({ projectId, groupId, visibleTo }: TextSearch): ReadonlyArray<Condition> => [
  visibleProjects(visibleTo, 'p'),
  ...(projectId === undefined ? [] : [{ sql: 'p.id = ?', values: [projectId] }]),
  ...(groupId === undefined ? [] : [{ sql: IN_GROUP, values: [groupId] }]),
]

/** Those with a role in the place; the user is `u`. */
const members = ({ projectId, groupId }: SearchScope): ReadonlyArray<Condition> => [
  ...(projectId === undefined
    ? []
    : [
        {
          sql: `EXISTS (SELECT 1 FROM project_authorizations a
            WHERE a.user_id = u.id AND a.project_id = ? AND a.level >= 10)`,
          values: [projectId],
        },
      ]),
  ...(groupId === undefined
    ? []
    : [
        {
          sql: `EXISTS (SELECT 1 FROM group_authorizations a JOIN group_ancestors g ON g.group_id = a.group_id
            WHERE a.user_id = u.id AND g.ancestor_id = ? AND a.level >= 10)`,
          values: [groupId],
        },
      ]),
]

const containing = (columns: ReadonlyArray<string>, text: string): Condition => ({
  sql: columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR '),
  values: columns.map(() => likePattern(text)),
})

const queries = (db: Database): SearchQueries => {
  const lists = new Lists(db)
  const ids = (from: string, id: string, where: ReadonlyArray<Condition>, page: PageRequest): Page<number> => {
    const found = lists.page<{ readonly id: number }>(
      { select: `${id} AS id`, from, where, orderBy: `${id} DESC` },
      page,
    )
    return { rows: found.rows.map((row) => row.id), total: found.total }
  }
  return {
    milestones: (search, page) => {
      const from = "milestones s JOIN projects p ON p.id = s.place_id AND s.place_kind = 'project'"
      return ids(from, 's.id', [...places(search), containing(['s.title', 's.description'], search.text)], page)
    },
    notes: (search, page) => {
      const issue = visibleIssues(search.visibleTo)
      const request = visibleMergeRequests(search.visibleTo)
      const about = {
        sql: `n.noteable_type = 'Issue' AND EXISTS (SELECT 1 FROM issues i WHERE i.id = n.noteable_id AND (${issue.sql}))
          OR n.noteable_type = 'MergeRequest'
            AND EXISTS (SELECT 1 FROM merge_requests m WHERE m.id = n.noteable_id AND (${request.sql}))`,
        values: [...issue.values, ...request.values],
      }
      const from = 'notes n JOIN discussions d ON d.id = n.discussion_id JOIN projects p ON p.id = d.project_id'
      const shown = [{ sql: search.internal ? 'n.system IS NULL' : 'n.system IS NULL AND n.internal = 0', values: [] }]
      return ids(from, 'n.id', [...places(search), ...shown, containing(['n.body'], search.text), about], page)
    },
    users: (search, page) => {
      const named = containing(['u.name', 'u.username'], search.text)
      return ids('users u', 'u.id', [{ sql: 'u.erased = 0', values: [] }, named, ...members(search)], page)
    },
  }
}

/** Searches by text over the tables of others. */
export const search: Projection = {
  name: 'search',
  version: 1,
  schema: '',
  handlers: () => [],
  queries: { search: queries },
}
