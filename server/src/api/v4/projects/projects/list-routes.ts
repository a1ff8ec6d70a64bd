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
  andThen,
  answer,
  boolean,
  type Context,
  keysetUnsupported,
  linkToNext,
  listedText,
  type MaybePromise,
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
import { presentProject, presentProjectSimply } from './presenter.js'
import { type Filters, filters, listOfGiven, refinementOf } from './project-filter.js'
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

/** The projects as JSON text; a promise only where statistics are requested. */
const textsOf = (
  context: Context,
  given: Filters,
  rows: ReadonlyArray<ProjectRow>,
): MaybePromise<ReadonlyArray<string>> =>
  given.statistics && !given.simple
    ? Promise.all(rows.map((row) => presentWithOptions(context, given, row)))
    : rows.map(presenter(context, given))

type Found = E.Either<Rejection, Page<ProjectRow>>

/** Reads a page; `list` reads any page from the read model, which may have to be refined. */
const readPage = (
  context: Context,
  given: Filters,
  page: PageRequest,
  list: (page: PageRequest) => Found,
): MaybePromise<Found> => {
  const refinement = refinementOf(context.principal, given)
  return needsRefinement(refinement) ? refinedProjects(context.forge, context, list, refinement, page) : list(page)
}

/** Answers with a page of a list; `list` reads any page from the read model. */
const answerList = (context: Context, given: Filters, list: (page: PageRequest) => Found): MaybePromise<Answer> => {
  const page = pageRequest(given)
  return andThen(readPage(context, given, page, list), (found) =>
    E.isLeft(found)
      ? found
      : andThen(textsOf(context, given, found.right.rows), (rows) =>
          listedText({ ...found.right, rows }, page, (text) => text),
        ),
  )
}

/** Keyset pagination by id: the next page begins after the last row. */
const listByKey = (context: Context, given: Filters, list: (page: PageRequest) => Found): MaybePromise<Answer> => {
  if (given.order_by !== 'id') return keysetUnsupported
  const { perPage } = pageRequest(given)
  return andThen(readPage(context, given, { page: 1, perPage: perPage + 1 }, list), (found) => {
    if (E.isLeft(found)) return found
    const shown = found.right.rows.slice(0, perPage)
    const last = found.right.rows.length > perPage ? shown.at(-1) : undefined
    const next = last && { [given.sort === 'asc' ? 'id_after' : 'id_before']: String(last.id) }
    const headers = next === undefined ? [] : [linkToNext(context, next)]
    return andThen(textsOf(context, given, shown), (texts) =>
      answer({ status: 200, ready: `[${texts.join(',')}]`, headers }),
    )
  })
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
  handler: (context, given) => {
    const answerBy = given.pagination === 'keyset' ? listByKey : answerList
    return answerBy(context, given, (page) => listProjects(context.forge, context, { ...listOfGiven(given), page }))
  },
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
