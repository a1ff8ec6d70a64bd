import type { Kind, Listed } from './kind.js'
import { group, ISSUES, LABELS, MEMBERS, MERGE_REQUESTS, MILESTONES, PACKAGES, part, VARIABLES } from './lists.js'

/** A page of a group that consists of one list. */
const listPage = (pattern: RegExp, list: string, listed: Listed): Kind => ({
  noun: listed.title,
  pattern,
  of: 'group',
  lists: [{ ...listed, path: (place) => `${group(place)}/${list}` }],
})

/** Resources of a group, whose pages are below `/groups`. */
export const GROUP_KINDS: ReadonlyArray<Kind> = [
  {
    noun: 'Milestone',
    history: 'milestone',
    pattern: /^milestones\/(\d+)$/,
    of: 'group',
    path: (place) => `${group(place)}/milestones?iids[]=${part(place)}`,
    title: 'title',
    lead: 'state start_date due_date created_at updated_at',
    text: 'description',
    lists: [],
  },
  listPage(/^milestones$/, 'milestones?per_page=20', MILESTONES),
  listPage(/^issues$/, 'issues?per_page=20', ISSUES),
  listPage(/^merge_requests$/, 'merge_requests?per_page=20', MERGE_REQUESTS),
  listPage(/^packages$/, 'packages?per_page=20', PACKAGES),
  listPage(/^labels$/, 'labels?per_page=20', LABELS),
  listPage(/^group_members$/, 'members/all?per_page=20', MEMBERS),
  listPage(/^settings\/ci_cd$/, 'variables?per_page=20', VARIABLES),
]
