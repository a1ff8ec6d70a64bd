import {
  emptyProfile,
  openProfile,
  type Profile,
  type RunnerMinutes,
  user,
} from '@forgefold/core/domains/identity/user'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import { handle, type Projection, withListener } from '../../engine/projection.js'
import { userCachesOf, userQueries } from './queries.js'
import { tokenActivity } from './token-activity.js'

const PROFILE_COLUMNS = {
  username: 'username',
  name: 'name',
  email: 'email',
  publicEmail: 'public_email',
  commitEmail: 'commit_email',
  bio: 'bio',
  location: 'location',
  skype: 'skype',
  linkedin: 'linkedin',
  twitter: 'twitter',
  websiteUrl: 'website_url',
  organization: 'organization',
  jobTitle: 'job_title',
  pronouns: 'pronouns',
  note: 'note',
  avatar: 'avatar',
  identities: 'identities',
  emails: 'emails',
  status: 'status_message',
  preferences: 'preferences',
} as const satisfies Record<keyof Profile, string>

const FIELDS = Object.keys(PROFILE_COLUMNS) as ReadonlyArray<keyof Profile>
const COLUMNS = FIELDS.map((field) => PROFILE_COLUMNS[field])

/** The profile of an erased user. */
const ghost: Profile = { ...emptyProfile, username: 'ghost', name: 'Ghost User' }

const valuesOf = (profile: Profile): ReadonlyArray<string> =>
  FIELDS.map((field) => {
    const value = profile[field]
    return typeof value === 'string' ? value : JSON.stringify(value)
  })

