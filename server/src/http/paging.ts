import type { Page, PageRequest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Fragment } from './etag.js'
import { integer, optional, type Param } from './params.js'
import type { Answer, Reply } from './route.js'

/** The paging parameters of every list (docs/reference/behaviour/http.md#paging). */
export const paging: { readonly page: Param<number | undefined>; readonly per_page: Param<number | undefined> } = {
  page: optional(integer({ minimum: 1, default: 1 }), 'Page number, from 1'),
  per_page: optional(
    {
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      coerce: (raw, name) => {
        const coerced = integer().coerce(raw, name)
        return coerced.ok && coerced.value === 0
          ? { ok: false, finding: { message: 'has a value not allowed' } }
          : coerced
      },
    },
    'Items a page, at most 100',
  ),
}

/** The requested page: a page below 1 counts as 1, a size above 100 as 100, a negative size as the default. */
export const pageRequest = (params: {
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}): PageRequest => ({
  page: Math.max(1, params.page ?? 1),
  perPage: params.per_page === undefined || params.per_page < 1 ? 20 : Math.min(100, params.per_page),
})

/** One page of a list in memory. */
export const pageOf = <Row>(all: ReadonlyArray<Row>, { page, perPage }: PageRequest): Page<Row> => ({
  rows: all.slice((page - 1) * perPage, page * perPage),
  total: all.length,
})

/** A page of a list whose JSON exists already. */
export const listedJson = (page: Page<unknown>, request: PageRequest, json: ReadonlyArray<unknown>): Answer =>
  E.right({ status: 200, json, page: pageInfo(page, request) })

/** A page of a list, each row presented. */
export const listed = <Row>(page: Page<Row>, request: PageRequest, present: (row: Row) => unknown): Answer =>
  listedJson(page, request, page.rows.map(present))

/** The same with an asynchronous presenter. */
export const listedAsync = async <Row>(
  page: Page<Row>,
  request: PageRequest,
  present: (row: Row) => Promise<unknown>,
): Promise<Answer> => listedJson(page, request, await Promise.all(page.rows.map(present)))

/** A page of a list whose rows are JSON text: joined, not parsed. */
export const listedText = <Row>(page: Page<Row>, request: PageRequest, textOf: (row: Row) => string): Answer =>
  E.right({ status: 200, ready: `[${page.rows.map(textOf).join(',')}]`, page: pageInfo(page, request) })

/** A page of a list with cached text. */
export const listedFragment = (page: Page<unknown>, request: PageRequest, { ready, etag, bytes }: Fragment): Answer =>
  E.right({ status: 200, ready, etag, ...(bytes === undefined ? {} : { bytes }), page: pageInfo(page, request) })

/** The answer where keyset paging is requested in an order that does not support it. */
export const keysetUnsupported: Answer = E.right({
  status: 405,
  json: { error: 'Keyset pagination is not yet available for this type of request' },
})

/** How far a page may reach by its number, in lists that can be paged by key instead. */
const MAX_OFFSET = 50_000

/** The answer where a page reaches too far by its number; undefined for all others. */
export const offsetExceeded = ({ page, perPage }: PageRequest, type: 'Project' | 'Group'): Answer | undefined => {
  if (page * perPage <= MAX_OFFSET) return undefined
  const error = `Offset pagination has a maximum allowed offset of ${MAX_OFFSET} for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`
  return E.right({ status: 405, json: { error } })
}

/** The data for paging headers; where counting stopped, a full page implies another. */
export const pageInfo = (page: Page<unknown>, request: PageRequest): NonNullable<Reply['page']> => ({
  page: request.page,
  perPage: request.perPage,
  total: page.total,
  more: page.rows.length === request.perPage,
})
