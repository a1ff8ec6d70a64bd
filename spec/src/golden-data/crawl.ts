import type { Client } from './client.js'

/** A question and what came back. */
export interface KeptAnswer {
  readonly as: string
  readonly path: string
  readonly status: number
  /** The body as JSON, or as text where it is none; missing where it is that of the asker before. */
  readonly body?: unknown
}

export interface Asker {
  readonly name: string
  readonly token: string
}

type Row = Readonly<Record<string, unknown>>

const rowsIn = (json: unknown): ReadonlyArray<Row> => (Array.isArray(json) ? (json as ReadonlyArray<Row>) : [])

const OF_INSTANCE = [
  '/user',
  '/users?per_page=100',
  '/projects?per_page=100',
  '/groups?per_page=100',
  '/namespaces',
  '/personal_access_tokens',
  '/applications',
  '/deploy_tokens',
  '/application/settings',
  '/metadata',
  '/version',
  '/todos',
  '/todos?state=done',
  '/issues?scope=all',
  '/merge_requests?scope=all',
  '/projects?order_by=name&sort=asc&per_page=5&page=2',
]
const OF_USER = ['', '/projects', '/personal_access_tokens', '/impersonation_tokens']
const OF_GROUP = [
  '',
  '/members',
  '/members/all',
  '/labels',
  '/milestones',
  '/issues',
  '/merge_requests',
  '/packages',
  '/projects',
  '/subgroups',
  '/descendant_groups',
  '/deploy_tokens',
  '/protected_environments',
]
const OF_PROJECT = [
  '',
  '/members',
  '/members/all',
  '/labels',
  '/milestones',
  '/issues',
  '/merge_requests',
  '/packages',
  '/deployments',
  '/environments',
  '/pipelines',
  '/jobs',
  '/forks',
  '/deploy_tokens',
  '/protected_branches',
  '/protected_tags',
  '/protected_environments',
  '/approval_rules',
  '/approvals',
  '/repository/branches',
  '/repository/tags',
  '/repository/commits?all=true',
  '/repository/tree?recursive=true',
  '/repository/compare?from=v1.0&to=main',
]
const OF_EACH: Readonly<Record<string, { readonly by: string; readonly below: ReadonlyArray<string> }>> = {
  '/issues': {
    by: 'iid',
    below: [
      '',
      '/notes',
      '/discussions',
      '/award_emoji',
      '/closed_by',
      '/related_merge_requests',
      '/participants',
      '/time_stats',
      '/resource_label_events',
      '/resource_state_events',
      '/resource_milestone_events',
    ],
  },
  '/merge_requests': {
    by: 'iid',
    below: [
      '',
      '/notes',
      '/discussions',
      '/award_emoji',
      '/commits',
      '/changes',
      '/versions',
      '/participants',
      '/reviewers',
      '/approvals',
      '/approval_rules',
      '/approval_state',
      '/pipelines',
      '/closes_issues',
      '/time_stats',
      '/resource_label_events',
      '/resource_state_events',
      '/resource_milestone_events',
    ],
  },
  '/packages': { by: 'id', below: ['', '/package_files'] },
  '/deployments': { by: 'id', below: ['', '/merge_requests'] },
  '/environments': { by: 'id', below: [''] },
  '/pipelines': { by: 'id', below: ['', '/jobs'] },
  '/jobs': { by: 'id', below: [''] },
  '/milestones': { by: 'id', below: ['', '/issues', '/merge_requests'] },
  '/labels': { by: 'id', below: [''] },
  '/repository/commits?all=true': {
    by: 'id',
    below: ['', '/diff', '/comments', '/statuses', '/refs'],
  },
}
const OUTSIDE = ['//.well-known/openid-configuration', '//-/readiness']

/** Asks everything that can be read, as each of the askers. */
export const crawl = async (client: Client, askers: ReadonlyArray<Asker>): Promise<ReadonlyArray<KeptAnswer>> => {
  const kept: Array<KeptAnswer> = []
  const [first] = askers
  const look = async (path: string, everybody = true): Promise<ReadonlyArray<Row>> => {
    let rows: ReadonlyArray<Row> = []
    let before: string | undefined
    for (const { name, token } of everybody ? askers : askers.slice(0, 2)) {
      const { status, text } = await client.ask('GET', path, { as: token })
      const body = bodyOf(text)
      if (name === first?.name) rows = rowsIn(body)
      kept.push(text === before ? { as: name, path, status } : { as: name, path, status, body })
      before = text
    }
    return rows
  }
  /** A list of a project, and everything below each of its rows. */
  const lookInto = async (project: string, list: string): Promise<void> => {
    const { by, below } = OF_EACH[list] ?? { by: 'id', below: [] }
    const [plain] = list.split('?')
    for (const row of await look(project + list))
      for (const more of below) await look(`${project}${plain}/${row[by]}${more}`, false)
  }
  const ids = new Map<string, ReadonlyArray<Row>>()
  for (const path of OF_INSTANCE) ids.set(path, await look(path))
  for (const path of OUTSIDE) await look(path)
  for (const { id } of ids.get('/users?per_page=100') ?? [])
    for (const below of OF_USER) await look(`/users/${id}${below}`, false)
  for (const { id } of ids.get('/groups?per_page=100') ?? [])
    for (const below of OF_GROUP) await look(`/groups/${id}${below}`)
  for (const { id } of ids.get('/projects?per_page=100') ?? [])
    for (const list of OF_PROJECT) await lookInto(`/projects/${id}`, list)
  return kept
}

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
