import {
  emptyProfile,
  type UserCard,
  type UserFilter,
  type UserQueries,
  type UserRow,
  wholePreferences,
} from '@forgefold/core/domains/identity/user'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../../engine/like-pattern.js'
import { type Condition, Lists } from '../../engine/paging.js'
import { oncePerDatabase, RowCache } from '../../engine/row-cache.js'
import { hasAttributes } from '../custom-attribute.js'

type Flag = 'admin' | 'auditor' | 'external' | 'bot' | 'canCreateGroup' | 'privateProfile' | 'twoFactorEnabled'
type Json = 'identities' | 'emails' | 'status' | 'preferences'
type Stored = Omit<UserRow, Flag | Json> & { readonly [K in Flag]: number } & { readonly [K in Json]: string }

const COLUMNS = `u.id, u.namespace_id AS namespaceId, u.username, u.name, u.email, u.public_email AS publicEmail,
  u.commit_email AS commitEmail, u.bio, u.location, u.skype, u.linkedin, u.twitter, u.website_url AS websiteUrl,
  u.organization, u.job_title AS jobTitle, u.pronouns, u.note, u.avatar, u.identities, u.emails,
  u.status_message AS status, u.preferences, u.status AS state, u.admin, u.auditor, u.external, u.bot,
  u.can_create_group AS canCreateGroup, u.projects_limit AS projectsLimit, u.private_profile AS privateProfile,
  u.two_factor AS twoFactorEnabled, u.confirmed_at AS confirmedAt, u.created_at AS createdAt,
  u.current_sign_in_at AS currentSignInAt, u.last_sign_in_at AS lastSignInAt, u.last_activity_on AS lastActivityOn,
  u.current_sign_in_ip AS currentSignInIp, u.last_sign_in_ip AS lastSignInIp, u.sign_in_count AS signInCount,
  u.runner_minutes AS sharedRunnersMinutesLimit, u.extra_runner_minutes AS extraSharedRunnersMinutesLimit,
  u.accepted_terms AS acceptedTerms`
const CARD = "id, username, name, CASE erased WHEN 1 THEN 'active' ELSE status END AS state, avatar"

/** Empty values of optional profile fields, by their JSON: most users have these, so they are not parsed. */
const DEFAULT_VALUES: ReadonlyMap<string, unknown> = new Map(
  [emptyProfile.identities, emptyProfile.status, emptyProfile.preferences].map((value) => [
    JSON.stringify(value),
    value,
  ]),
)
const parsed = <A>(text: string): A => (DEFAULT_VALUES.get(text) ?? JSON.parse(text)) as A

const rowOf = (stored: Stored): UserRow => ({
  ...stored,
  identities: parsed<UserRow['identities']>(stored.identities),
  emails: parsed<UserRow['emails']>(stored.emails),
  status: parsed<UserRow['status']>(stored.status),
  preferences: wholePreferences(parsed<UserRow['preferences']>(stored.preferences)),
  admin: stored.admin === 1,
  auditor: stored.auditor === 1,
  external: stored.external === 1,
  bot: stored.bot === 1,
  canCreateGroup: stored.canCreateGroup === 1,
  privateProfile: stored.privateProfile === 1,
  twoFactorEnabled: stored.twoFactorEnabled === 1,
})

const one = (stored: Stored | undefined): UserRow | undefined => (stored === undefined ? undefined : rowOf(stored))

/** Users and their cards, by id: nearly every request reads its user, and nearly every answer contains some cards. */
export const userCachesOf = oncePerDatabase(() => {
  const rows = new RowCache<number, UserRow | undefined>()
  const cards = new RowCache<number, UserCard>()
  const forget = (id: number): void => {
    rows.forget(id)
    cards.forget(id)
  }
  return { rows, cards, forget }
})

const ghostUser = (id: number): UserCard => ({ id, username: 'ghost', name: 'Ghost User', state: 'active', avatar: '' })

const searched = (search: string, privateEmail: boolean): Condition => {
  const pattern = likePattern(search)
  const sql = "u.name LIKE ? ESCAPE '\\' OR u.username LIKE ? ESCAPE '\\' OR u.public_email = ? COLLATE NOCASE"
  const values = [pattern, pattern, search]
  return privateEmail ? { sql: `${sql} OR u.email LIKE ? ESCAPE '\\'`, values: [...values, pattern] } : { sql, values }
}

