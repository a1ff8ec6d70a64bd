import type { Forge } from '@forgefold/core/app'
import { type AnyOf, ISSUE_ORDERS, type IssueFilter, type IssueScope, listIssues } from '@forgefold/core/domains/issue'
import { dayOf } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  type Decoded,
  datetime,
  integer,
  integerOr,
  listOf,
  oneOf,
  optional,
  pageInfo,
  pageRequest,
  paging,
  type Route,
  route,
  string,
  withDefault,
} from '../../../http/index.js'
import { presentIssue } from '../../../presenters/issue.js'
import { onlookerOf } from '../onlooker.js'
import { groupId, projectId } from '../shared-params.js'
import { AREA, LIST } from './shared.js'

const SCOPES = ['created_by_me', 'assigned_to_me', 'all', 'created-by-me', 'assigned-to-me'] as const

const params = {
  state: withDefault(oneOf(['opened', 'closed', 'all']), 'all', 'The state'),
  labels: optional(listOf(string()), 'With all of these labels; None or Any'),
  milestone: optional(string(), 'The title of the milestone; None, Any, #upcoming or #started'),
  assignee_id: optional(integerOr(['None', 'Any']), 'Assigned to this user'),
  assignee_username: optional(listOf(string()), 'Assigned to these users'),
  author_id: optional(integer(), 'By this user'),
  author_username: optional(string(), 'By this user'),
  iids: optional(listOf(integer()), 'Only these numbers'),
  search: optional(string(), 'A part of the title or description'),
  confidential: optional(boolean(), 'Only confidential ones, or none of them'),
  created_after: optional(datetime(), 'Made at this moment or later'),
  created_before: optional(datetime(), 'Made at this moment or earlier'),
  updated_after: optional(datetime(), 'Changed at this moment or later'),
  updated_before: optional(datetime(), 'Changed at this moment or earlier'),
  order_by: withDefault(oneOf(ISSUE_ORDERS), 'created_at', 'What to sort by'),
  sort: withDefault(oneOf(['asc', 'desc']), 'desc', 'Which way'),
  with_labels_details: withDefault(boolean(), false, 'Labels as objects'),
  ...paging,
}

const EXCLUSIVE = [
  ['author_id', 'author_username'],
  ['assignee_id', 'assignee_username'],
] as const

type Params = Decoded<typeof params> & { readonly scope: (typeof SCOPES)[number] }

const isWord = (text: string, word: 'none' | 'any'): boolean => text.toLowerCase() === word

const labelsOf = (forge: Forge, names: ReadonlyArray<string> | undefined): IssueFilter['labels'] => {
  if (names === undefined || names.length === 0) return undefined
  if (names.some((name) => isWord(name, 'none'))) return 'none'
  if (names.some((name) => isWord(name, 'any'))) return 'any'
  return names.map((name) => forge.read.labels.titled(name))
}

const milestonesOf = (forge: Forge, title: string | undefined): AnyOf | undefined => {
  if (title === undefined || title === '') return undefined
  if (isWord(title, 'none')) return 'none'
  if (isWord(title, 'any')) return 'any'
  const today = dayOf(forge.clock.now())
  if (title === '#upcoming') return forge.read.milestones.upcoming(today)
  return title === '#started' ? forge.read.milestones.started(today) : forge.read.milestones.titled(title)
}

const assigneesOf = (forge: Forge, given: Params): AnyOf | undefined => {
  const { assignee_id: id, assignee_username: names } = given
  if (id !== undefined) return typeof id !== 'number' ? id : id === 0 ? 'none' : [id]
  return names?.flatMap((name) => forge.read.users.byUsername(name)?.id ?? [])
}

const authorsOf = (forge: Forge, given: Params): ReadonlyArray<number> | undefined => {
  const { author_id: id, author_username: name } = given
  if (id !== undefined) return [id]
  return name === undefined ? undefined : [forge.read.users.byUsername(name)?.id ?? 0]
}

/** What both ask for. */
const both = (one: AnyOf | undefined, userId: number): AnyOf => {
  if (one === undefined || one === 'any') return [userId]
  return one !== 'none' && one.includes(userId) ? [userId] : []
}

const filterOf = ({ forge, principal }: Context, given: Params): Omit<IssueFilter, 'projectId' | 'groupId'> => {
  const userId = principal.kind === 'user' ? principal.userId : 0
  const scope = given.scope.replaceAll('-', '_')
  const authors = authorsOf(forge, given)
  const assignees = assigneesOf(forge, given)
  return {
    onlooker: onlookerOf(principal),
    state: given.state === 'all' ? undefined : given.state,
    labels: labelsOf(forge, given.labels),
    milestones: milestonesOf(forge, given.milestone),
    authorIds: scope === 'created_by_me' ? (authors ?? [userId]).filter((id) => id === userId) : authors,
    assignees: scope === 'assigned_to_me' ? both(assignees, userId) : assignees,
    iids: given.iids,
    search: given.search,
    confidential: given.confidential,
    createdAfter: given.created_after,
    createdBefore: given.created_before,
    updatedAfter: given.updated_after,
    updatedBefore: given.updated_before,
    orderBy: given.order_by,
    sort: given.sort,
  }
}

const answerList = async (context: Context, given: Params, where: IssueScope): Promise<Answer> => {
  const { forge, principal } = context
  const page = pageRequest(given)
  const found = await listIssues(principal, where, filterOf(context, given), page)(forge)()
  if (E.isLeft(found)) return found
  const view = {
    place: where.project === undefined ? 'elsewhere' : 'project',
    labelsDetails: given.with_labels_details,
  } as const
  const json = await Promise.all(
    found.right.rows.map((row) => {
      const project = forge.read.projects.byId(row.projectId)
      return project === undefined ? [] : presentIssue(forge, project, row, view)
    }),
  )
  return E.right({ status: 200, json: json.flat(), page: pageInfo(found.right, page) })
}

const success = { status: 200, description: 'The issues' }
const shared = { method: 'GET', area: AREA, door: 'user', exclusive: EXCLUSIVE, success } as const

const global = route({
  ...shared,
  path: '/issues',
  summary: 'List issues of every project that the caller may read',
  params: { scope: withDefault(oneOf(SCOPES), 'created_by_me', 'Whose'), ...params },
  handler: (context, given) => answerList(context, given, {}),
})

const ofProject = route({
  ...shared,
  path: LIST,
  summary: 'List the issues of a project',
  params: { id: projectId, scope: withDefault(oneOf(SCOPES), 'all', 'Whose'), ...params },
  handler: (context, given) => answerList(context, given, { project: given.id }),
})

const ofGroup = route({
  ...shared,
  path: '/groups/:id/issues',
  summary: 'List the issues of a group and of the groups below it',
  params: { id: groupId, scope: withDefault(oneOf(SCOPES), 'all', 'Whose'), ...params },
  handler: (context, given) => answerList(context, given, { group: given.id }),
})

export const issueListRoutes: ReadonlyArray<Route> = [global, ofProject, ofGroup]
