import type {
  AccessRequestRow,
  MemberFilter,
  MemberQueries,
  MemberRow,
  MemberSource,
} from '@forgefold/core/domains/projects/member'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../../engine/like-pattern.js'
import { type Condition, Lists } from '../../engine/paging.js'

const COLUMNS = `m.source, m.source_id AS sourceId, m.user_id AS userId, u.username, u.name, u.status AS state, m.level,
  m.expires_at AS expiresAt, m.created_at AS createdAt, m.created_by AS createdBy`
const REQUEST = 'r.user_id AS userId, r.requested_at AS requestedAt'
const REQUESTS = 'access_requests r JOIN users u ON u.id = r.user_id AND u.erased = 0'
const OF_SOURCE = 'r.source = ? AND r.source_id = ?'
const TABLES = 'members m JOIN users u ON u.id = m.user_id'

/** The sources of a membership in a group or project, and how much of the role is inherited; one value for each `?`: the source. */
const REACHING: Readonly<Record<MemberSource, string>> = {
  project: `SELECT 'project' AS source, ? AS source_id, 99 AS cap
    UNION ALL SELECT 'group', a.ancestor_id, 99 FROM projects p JOIN group_ancestors a ON a.group_id = p.group_id
      WHERE p.id = ?
    UNION ALL SELECT 'group', s.group_id, s.level FROM projects p JOIN group_ancestors a ON a.group_id = p.group_id
      JOIN group_shares s ON s.source = 'group' AND s.source_id = a.ancestor_id WHERE p.id = ?
    UNION ALL SELECT 'group', a.ancestor_id, s.level FROM group_shares s JOIN group_ancestors a ON a.group_id = s.group_id
      WHERE s.source = 'project' AND s.source_id = ?`,
  group: `SELECT 'group' AS source, ancestor_id AS source_id, 99 AS cap FROM group_ancestors WHERE group_id = ?
    UNION ALL SELECT 'group', s.group_id, s.level FROM group_ancestors a
      JOIN group_shares s ON s.source = 'group' AND s.source_id = a.ancestor_id WHERE a.group_id = ?`,
}

/** Of a user's memberships that apply to the source, the one with the highest role there; the nearest among equals. */
const reachingMembers = (source: MemberSource): string => `(
  SELECT m.source, m.source_id, m.user_id, min(m.level, r.cap) AS level, m.expires_at, m.created_at, m.created_by,
    row_number() OVER (PARTITION BY m.user_id
      ORDER BY min(m.level, r.cap) DESC, m.source DESC, m.source_id DESC) AS standing
  FROM (${REACHING[source]}) r JOIN members m ON m.source = r.source AND m.source_id = r.source_id
  WHERE r.cap = 99 OR m.level >= 10) m JOIN users u ON u.id = m.user_id`

const membersOf = ({ source, sourceId, inherited }: MemberFilter) => {
  if (!inherited) return { from: TABLES }
  const from = reachingMembers(source)
  return { from, fromValues: Array.from({ length: from.split('?').length - 1 }, () => sourceId) }
}