/** Users in the read model. */
export const users: Projection = {
  name: 'users',
  version: 8,
  schema: `
    CREATE TABLE users (
      id INTEGER PRIMARY KEY,
      namespace_id INTEGER NOT NULL,
      ${COLUMNS.map((column) => `${column} TEXT NOT NULL`).join(',\n      ')},
      status TEXT NOT NULL DEFAULT 'active',
      admin INTEGER NOT NULL,
      auditor INTEGER NOT NULL DEFAULT 0,
      external INTEGER NOT NULL,
      bot INTEGER NOT NULL DEFAULT 0,
      can_create_group INTEGER NOT NULL,
      projects_limit INTEGER NOT NULL,
      private_profile INTEGER NOT NULL,
      two_factor INTEGER NOT NULL DEFAULT 0,
      erased INTEGER NOT NULL DEFAULT 0,
      confirmed_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      current_sign_in_at TEXT,
      last_sign_in_at TEXT,
      current_sign_in_ip TEXT,
      last_sign_in_ip TEXT,
      sign_in_count INTEGER NOT NULL DEFAULT 0,
      runner_minutes INTEGER,
      extra_runner_minutes INTEGER,
      last_activity_on TEXT,
      accepted_terms TEXT
    ) STRICT;
    CREATE INDEX users_erased ON users (erased) WHERE erased = 1;
    CREATE INDEX users_by_username ON users (username COLLATE NOCASE) WHERE erased = 0;
    CREATE INDEX users_by_email ON users (email COLLATE NOCASE) WHERE erased = 0;
    CREATE INDEX users_by_public_email ON users (public_email COLLATE NOCASE) WHERE public_email <> '' AND erased = 0;
    CREATE INDEX users_by_commit_email ON users (commit_email COLLATE NOCASE) WHERE erased = 0;
  `,
  handlers: (context) => {
    const { db, personalData } = context
    const insert = db.prepare(
      `INSERT INTO users (id, namespace_id, ${COLUMNS.join(', ')}, admin, external, can_create_group, projects_limit,
        private_profile, confirmed_at, created_at, updated_at)
       VALUES (?, ?, ${COLUMNS.map(() => '?').join(', ')}, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const setProfile = db.prepare(
      `UPDATE users SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')}, updated_at = ? WHERE id = ?`,
    )
    const setRights = db.prepare(
      `UPDATE users SET can_create_group = coalesce(?, can_create_group), projects_limit = coalesce(?, projects_limit),
        private_profile = coalesce(?, private_profile), updated_at = ? WHERE id = ?`,
    )
    const signIn = db.prepare(
      `UPDATE users SET last_sign_in_at = current_sign_in_at, current_sign_in_at = ?, sign_in_count = sign_in_count + 1,
        last_sign_in_ip = current_sign_in_ip, current_sign_in_ip = ? WHERE id = ?`,
    )
    const setMinutes = db.prepare('UPDATE users SET runner_minutes = ? WHERE id = ?')
    const setExtraMinutes = db.prepare('UPDATE users SET extra_runner_minutes = ? WHERE id = ?')
    const erase = db.prepare(
      `UPDATE users SET erased = 1, admin = 0, auditor = 0, current_sign_in_ip = NULL, last_sign_in_ip = NULL
       WHERE id = ?`,
    )
    const set = (column: 'admin' | 'auditor' | 'external' | 'bot' | 'two_factor' | 'status' | 'confirmed_at') => {
      const statement = db.prepare(`UPDATE users SET ${column} = ?, updated_at = ? WHERE id = ?`)
      return (value: number | string, event: StoredEvent): void => {
        statement.run(value, event.metadata.at, idOf(event.stream))
      }
    }
    const setTerms = db.prepare('UPDATE users SET accepted_terms = ? WHERE id = ?')
    const setActivity = db.prepare('UPDATE users SET last_activity_on = ? WHERE id = ?')
    const caches = userCachesOf(db)
    const setAdmin = set('admin')
    const setAuditor = set('auditor')
    const setExternal = set('external')
    const setBot = set('bot')
    const setTwoFactor = set('two_factor')
    const setStatus = set('status')
    const setConfirmed = set('confirmed_at')
    const open = (stream: StoredEvent['stream'], sealed: string): Profile =>
      openProfile(personalData, Number(idOf(stream)), sealed) ?? ghost
    const bit = (flag: boolean | undefined): number | null => (flag === undefined ? null : Number(flag))
    const runnerMinutes = (data: RunnerMinutes, stream: StoredEvent['stream']): void => {
      const { sharedRunnersMinutesLimit: limit, extraSharedRunnersMinutesLimit: extra } = data
      if (limit !== undefined) setMinutes.run(limit, idOf(stream))
      if (extra !== undefined) setExtraMinutes.run(extra, idOf(stream))
    }
    const own = handle(context, user, {
      UserRegistered: (data, { stream, metadata: { at } }) => {
        insert.run(
          idOf(stream),
          data.namespaceId,
          ...valuesOf(open(stream, data.profile)),
          Number(data.admin),
          Number(data.external),
          Number(data.canCreateGroup),
          data.projectsLimit,
          Number(data.privateProfile),
          data.confirmedAt,
          at,
          at,
        )
      },
      ProfileChanged: (data, { stream, metadata: { at } }) => {
        setProfile.run(...valuesOf(open(stream, data.profile)), at, idOf(stream))
      },
      RightsChanged: (data, { stream, metadata: { at } }) => {
        setRights.run(bit(data.canCreateGroup), data.projectsLimit ?? null, bit(data.privateProfile), at, idOf(stream))
        runnerMinutes(data, stream)
      },
      UserConfirmed: (data, event) => setConfirmed(data.at, event),
      AdminGranted: (_, event) => setAdmin(1, event),
      AdminRevoked: (_, event) => setAdmin(0, event),
      AuditorGranted: (_, event) => setAuditor(1, event),
      AuditorRevoked: (_, event) => setAuditor(0, event),
      MadeBot: (_, event) => setBot(1, event),
      MadeExternal: (_, event) => setExternal(1, event),
      MadeInternal: (_, event) => setExternal(0, event),
      UserBlocked: (_, event) => setStatus('blocked', event),
      UserUnblocked: (_, event) => setStatus('active', event),
      UserBanned: (_, event) => setStatus('banned', event),
      UserUnbanned: (_, event) => setStatus('active', event),
      UserDeactivated: (_, event) => setStatus('deactivated', event),
      UserActivated: (_, event) => setStatus('active', event),
      TwoFactorEnabled: (_, event) => setTwoFactor(1, event),
      TwoFactorDisabled: (_, event) => setTwoFactor(0, event),
      SignedIn: (data, { stream, metadata: { sourceIp } }) => {
        signIn.run(data.at, sourceIp ?? null, idOf(stream))
      },
      ApprovalAwaited: (_, event) => setStatus('blocked_pending_approval', event),
      UserApproved: (_, event) => setStatus('active', event),
      TermsAccepted: (data, { stream }) => {
        setTerms.run(data.digest, idOf(stream))
      },
      TermsDeclined: (_, { stream }) => {
        setTerms.run(null, idOf(stream))
      },
      ActivityNoted: (data, { stream }) => {
        setActivity.run(data.on, idOf(stream))
      },
      UserErased: (_, { stream, metadata: { at } }) => {
        setProfile.run(...valuesOf(ghost), at, idOf(stream))
        erase.run(idOf(stream))
      },
    })
    return [withListener(({ stream }) => caches.forget(Number(idOf(stream))), own), tokenActivity(context)]
  },
  queries: { users: userQueries },
}