const conditions = (filter: UserFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [{ sql: 'u.erased = 0', values: [] }]
  const add = (sql: string, ...values: ReadonlyArray<unknown>): void => {
    where.push({ sql, values })
  }
  if (filter.username !== undefined) add('u.username = ? COLLATE NOCASE', filter.username)
  if (filter.search !== undefined && filter.search !== '')
    where.push(searched(filter.search, filter.searchesPrivateEmail === true))
  if (filter.active === true) add("u.status = 'active'")
  if (filter.blocked === true) add("u.status = 'blocked'")
  if (filter.external === true) add('u.external = 1')
  if (filter.identity !== undefined)
    add(
      "EXISTS (SELECT 1 FROM json_each(u.identities) i WHERE i.value ->> 'provider' = ? AND i.value ->> 'externUid' = ?)",
      filter.identity.provider,
      filter.identity.externUid,
    )
  if (filter.excludeExternal === true) add('u.external = 0')
  if (filter.admins === true) add('u.admin = 1')
  if (filter.twoFactor !== undefined) add('u.two_factor = ?', Number(filter.twoFactor))
  if (filter.withoutProjects === true)
    add("NOT EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id AND m.source = 'project')")
  if (filter.createdAfter !== undefined) add('u.created_at >= ?', filter.createdAfter)
  if (filter.createdBefore !== undefined) add('u.created_at <= ?', filter.createdBefore)
  where.push(...hasAttributes('user', 'u.id', filter.customAttributes))
  return where
}

const LAST_ACTIVITY = "max(coalesce(substr(u.current_sign_in_at, 1, 10), ''), coalesce(u.last_activity_on, ''))"

const ORDER_COLUMNS: Readonly<Record<UserFilter['orderBy'], string>> = {
  id: 'u.id',
  name: 'u.name',
  username: 'u.username',
  created_at: 'u.created_at',
  updated_at: 'u.updated_at',
}

/** Queries of users. */
export const userQueries = (db: Database): UserQueries => {
  const lists = new Lists(db)
  const find = (condition: string) =>
    db.prepare<[number | string], Stored>(`SELECT ${COLUMNS} FROM users u WHERE u.erased = 0 AND ${condition}`)
  const byId = find('u.id = ?')
  const byUsername = find('u.username = ? COLLATE NOCASE')
  const byEmail = find('u.email = ? COLLATE NOCASE')
  const byPublicEmail = find("u.public_email = ? COLLATE NOCASE AND u.public_email <> ''")
  const byCommitEmail = find('u.commit_email = ? COLLATE NOCASE')
  const card = db.prepare<[number], UserCard>(`SELECT ${CARD} FROM users WHERE id = ?`)
  const cards = db.prepare<[string], UserCard>(`SELECT ${CARD} FROM users WHERE id IN (SELECT value FROM json_each(?))`)
  const caches = userCachesOf(db)
  const readRow = (id: number): UserRow | undefined => one(byId.get(id))
  const readCard = (id: number): UserCard => card.get(id) ?? ghostUser(id)
  const unused = db
    .prepare<[{ readonly day: string }], number>(
      `SELECT id FROM users WHERE erased = 0 AND status = 'active' AND substr(created_at, 1, 10) <= $day
       AND coalesce(substr(current_sign_in_at, 1, 10), '') <= $day AND coalesce(last_activity_on, '') <= $day ORDER BY id`,
    )
    .pluck()
  const waiting = db
    .prepare<[], number>("SELECT id FROM users WHERE erased = 0 AND status = 'blocked_pending_approval' ORDER BY id")
    .pluck()
  const erasures = db.prepare<[], number>('SELECT count(*) FROM users WHERE erased = 1').pluck()
  const any = db.prepare<[], number>('SELECT 1 FROM users LIMIT 1').pluck()
  return {
    byId: (id) => caches.rows.get(id, readRow),
    byUsername: (username) => one(byUsername.get(username)),
    byEmail: (email) => one(byEmail.get(email.trim())),
    byPublicEmail: (email) => one(byPublicEmail.get(email.trim())),
    byCommitEmail: (email) => one(byCommitEmail.get(email.trim())),
    card: (id) => caches.cards.get(id, readCard),
    cards: (ids) => {
      const found = new Map<number, UserCard>()
      for (const row of cards.all(JSON.stringify(ids))) found.set(row.id, row)
      for (const id of ids) if (!found.has(id)) found.set(id, ghostUser(id))
      return found
    },
    list: (filter, request) => {
      const way = filter.sort === 'asc' ? 'ASC' : 'DESC'
      const orderBy = `${ORDER_COLUMNS[filter.orderBy]} ${way}, u.id ${way}`
      const found = lists.page<Stored>(
        { select: COLUMNS, from: 'users u', where: conditions(filter), orderBy },
        request,
      )
      return { rows: found.rows.map(rowOf), total: found.total }
    },
    activities: (from, request) =>
      lists.page(
        {
          select: `u.username, ${LAST_ACTIVITY} AS "on"`,
          from: 'users u',
          where: [{ sql: `u.erased = 0 AND ${LAST_ACTIVITY} >= ?`, values: [from] }],
          orderBy: 'u.id ASC',
        },
        request,
      ),
    awaitingApproval: () => waiting.all(),
    unusedSince: (day) => unused.all({ day }),
    erasures: () => erasures.get() ?? 0,
    any: () => any.get() === 1,
  }
}
