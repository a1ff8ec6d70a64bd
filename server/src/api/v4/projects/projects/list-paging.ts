import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { needsRefinement, refinedProjects } from '@forgefold/core/domains/projects/project-list'
import type { Rejection } from '@forgefold/core/kernel'
import type { Page, PageRequest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  andThen,
  answer,
  type Context,
  keysetUnsupported,
  linkToNext,
  listedText,
  type MaybePromise,
  offsetExceeded,
  optional,
  pageRequest,
  string,
} from '../../../../http/index.js'
import { addCustomAttributes } from '../../custom-attributes.js'
import { presentProject, presentProjectSimply } from './presenter.js'
import { type Filters, refinementOf } from './project-filter.js'
import { presentWithOptions } from './statistics.js'

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

/** Answers with a page of a list, by its number; `list` reads any page from the read model. */
export const listByNumber = (
  context: Context,
  given: Filters,
  list: (page: PageRequest) => Found,
): MaybePromise<Answer> => {
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

/** The parameter of the lists that `listPaged` answers. */
export const pagination = optional(string(), '`keyset` pages by id; every other word by number')

/** Answers with a page of a list, by number or by key as requested (docs/reference/behaviour/http.md#paging). */
export const listPaged = (
  context: Context,
  given: Filters & { readonly pagination?: string | undefined },
  list: (page: PageRequest) => Found,
): MaybePromise<Answer> => {
  if (given.pagination === 'keyset') return listByKey(context, given, list)
  return offsetExceeded(pageRequest(given), 'Project') ?? listByNumber(context, given, list)
}
