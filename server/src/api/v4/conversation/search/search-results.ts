import {
  type CodeResult,
  findSearchScope,
  type SearchFor,
  type SearchIn,
  searchCommits,
  searchFiles,
  searchMilestones,
  searchNotes,
  searchUsers,
} from '@forgefold/core/domains/conversation/search'
import { searchFilter } from '@forgefold/core/domains/issuable'
import { type IssueFilter, listIssues } from '@forgefold/core/domains/planning/issue'
import { listGroupProjects } from '@forgefold/core/domains/projects/group'
import { listProjects, mayInProject } from '@forgefold/core/domains/projects/project'
import { listMergeRequests } from '@forgefold/core/domains/review/merge-request'
import type { TextMatch } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  type Context,
  listed,
  listedAsync,
  listedFragment,
  listedJson,
  pageRequest,
} from '../../../../http/index.js'
import { userSummary } from '../../identity/users/presenter.js'
import { presentIssues } from '../../planning/issues/presenter.js'
import { presentMilestone } from '../../planning/milestones/presenter.js'
import { presentProjectSimply } from '../../projects/projects/presenter.js'
import { presentCommit } from '../../projects/repository/commit-presenter.js'
import { presentMergeRequestList } from '../../review/merge-requests/presenter/fragments.js'
import { presentNotes } from '../notes/presenter.js'

/** The parameters of a search. */
export interface Asked {
  readonly search: string
  readonly state?: 'opened' | 'closed' | 'merged' | 'all' | undefined
  readonly confidential?: boolean | undefined
  readonly ref?: string | undefined
  readonly sort: 'asc' | 'desc'
  readonly page: number | undefined
  readonly per_page: number | undefined
}

/** Answers a search in one scope. */
export type Searching = (context: Context, where: SearchIn, asked: Asked) => Answer | Promise<Answer>

const inputOf = (where: SearchIn, asked: Asked): SearchFor => ({
  ...where,
  text: asked.search,
  page: pageRequest(asked),
})

const projects: Searching = ({ forge, principal }, { group }, asked) => {
  const page = pageRequest(asked)
  const filter = {
    search: asked.search,
    searchNamespaces: true,
    includeSubgroups: true,
    orderBy: 'id',
    sort: asked.sort,
  } as const
  const found =
    group === undefined
      ? listProjects(forge, { principal }, { filter, page })
      : listGroupProjects(forge, { principal }, { group, filter, page })
  return E.isLeft(found) ? found : listed(found.right, page, (row) => presentProjectSimply(row, forge))
}

/** `#12` and `!12` are iids; anything else is words. */
const numberedBy = (sign: '#' | '!', text: string): ReadonlyArray<number> | undefined => {
  const [, digits] = new RegExp(`^${sign}(\\d{1,15})$`).exec(text.trim()) ?? []
  return digits === undefined ? undefined : [Number(digits)]
}

const wanted = (sign: '#' | '!', { search, sort }: Asked) => {
  const iids = numberedBy(sign, search)
  return {
    iids,
    search: iids === undefined ? searchFilter(search, undefined) : undefined,
    orderBy: 'created_at',
    sort,
  } as const
}

const nothing = (asked: Asked): Answer => listedJson({ rows: [], total: 0 }, pageRequest(asked), [])

const issues: Searching = async (context, where, asked) => {
  const { forge, principal } = context
  const place = findSearchScope(forge, context, where)
  if (E.isLeft(place)) return place
  const { access } = place.right
  if (asked.state === 'merged' || (access !== undefined && !mayInProject(access, 'read_issue'))) return nothing(asked)
  const page = pageRequest(asked)
  const state: IssueFilter['state'] = asked.state === 'all' ? undefined : asked.state
  const filter = { ...wanted('#', asked), state, confidential: asked.confidential }
  const found = listIssues(forge, context, { ...where, ...filter, page })
  if (E.isLeft(found)) return found
  const view = { place: 'elsewhere', labelsDetails: false, visibleTo: principal } as const
  return listedJson(found.right, page, await presentIssues(forge, found.right.rows, view))
}

const mergeRequests: Searching = async (context, where, asked) => {
  const { forge } = context
  const place = findSearchScope(forge, context, where)
  if (E.isLeft(place)) return place
  const { access, groupId } = place.right
  const page = pageRequest(asked)
  const status = asked.state === 'all' ? undefined : asked.state
  const filter = { ...wanted('!', asked), status, groupId }
  const found = listMergeRequests(forge, context, { project: access, filter, page })
  if (E.isLeft(found)) return found
  const view = { place: 'elsewhere', labelsDetails: false, simple: false } as const
  return listedFragment(found.right, page, await presentMergeRequestList(forge, found.right.rows, view))
}

const milestones: Searching = (context, where, asked) => {
  const { forge } = context
  const found = searchMilestones(forge, context, inputOf(where, asked))
  return E.isLeft(found) ? found : listedAsync(found.right, pageRequest(asked), (row) => presentMilestone(forge, row))
}

const users: Searching = (context, where, asked) => {
  const { forge } = context
  const found = searchUsers(forge, context, inputOf(where, asked))
  return E.isLeft(found) ? found : listed(found.right, pageRequest(asked), (id) => userSummary(forge, id))
}

const notes: Searching = async (context, where, asked) => {
  const { forge } = context
  const found = searchNotes(forge, context, inputOf(where, asked))
  if (E.isLeft(found)) return found
  return listedJson(found.right, pageRequest(asked), await presentNotes(forge, found.right.rows))
}

/** Answers without totals, because counting would read every match. */
const found = <Row>(asked: Asked, { rows, more }: CodeResult<Row>, present: (row: Row) => object): Answer =>
  answer({ status: 200, json: rows.map(present), page: { ...pageRequest(asked), total: undefined, more } })

const commits: Searching = async (context, { project = '' }, asked) => {
  const { forge } = context
  const input = { ...inputOf({}, asked), project, ref: asked.ref }
  const all = await searchCommits(forge, context, input)
  if (E.isLeft(all)) return all
  return found(asked, all.right, (commit) => presentCommit(forge, all.right.project, commit))
}

/** A match in a file, as `blobs` shows it. */
const presentPlace = (projectId: number, ref: string | null, { path, line, text }: TextMatch) => {
  const dot = path.lastIndexOf('.')
  return {
    basename: dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path,
    data: text,
    path,
    filename: path,
    id: null,
    ref,
    startline: line,
    project_id: projectId,
  }
}

const blobs: Searching = async (context, { project = '' }, asked) => {
  const input = { ...inputOf({}, asked), project, ref: asked.ref }
  const all = await searchFiles(context.forge, context, input)
  if (E.isLeft(all)) return all
  const { id, defaultBranch } = all.right.project
  return found(asked, all.right, (place) => presentPlace(id, asked.ref ?? defaultBranch, place))
}

/** Scopes that the instance does not have (snippets, wikis): an empty list. */
const none: Searching = ({ forge, principal }, where, asked) => {
  const place = findSearchScope(forge, { principal }, where)
  return E.isLeft(place) ? place : nothing(asked)
}

const EVERYWHERE = { issues, merge_requests: mergeRequests, milestones, users } as const

/** Scopes of a search everywhere. */
export const GLOBAL_SCOPES = { projects, ...EVERYWHERE, snippet_titles: none } as const
/** Scopes of a search in a group. */
export const GROUP_SCOPES = { projects, ...EVERYWHERE } as const
/** Scopes of a search in a project. */
export const PROJECT_SCOPES = { ...EVERYWHERE, notes, wiki_blobs: none, commits, blobs } as const