const conditions = ({
  source,
  sourceId,
  inherited,
  query,
  userIds,
  skip = [],
}: MemberFilter): ReadonlyArray<Condition> => [
  { sql: 'u.erased = 0', values: [] },
  inherited
    ? { sql: 'm.standing = 1', values: [] }
    : { sql: 'm.source = ? AND m.source_id = ?', values: [source, sourceId] },
  ...(query === undefined || query === ''
    ? []
    : [
        {
          sql: "u.name LIKE ? ESCAPE '\\' OR u.username LIKE ? ESCAPE '\\' OR u.public_email = ? COLLATE NOCASE",
          values: [likePattern(query), likePattern(query), query],
        },
      ]),
  ...(userIds === undefined || userIds.length === 0
    ? []
    : [{ sql: 'm.user_id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(userIds)] }]),
  ...(skip.length === 0
    ? []
    : [{ sql: 'm.user_id NOT IN (SELECT value FROM json_each(?))', values: [JSON.stringify(skip)] }]),
]

const ABOVE: Readonly<Record<MemberSource, string>> = {
  project: 'SELECT a.ancestor_id FROM projects p JOIN group_ancestors a ON a.group_id = p.group_id WHERE p.id = ?',
  group: 'SELECT ancestor_id FROM group_ancestors WHERE group_id = ? AND depth > 0',
}

interface Inherited {
  readonly level: number
  readonly group: string
}

/** Queries of memberships. */
export const memberQueries = (db: Database): MemberQueries => {
  const lists = new Lists(db)
  const find = db.prepare<[string, number, number], MemberRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE m.source = ? AND m.source_id = ? AND m.user_id = ? AND u.erased = 0`,
  )
  const inherited = (source: MemberSource) =>
    db.prepare<[number, number], Inherited>(
      `SELECT m.level, n.name AS "group" FROM members m JOIN namespaces n ON n.id = m.source_id
       WHERE m.source = 'group' AND m.user_id = ? AND m.source_id IN (${ABOVE[source]}) ORDER BY m.level DESC LIMIT 1`,
    )
  const inheritedRole = { project: inherited('project'), group: inherited('group') }
  const otherOwners = db
    .prepare<[number, number], number>(
      `SELECT count(*) FROM members m JOIN users u ON u.id = m.user_id AND u.bot = 0
       WHERE m.source = 'group' AND m.source_id = ? AND m.level = 50 AND m.user_id <> ?`,
    )
    .pluck()
  const countWithDescendants = db
    .prepare<[number], number>(
      `SELECT count(DISTINCT m.user_id) FROM members m JOIN users u ON u.id = m.user_id AND u.bot = 0 AND u.erased = 0
       WHERE m.source = 'group' AND m.source_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = ?)`,
    )
    .pluck()
  const solelyOwned = db
    .prepare<[number], number>(
      `SELECT m.source_id FROM members m WHERE m.user_id = ? AND +m.source = 'group' AND m.level = 50
       AND NOT EXISTS (SELECT 1 FROM members o WHERE o.source = 'group' AND o.source_id = m.source_id AND o.level = 50
         AND o.user_id <> m.user_id)`,
    )
    .pluck()
  const bots = db.prepare<[string, number], Pick<MemberRow, 'userId' | 'level'>>(
    `SELECT m.user_id AS userId, m.level FROM members m JOIN users u ON u.id = m.user_id AND u.bot = 1 AND u.erased = 0
     WHERE m.source = ? AND m.source_id = ? ORDER BY m.user_id`,
  )
  const ofUser = db.prepare<[number], Pick<MemberRow, 'source' | 'sourceId' | 'level'>>(
    'SELECT source, source_id AS sourceId, level FROM members WHERE user_id = ? ORDER BY source, source_id',
  )
  const anyAbove = db.prepare<[number, number]>('SELECT 1 FROM members WHERE user_id = ? AND level > ? LIMIT 1')
  const expired = db.prepare<[string], Pick<MemberRow, 'source' | 'sourceId' | 'userId'>>(
    'SELECT source, source_id AS sourceId, user_id AS userId FROM members WHERE expires_at <= ?',
  )
  const withoutUser = db.prepare<[string], Pick<MemberRow, 'source' | 'sourceId' | 'userId'>>(
    `SELECT source, source_id AS sourceId, user_id AS userId FROM members m
     WHERE created_at < ? AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = m.user_id)`,
  )
  const request = db.prepare<[string, number, number], AccessRequestRow>(
    `SELECT ${REQUEST} FROM ${REQUESTS} WHERE ${OF_SOURCE} AND r.user_id = ?`,
  )
  const list: MemberQueries['list'] = (filter, request) =>
    lists.page<MemberRow>(
      { select: COLUMNS, ...membersOf(filter), where: conditions(filter), orderBy: 'm.user_id ASC' },
      request,
    )
  return {
    find: (source, sourceId, userId) => find.get(source, sourceId, userId),
    effective: (source, sourceId, userId) =>
      list({ source, sourceId, inherited: true, userIds: [userId] }, { page: 1, perPage: 1 }).rows[0],
    list,
    withoutUser: (before) => withoutUser.all(before),
    bots: (source, sourceId) => bots.all(source, sourceId),
    inheritedRole: (source, sourceId, userId) => inheritedRole[source].get(userId, sourceId),
    otherOwners: (groupId, userId) => otherOwners.get(groupId, userId) ?? 0,
    countWithDescendants: (groupId) => countWithDescendants.get(groupId) ?? 0,
    solelyOwned: (userId) => solelyOwned.all(userId),
    ofUser: (userId) => ofUser.all(userId),
    anyAbove: (userId, level) => anyAbove.get(userId, level) !== undefined,
    requests: (source, sourceId, page) =>
      lists.page<AccessRequestRow>(
        {
          select: REQUEST,
          from: REQUESTS,
          where: [{ sql: OF_SOURCE, values: [source, sourceId] }],
          orderBy: 'r.requested_at, r.user_id',
        },
        page,
      ),
    request: (source, sourceId, userId) => request.get(source, sourceId, userId),
    expired: (today) => expired.all(today),
  }
}
