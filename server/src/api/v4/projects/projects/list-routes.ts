import { listGroupProjects, listSharedProjects } from '@forgefold/core/domains/projects/group'
import {
  listForks,
  listProjects,
  listStarredProjects,
  listUserProjects,
} from '@forgefold/core/domains/projects/project'
import { boolean, type Route, required, route, string, withDefault } from '../../../../http/index.js'
import { arrayOf } from '../../shape.js'
import { listByNumber, listPaged, pagination } from './list-paging.js'
import { filters, listOfGiven } from './project-filter.js'
import { projectShape } from './shape.js'

const AREA = 'Projects'

const success = { status: 200, schemaFor: arrayOf(projectShape) }

const all = route({
  method: 'GET',
  path: '/projects',
  area: AREA,
  summary: 'List the projects that the caller may see',
  caller: 'anyone',
  params: { ...filters, pagination },
  success,
  handler: (context, given) =>
    listPaged(context, given, (page) => listProjects(context.forge, context, { ...listOfGiven(given), page })),
})

const ofGroup = route({
  method: 'GET',
  path: '/groups/:id/projects',
  area: 'Groups',
  summary: 'List the projects of a group',
  caller: 'anyone',
  params: {
    id: required(string(), 'Id or full path'),
    ...filters,
    include_subgroups: withDefault(boolean(), false, 'Also those of the groups below'),
    with_shared: withDefault(boolean(), true, 'Also those shared with the group'),
  },
  success,
  handler: (context, given) => {
    const list = listOfGiven(given, { includeSubgroups: given.include_subgroups, includeShared: given.with_shared })
    return listByNumber(context, given, (page) =>
      listGroupProjects(context.forge, context, { ...list, page, group: given.id }),
    )
  },
})

const sharedWithGroup = route({
  method: 'GET',
  path: '/groups/:id/projects/shared',
  area: 'Groups',
  summary: 'List the projects that are shared with a group',
  caller: 'anyone',
  params: { id: required(string(), 'Id or full path'), ...filters },
  success,
  handler: (context, given) => {
    const list = { ...listOfGiven(given), group: given.id }
    return listByNumber(context, given, (page) => listSharedProjects(context.forge, context, { ...list, page }))
  },
})

const ofUser = route({
  method: 'GET',
  path: '/users/:user_id/projects',
  area: AREA,
  summary: "List the projects in a user's own place",
  caller: 'anyone',
  params: { user_id: required(string(), 'Id or user name'), ...filters, pagination },
  success,
  handler: (context, given) => {
    const list = { ...listOfGiven(given), user: given.user_id }
    return listPaged(context, given, (page) => listUserProjects(context.forge, context, { ...list, page }))
  },
})

const starredByUser = route({
  method: 'GET',
  path: '/users/:user_id/starred_projects',
  area: AREA,
  summary: 'List the projects that a user gave a star',
  caller: 'anyone',
  params: { user_id: required(string(), 'Id or user name'), ...filters, pagination },
  success,
  handler: (context, given) => {
    const list = { ...listOfGiven(given), user: given.user_id }
    return listPaged(context, given, (page) => listStarredProjects(context.forge, context, { ...list, page }))
  },
})

const forks = route({
  method: 'GET',
  path: '/projects/:id/forks',
  area: AREA,
  summary: 'List the forks of a project',
  caller: 'anyone',
  params: { id: required(string(), 'Id or full path'), ...filters, pagination },
  success,
  handler: (context, given) => {
    const list = { ...listOfGiven(given), source: given.id }
    return listPaged(context, given, (page) => listForks(context.forge, context, { ...list, page }))
  },
})

/** Lists of projects. */
export const projectListRoutes: ReadonlyArray<Route> = [all, ofGroup, sharedWithGroup, ofUser, starredByUser, forks]
