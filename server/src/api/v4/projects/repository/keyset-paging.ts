import { unprocessable } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  type Context,
  type Decoded,
  linkToNext,
  listedAsync,
  oneOf,
  optional,
  pageOf,
  pageRequest,
  paging,
  string,
  withDefault,
} from '../../../../http/index.js'

/** The paging parameters of lists from git: by page number, or by the name of the last entry (docs/reference/behaviour/git.md#keyset-pagination-by-name). */
export const keysetPaging = {
  ...paging,
  pagination: withDefault(oneOf(['legacy', 'keyset']), 'legacy', 'How to page: by number or by name'),
  page_token: optional(string(), 'With `keyset`: the entry after which the page begins'),
}

interface NamedList<Row> {
  readonly all: ReadonlyArray<Row>
  readonly nameOf: (row: Row) => string
  /** The prefix of the names in the refusal of an unknown one. */
  readonly prefix: string
  /** Presents the rows of a page together. */
  readonly present: (rows: ReadonlyArray<Row>) => Promise<ReadonlyArray<unknown>>
}

/** A page of a list from git. Rejections: `Unprocessable` where the page would begin after an unknown entry. */
export const keysetPage = async <Row>(
  context: Context,
  params: Decoded<typeof keysetPaging>,
  { all, nameOf, prefix, present }: NamedList<Row>,
): Promise<Answer> => {
  const page = pageRequest(params)
  if (params.pagination !== 'keyset') {
    const rows = pageOf(all, page)
    const shown = await present(rows.rows)
    return listedAsync({ ...rows, rows: shown }, page, async (row) => row)
  }
  const token = params.page_token
  const begin = token === undefined || token === '' ? 0 : all.findIndex((row) => nameOf(row) === token) + 1
  if (begin === 0 && token) return E.left(unprocessable(`Invalid page token: ${prefix}${token}`))
  const rows = all.slice(begin, begin + page.perPage)
  const last = rows.at(-1)
  const more = last !== undefined && begin + rows.length < all.length
  const headers = more ? [linkToNext(context, { pagination: 'keyset', page_token: nameOf(last) })] : []
  return answer({ status: 200, json: await present(rows), headers })
}
