import type { Kind, Listed } from './kind.js'
import { GROUPS, PROJECTS } from './lists.js'

const listPage = (title: string, pattern: RegExp, path: string, listed: Omit<Listed, 'path' | 'title'>): Kind => ({
  noun: title,
  pattern,
  of: 'instance',
  audience: 'administrators',
  lists: [{ ...listed, title, path: () => path }],
})

/** Lists for administrators. */
export const ADMIN_KINDS: ReadonlyArray<Kind> = [
  listPage('Users', /^admin\/users$/, 'users?per_page=20', {
    name: 'name',
    facts: 'username email state is_admin created_at last_activity_on',
  }),
  listPage('Projects', /^admin\/projects$/, 'projects?per_page=20', PROJECTS),
  listPage('Groups', /^admin\/groups$/, 'groups?per_page=20', GROUPS),
  listPage('Topics', /^admin\/topics$/, 'topics?per_page=20', { name: 'title', facts: 'name total_projects_count' }),
  listPage('Runners', /^admin\/runners$/, 'runners/all?per_page=20', {
    name: 'id',
    facts: 'description runner_type status online paused ip_address',
  }),
  listPage('Applications', /^admin\/applications$/, 'applications?per_page=20', {
    name: 'application_name',
    facts: 'application_id callback_url confidential',
  }),
  listPage('System hooks', /^admin\/hooks$/, 'hooks?per_page=20', { name: 'url', facts: 'push_events created_at' }),
  listPage('Deploy keys', /^admin\/deploy_keys$/, 'deploy_keys?per_page=20', {
    name: 'title',
    facts: 'fingerprint created_at expires_at',
  }),
  listPage('Broadcast messages', /^admin\/broadcast_messages$/, 'broadcast_messages?per_page=20', {
    name: 'message',
    facts: 'active starts_at ends_at',
  }),
  {
    noun: 'License',
    pattern: /^admin\/(?:license|subscription)$/,
    of: 'instance',
    audience: 'administrators',
    path: () => 'license',
    title: 'plan',
    lead: 'starts_at expires_at active_users user_limit',
    lists: [],
  },
]
