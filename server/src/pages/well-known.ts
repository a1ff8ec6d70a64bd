import type { HttpRequest, HttpResponse } from '../http/index.js'
import { redirect, safePath } from './layout.js'

/** Addresses of the reference implementation, which mails, tools and documents link to, by the page that serves them here. */
const EXACT: Readonly<Record<string, string>> = {
  '/profile':
    '/-/profile /-/profile/billings /-/profile/usage_quotas /-/user_settings/profile /-/user_settings/identities',
  '/profile/active_sessions': '/-/profile/audit_log /-/user_settings/authentication_log /profile/audit_log',
  '/profile/applications':
    '/-/profile/chat_names /-/profile/integration_accounts /-/profile/slack/edit /oauth/applications /oauth/applications/new /oauth/authorized_applications',
  '/profile/keys': '/-/user_settings/ssh_keys',
  '/profile/notifications': '/unsubscribes',
  '/profile/password': '/.well-known/change-password /profile/password/edit /profile/password/new',
  '/profile/preferences': '/-/profile/saved_replies /-/profile/comment_templates',
  '/profile/two_factor_auth': '/-/profile/account /profile/account',
  '/': '/users/sign_out',
  '/users/sign_in': '/login /users /users/password/new /users/password/edit /users/unlock/new /users/almost_there',
  '/users/sign_up': '/users/register',
  '/dashboard':
    '/dashboard/snippets /dashboard/environments /dashboard/operations /snippets /-/snippets /-/operations /-/environments',
  '/dashboard/issues': '/dashboard/labels /dashboard/milestones',
  '/dashboard/merge_requests': '/dashboard/merge_requests/search',
  '/dashboard/projects': '/projects/new',
  '/dashboard/groups': '/groups/new',
  '/explore': '/explore/snippets /explore/catalog /explore/dependencies /projects /public /public/projects',
  '/explore/groups': '/groups',
  '/help': '/abuse_reports/new',
  '/-/docs/api': '/help/api /-/graphql-explorer',
  '/-/deprecations': '/-/whats_new',
  '/-/readiness': '/health_check /-/health_check',
  '/-/audit': '/admin/audit_logs /admin/audit_events',
  '/admin/application_settings':
    '/admin /admin/dashboard /admin/health_check /admin/system_info /admin/gitaly_servers /admin/push_rule /admin/email /admin/geo /admin/geo/nodes /admin/geo/sites',
  '/admin/application_settings/mail-and-appearance': '/admin/appearance',
  '/admin/application_settings/integrations': '/admin/integrations',
  '/admin/application_settings/spam-and-robots': '/admin/abuse_reports /admin/spam_logs',
  '/admin/application_settings/groups-and-projects': '/admin/labels',
  '/admin/reactors': '/admin/background_jobs /admin/background_migrations /admin/sidekiq /admin/jobs',
  '/admin/users':
    '/admin/users/new /admin/cohorts /admin/dev_ops_report /admin/dev_ops_reports /admin/usage_trends /admin/credentials',
  '/admin/projects': '/admin/projects/new',
  '/admin/groups': '/admin/groups/new',
}

type Patterns = ReadonlyArray<readonly [pattern: RegExp, to: string]>

const anyOf = (words: string): string => `(?:${words.trim().split(/\s+/).join('|')})`

const patterns = (...pairs: ReadonlyArray<readonly [pattern: string, to: string]>): Patterns =>
  pairs.map(([pattern, to]) => [new RegExp(`^${pattern}$`, 's'), to])

/** Pages of the account that have the same name in the folders of the reference implementation. */
const OF_ACCOUNT = anyOf(`
  active_sessions applications emails gpg_keys keys notifications password personal_access_tokens preferences two_factor_auth`)

