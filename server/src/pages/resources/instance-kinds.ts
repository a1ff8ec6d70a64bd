import { ADMIN_KINDS } from './admin-kinds.js'
import type { Kind, Listed } from './kind.js'
import { GROUPS, ISSUES, id, MERGE_REQUESTS, PROJECTS, part } from './lists.js'

/** A page that consists of lists. */
const pageOf = (noun: string, pattern: RegExp, ...lists: ReadonlyArray<Listed>): Kind => ({
  noun,
  pattern,
  of: 'instance',
  lists,
})

/** A page of the visitor's own things. */
const ownPage = (...parts: Parameters<typeof pageOf>): Kind => ({ ...pageOf(...parts), audience: 'users' })

const list = (listed: Omit<Listed, 'path'>, path: string): Listed => ({
  ...listed,
  path: () => `${path}${path.includes('?') ? '&' : '?'}per_page=20`,
})

/** The filters of lists of issues and merge requests that the query of a page may have, as links in mails and browsers do. */
const FILTERS = ['assignee_username', 'author_username', 'reviewer_username', 'milestone', 'search', 'state']

/** Issues or merge requests by the filters of the page; those assigned to the visitor if it has none. */
const work = (listed: Listed, path: string): Listed => ({
  ...listed,
  path: (_place, _thing, query) => {
    const filters = FILTERS.flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [`${name}=${id(value)}`]
    })
    const narrowed = filters.length === 0 ? ['scope=assigned_to_me', 'state=opened'] : ['scope=all', ...filters]
    return `${path}?${[...narrowed, 'per_page=20'].join('&')}`
  },
})

/** What the words of the page's query find in a scope of the search; without words, all that the list of that name has. */
const found = (scope: string, listed: Omit<Listed, 'path'>): Listed => ({
  ...listed,
  path: (_place, _thing, query) => {
    const search = query.get('search')?.trim() ?? ''
    return search === '' ? `${scope}?per_page=20` : `search?scope=${scope}&search=${id(search)}&per_page=20`
  },
})

const EVENTS = { title: 'Activity', name: 'action_name', facts: 'target_type target_title author created_at' }
const TO_DO_LIST = { title: 'To-do items', name: 'body', facts: 'action_name author project target created_at' }
const TOPICS: Listed = {
  title: 'Topics',
  path: () => 'topics?per_page=20',
  name: 'title',
  facts: 'total_projects_count',
  page: (_, entry) => `/explore/projects/topics/${entry['name']}`,
}
const STARRED = list({ ...PROJECTS, title: 'Starred projects' }, 'projects?starred=true')

/** Pages of the instance: what the visitor works on, what there is, the search, and administration. */
export const INSTANCE_KINDS: ReadonlyArray<Kind> = [
  ownPage('Your projects', /^dashboard(?:\/projects)?$/, list(PROJECTS, 'projects?membership=true')),
  ownPage('Your own projects', /^dashboard\/projects\/personal$/, list(PROJECTS, 'projects?owned=true')),
  ownPage('Starred projects', /^dashboard\/projects\/starred$/, STARRED),
  ownPage('Your groups', /^dashboard\/groups$/, list(GROUPS, 'groups?min_access_level=10')),
  ownPage('Issues', /^dashboard\/issues$/, work(ISSUES, 'issues')),
  ownPage('Merge requests', /^dashboard\/merge_requests$/, work(MERGE_REQUESTS, 'merge_requests')),
  ownPage('To-do items', /^dashboard\/todos$/, list(TO_DO_LIST, 'todos')),
  ownPage('Activity', /^dashboard\/activity$/, list(EVENTS, 'events')),
  pageOf('Projects', /^explore(?:\/projects(?:\/trending)?)?$/, list(PROJECTS, 'projects')),
  pageOf(
    'Most starred projects',
    /^explore\/projects\/starred$/,
    list({ ...PROJECTS, facts: 'star_count visibility last_activity_at' }, 'projects?order_by=star_count'),
  ),
  pageOf('Topics', /^explore\/(?:projects\/)?topics$/, TOPICS),
  pageOf('Projects of a topic', /^explore\/(?:projects\/)?topics\/([^/]+)$/, {
    ...PROJECTS,
    path: (place) => `projects?topic=${id(part(place))}&per_page=20`,
  }),
  pageOf('Groups', /^explore\/groups$/, list(GROUPS, 'groups')),
  ownPage(
    'Search',
    /^search$/,
    found('projects', { ...PROJECTS, facts: 'last_activity_at' }),
    found('issues', ISSUES),
    found('merge_requests', MERGE_REQUESTS),
    found('users', { title: 'Users', name: 'name', facts: 'username state' }),
  ),
  pageOf('Activity', /^users\/([^/]+)\/activity$/, {
    ...EVENTS,
    path: (place) => `users/${id(part(place))}/events?per_page=20`,
  }),
  pageOf('Projects', /^users\/([^/]+)\/(?:projects|contributed)$/, {
    ...PROJECTS,
    path: (place) => `users/${id(part(place))}/projects?per_page=20`,
  }),
  pageOf('Starred projects', /^users\/([^/]+)\/starred$/, {
    ...PROJECTS,
    path: (place) => `users/${id(part(place))}/starred_projects?per_page=20`,
  }),
  {
    noun: 'Project',
    pattern: /^projects\/(\d+)$/,
    of: 'instance',
    path: (place) => `projects/${part(place)}`,
    leadsOn: true,
    lists: [],
  },
  ...ADMIN_KINDS,
]
