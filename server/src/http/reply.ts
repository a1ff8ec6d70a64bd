import type { Rejection } from '@forgefold/core/kernel'
import type { Page, PageRequest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Fragment } from './etag.js'
import type { Header } from './message.js'
import { integer, optional, type Param } from './params.js'
import type { Answer, Reply } from './route.js'

export const ok = (json: unknown): Answer => E.right({ status: 200, json })
export const created = (json: unknown): Answer => E.right({ status: 201, json })
export const accepted = (json: unknown): Answer => E.right({ status: 202, json })
export const noContent: Answer = E.right({ status: 204 })
export const answer = (reply: Reply): Answer => E.right(reply)
export const reject = (rejection: Rejection): Answer => E.left(rejection)

/** Presents the right side; a rejection passes through. */
export const respond =
  <A>(present: (a: A) => unknown, status = 200) =>
  (result: E.Either<Rejection, A>): Answer =>
    E.isLeft(result) ? result : E.right({ status, json: present(result.right) })

/** The paging parameters of every list (contract 1: default 20 a page; at most 100). */
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

/** Which page is wanted: below 1 counts as 1, above 100 a page as 100, a negative size as the default. */
export const pageRequest = (params: {
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}): PageRequest => ({
  page: Math.max(1, params.page ?? 1),
  perPage: params.per_page === undefined || params.per_page < 1 ? 20 : Math.min(100, params.per_page),
})

/** A page of a list, each row presented. */
export const listed = <Row>(page: Page<Row>, request: PageRequest, present: (row: Row) => unknown): Answer =>
  E.right({
    status: 200,
    json: page.rows.map(present),
    page: pageInfo(page, request),
  })

/** A page of a list whose rows are JSON text already: joined, not built again. */
export const listedText = <Row>(page: Page<Row>, request: PageRequest, textOf: (row: Row) => string): Answer =>
  E.right({ status: 200, ready: `[${page.rows.map(textOf).join(',')}]`, page: pageInfo(page, request) })

/** JSON text that was made before. */
export const fragment = ({ ready, etag }: Fragment): Answer => E.right({ status: 200, ready, etag })

/** A page of a list whose text was made before. */
export const listedFragment = (page: Page<unknown>, request: PageRequest, { ready, etag }: Fragment): Answer =>
  E.right({ status: 200, ready, etag, page: pageInfo(page, request) })

/** What the paging headers need to know; where counting stopped, a full page promises another. */
export const pageInfo = (page: Page<unknown>, request: PageRequest): NonNullable<Reply['page']> => ({
  page: request.page,
  perPage: request.perPage,
  total: page.total,
  more: page.rows.length === request.perPage,
})

/** A stream or a text of another type than JSON. */
export const raw = (
  contentType: string,
  body: NonNullable<Reply['raw']>['body'],
  headers: ReadonlyArray<Header> = [],
): Answer => E.right({ status: 200, raw: { contentType, body }, headers })