/** Addresses with variable parts; the first that matches counts. */
const OF_INSTANCE = patterns(
  [`/-/(?:profile|user_settings)/(${OF_ACCOUNT})(?:/.*)?`, '/profile/$1'],
  ['/-/user_settings/ssh_keys/.+', '/profile/keys'],
  ['/oauth/applications/(\\d+)(?:/edit)?', '/profile/applications/$1'],
  ['/(?:-/sent_notifications|unsubscribes)/.+', '/profile/notifications'],
  ['/(?:-/)?invites/.+', '/users/sign_up'],
  ['/users/auth/.+', '/users/sign_in'],
  ['/users/([^/]+)(?:/(?:groups|followers|following|snippets|calendar|calendar_activities))?', '/$1'],
  ['/-/snippets/.+', '/dashboard'],
  ['/help/api/.+', '/-/docs/api'],
  ['/help/.+', '/help'],
  ['/import(?:/.*)?', '/dashboard/projects'],
  ['/admin/users/([^/]+)(?:/.*)?', '/$1'],
  ['/admin/groups/(.+?)(?:/edit)?', '/groups/$1'],
  ['/admin/projects/(.+)', '/$1'],
  ['/admin/(applications|broadcast_messages|deploy_keys|hooks|runners|topics)/.+', '/admin/$1'],
)

/** Pages that groups and projects do not have here: the page of the group or project is the nearest. */
const UNBUILT = anyOf(`
  activity alert_management analytics archived artifacts audit_events billings boards children ci cleanup clusters
  container_registries container_registry contribution_analytics cycle_analytics dependencies dependency_proxy details
  epics error_tracking graphs import imports incidents infrastructure_registry insights integrations
  issues_analytics iterations metrics on_call_schedules pages protected_branches quality requirements roadmap runners
  saml security service_desk settings shared snippets terraform terraform_module_registry usage_quotas
  value_stream_analytics wikis`)

/** What stands behind `/-/` in the addresses of a group, by what stands behind its path here. */
const OF_GROUP = patterns(
  ['settings/ci_cd/.+', '/-/settings/ci_cd'],
  [`(?!settings/ci_cd$)${UNBUILT}(?:/.*)?`, ''],
  ['(?:edit|hooks)(?:/.*)?', ''],
  ['(issues|labels|merge_requests|milestones|packages|group_members)/(?!\\d).+', '/-/$1'],
)

/** The same of a project. */
const OF_PROJECT = patterns(
  ['(settings/(?:access_tokens|ci_cd|repository))/.+', '/-/$1'],
  [`(?!(?:settings/(?:access_tokens|ci_cd|repository)|infrastructure_registry/\\d+)$)${UNBUILT}(?:/.*)?`, ''],
  ['(?:find_file|new|create)/(.+)', '/-/tree/$1'],
  ['network/(.+)', '/-/commits/$1'],
  ['(?:blame|edit|preview)/(.+)', '/-/blob/$1'],
  [
    '(merge_requests|branches|pipelines|environments|issues)/(?:active|all|charts|creations|folders|new|stale)(?:/.*)?',
    '/-/$1',
  ],
  [
    '(feature_flags|forks|hooks|labels|milestones|pipeline_schedules|project_members|releases|tags)/(?:new|.+/edit)',
    '/-/$1',
  ],
)

const PAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(EXACT).flatMap(([page, addresses]) => addresses.split(' ').map((address) => [address, page] as const)),
)

const translated = (text: string, all: Patterns): string | undefined => {
  const [pattern, to = ''] = all.find(([one]) => one.test(text)) ?? []
  return pattern === undefined ? undefined : text.replace(pattern, to)
}

const belowOwner = (path: string): string | undefined => {
  const at = path.indexOf('/-/')
  if (at <= 0) return undefined
  const owner = path.slice(0, at)
  const rest = translated(path.slice(at + 3), owner.startsWith('/groups/') ? OF_GROUP : OF_PROJECT)
  return rest === undefined ? undefined : `${owner}${rest}`
}

/** Redirects a well-known address to its page, with the query, which may prefill a form; undefined for other addresses. */
export const wellKnownAddress = ({ method, path, query }: HttpRequest): HttpResponse | undefined => {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const address = path.replace(/(?<=.)\/$/, '')
  const page = PAGES.get(address) ?? translated(address, OF_INSTANCE) ?? belowOwner(address)
  return page === undefined ? undefined : redirect(safePath(query === '' ? page : `${page}?${query}`))
}
