import { listGroupProjects, listSharedProjects } from '@forgefold/core/domains/projects/group'
import {
  listForks,
  listProjects,
  listStarredProjects,
  listUserProjects,
  type ProjectRow,
} from '@forgefold/core/domains/projects/project'
import { needsRefinement, refinedProjects } from '@forgefold/core/domains/projects/project-list'
import type { Rejection } from '@forgefold/core/kernel'
import type { Page, PageRequest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  boolean,
  type Context,
  keysetUnsupported,
  linkToNext,
  listedText,
  optional,
  pageRequest,
  type Route,
  required,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { addCustomAttributes } from '../../custom-attributes.js'
import { arrayOf } from '../../shape.js'
import { type Filters, filters, listOfGiven, refinementOf } from './list-filters.js'
import { presentProject, presentProjectSimply } from './presenter.js'
import { projectShape } from './shape.js'
import { presentWithOptions } from './statistics.js'

const AREA = 'Projects'

const presenter = (context: Context, given: Filters) => {
  const { forge, principal } = context
  const plain = (row: ProjectRow): string =>
    given.simple ? JSON.stringify(presentProjectSimply(row, forge)) : presentProject(forge, principal, row)
  if (!given.with_custom_attributes) return plain
  return (row: ProjectRow): string => addCustomAttributes(context, 'project', row.id, plain(row))
}

const listWithStatistics = async (context: Context, given: Filters, found: Page<ProjectRow>): Promise<Answer> => {
  const rows = await Promise.all(found.rows.map((row) => presentWithOptions(context, given, row)))
  return listedText({ ...found, rows }, pageRequest(given), (text) => text)
}

type Found = E.Either<Rejection, Page<ProjectRow>>

const answerPage = (context: Context, given: Filters, found: Found): Answer | Promise<Answer> => {
  if (E.isLeft(found)) return found
  if (given.statistics && !given.simple) return listWithStatistics(context, given, found.right)
  return listedText(found.right, pageRequest(given), presenter(context, given))
}

/** Answers with a page of a list; `list` reads any page from the read model. */
const answerList = (context: Context, given: Filters, list: (page: PageRequest) => Found): Answer | Promise<Answer> => {
  const page = pageRequest(given)
  const refinement = refinementOf(context.principal, given)
  if (!needsRefinement(refinement)) return answerPage(context, given, list(page))
  const refined = refinedProjects(context.forge, context, list, refinement, page)
  return refined.then((found) => answerPage(context, given, found))
}

/** Keyset pagination by id: the next page begins after the last row. */
const listByKey = (context: Context, given: Filters): Answer => {
  if (given.order_by !== 'id') return keysetUnsupported
  const { perPage } = pageRequest(given)
  const list = { ...listOfGiven(given), page: { page: 1, perPage: perPage + 1 } }
  const found = listProjects(context.forge, context, list)
  if (E.isLeft(found)) return found
  const { rows } = found.right
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  const ready = `[${shown.map(presenter(context, given)).join(',')}]`
  if (rows.length <= perPage || last === undefined) return answer({ status: 200, ready })
  const next = { [given.sort === 'asc' ? 'id_after' : 'id_before']: String(last.id) }
  return answer({ status: 200, ready, headers: [linkToNext(context, next)] })
}

const success = { status: 200, schemaFor: arrayOf(projectShape) }

const all = route({
  method: 'GET',
  path: '/projects',
  area: AREA,
  summary: 'List the projects that the caller may see',
  caller: 'anyone',
  params: {
    ...filters,
    pagination: optional(string(), '`keyset` pages by id; every other word by number'),
  },
  success,
  handler: (context, given) =>
    given.pagination === 'keyset'
      ? listByKey(context, given)
      : answerList(context, given, (page) => listProjects(context.forge, context, { ...listOfGiven(given), page })),
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
    return answerList(context, given, (page) =>
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
    return answerList(context, given, (page) => listSharedProjects(context.forge, context, { ...list, page }))
  },
})

const ofUser = route({
  method: 'GET',
  path: '/users/:user_id/projects',
  area: AREA,
  summary: "List the projects in a user's own place",
  caller: 'anyone',
  params: { user_id: required(string(), 'Id or user name'), ...filters },
  success,
  handler: (context, given) => {
    const list = { ...listOfGiven(given), user: given.user_id }
    return answerList(context, given, (page) => listUserProjects(context.forge, context, { ...list, page }))
  },
})

const starredByUser = route({
  method: 'GET',
  path: '/users/:user_id/starred_projects',
  area: AREA,
  summary: 'List the projects that a user gave a star',
  caller: 'anyone',
  params: { user_id: required(string(), 'Id or user name'), ...filters },
  success,
  handler: (context, given) => {
    const list = { ...listOfGiven(given), user: given.user_id }
    return answerList(context, given, (page) => listStarredProjects(context.forge, context, { ...list, page }))
  },
})

const forks = route({
  method: 'GET',
  path: '/projects/:id/forks',
  area: AREA,
  summary: 'List the forks of a project',
  caller: 'anyone',
  params: { id: required(string(), 'Id or full path'), ...filters },
  success,
  handler: (context, given) => {
    const list = { ...listOfGiven(given), source: given.id }
    return answerList(context, given, (page) => listForks(context.forge, context, { ...list, page }))
  },
})

/** Lists of projects. */
export const projectListRoutes: ReadonlyArray<Route> = [all, ofGroup, sharedWithGroup, ofUser, starredByUser, forks]
