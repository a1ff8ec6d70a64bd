import { boolean, oneOf, optional, paging, type Route, required, route, string } from '../../../../http/index.js'
import { userCardShape } from '../../identity/users/shape.js'
import { direction } from '../../list-params.js'
import { groupId, projectId } from '../../path-ids.js'
import { issueShape } from '../../planning/issues/shape.js'
import { milestoneShape } from '../../planning/milestones/shape.js'
import { projectShape } from '../../projects/projects/shape.js'
import { commitShape } from '../../projects/repository/shape.js'
import { listedMergeRequestShape } from '../../review/merge-requests/shape.js'
import { arrayOf, either, integer, maybe, nothing, record, text } from '../../shape.js'
import { noteShape } from '../notes/shape.js'
import { GLOBAL_SCOPES, GROUP_SCOPES, PROJECT_SCOPES, type Searching } from './search-results.js'

const area = 'Search'

const foundPlaceShape = record('ScopeOfUser', {
  basename: text,
  data: text,
  path: text,
  filename: text,
  id: nothing,
  ref: maybe(text),
  startline: integer,
  project_id: integer,
})

const globalShapes = [projectShape, issueShape, listedMergeRequestShape, milestoneShape, userCardShape] as const

const search = required(string(), 'The text; `#1` and `!1` are the numbers of issues and merge requests')

const filters = {
  state: optional(oneOf(['all', 'opened', 'closed', 'merged']), 'Issues and merge requests of this state'),
  confidential: optional(boolean(), 'Only confidential issues, or only others'),
  order_by: optional(oneOf(['created_at']), 'What to sort by'),
  sort: direction('desc'),
  ...paging,
}

const scopesOf = <Scope extends string>(scopes: Readonly<Record<Scope, Searching>>) =>
  required(oneOf(Object.keys(scopes) as Array<Scope>), 'What is looked for')

/** `/-/search` is the path that older clients send. */
const searchGroup = (at: '/search' | '/-/search'): Route =>
  route({
    method: 'GET',
    path: `/groups/:id${at}`,
    area,
    summary: 'Search in a group and the groups below it',
    caller: 'user',
    params: { id: groupId, scope: scopesOf(GROUP_SCOPES), search, ...filters },
    success: { status: 200, description: 'What was found', schemaFor: arrayOf(either(...globalShapes)) },
    handler: (context, params) => GROUP_SCOPES[params.scope](context, { group: params.id }, params),
  })

const searchProject = (at: '/search' | '/-/search'): Route =>
  route({
    method: 'GET',
    path: `/projects/:id${at}`,
    area,
    summary: 'Search in a project',
    caller: 'user',
    params: {
      id: projectId,
      scope: scopesOf(PROJECT_SCOPES),
      search,
      ref: optional(string(), 'The branch, tag or commit in which files and commits are looked for'),
      ...filters,
    },
    success: {
      status: 200,
      description: 'What was found',
      schemaFor: arrayOf(either(...globalShapes, noteShape, commitShape, foundPlaceShape)),
    },
    handler: (context, params) => PROJECT_SCOPES[params.scope](context, { project: params.id }, params),
  })

/** Search in the instance, a group or a project (docs/reference/behaviour/conversation.md#search). */
export const searchRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/search',
    area,
    summary: 'Search everywhere',
    caller: 'user',
    params: { scope: scopesOf(GLOBAL_SCOPES), search, ...filters },
    success: { status: 200, description: 'What was found', schemaFor: arrayOf(either(...globalShapes)) },
    handler: (context, params) => GLOBAL_SCOPES[params.scope](context, {}, params),
  }),
  ...(['/search', '/-/search'] as const).flatMap((at) => [searchGroup(at), searchProject(at)]),
]
