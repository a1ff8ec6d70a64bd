import type { InstanceCounts, UsageQueries, UserAssociations } from '@forgefold/core/domains/conversation/usage'
import type { Database } from 'better-sqlite3'
import type { Projection } from '../engine/projection.js'

const queries = (db: Database): UsageQueries => {
  const instance = db.prepare<[], InstanceCounts>(`SELECT
    (SELECT count(*) FROM projects WHERE forked_from IS NOT NULL) AS forks,
    (SELECT count(*) FROM issues) AS issues,
    (SELECT count(*) FROM merge_requests) AS mergeRequests,
    (SELECT count(*) FROM notes) AS notes,
    (SELECT count(*) FROM user_keys k JOIN users u ON u.id = k.user_id AND u.erased = 0 WHERE k.kind = 'ssh') AS sshKeys,
    (SELECT count(*) FROM milestones) AS milestones,
    (SELECT count(*) FROM users WHERE erased = 0) AS users,
    (SELECT count(*) FROM groups) AS groups,
    (SELECT count(*) FROM projects) AS projects,
    (SELECT count(*) FROM users WHERE erased = 0 AND status = 'active') AS activeUsers`)
  const user = db.prepare<[{ readonly user: number }], UserAssociations>(`SELECT
    (SELECT count(*) FROM members WHERE user_id = $user AND source = 'group') AS groups,
    (SELECT count(*) FROM members WHERE user_id = $user AND source = 'project') AS projects,
    (SELECT count(*) FROM issues WHERE author_id = $user) AS issues,
    (SELECT count(*) FROM merge_requests WHERE author_id = $user) AS mergeRequests`)
  const none = { groups: 0, projects: 0, issues: 0, mergeRequests: 0 }
  return {
    ofInstance: () => instance.get() as InstanceCounts,
    ofUser: (userId) => user.get({ user: userId }) ?? none,
  }
}

/** Counts over the rows of other projections; it has no rows of its own. */
export const usage: Projection = {
  name: 'usage',
  version: 1,
  schema: '',
  handlers: () => [],
  queries: { usage: queries },
}
