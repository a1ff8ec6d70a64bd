import type { Header } from './message.js'
import type { RawParams } from './nested-params.js'
import type { Reply, RequestContext } from './route.js'
import { isSecretParam, withoutSecrets } from './secret-params.js'

type PageInfo = NonNullable<Reply['page']>

/** Clients and proxies refuse answers with longer heads than 8 to 16 KiB, so links of a long query would make the whole list unreadable. */
const LONGEST_LINKS = 8 * 1024

/** The pairs of a query, and how many characters more a link may have. */
interface Pairs {
  readonly found: Array<string>
  room: number
}

const addPair = (pairs: Pairs, key: string, value: string): void => {
  const pair = value.length > pairs.room ? value : `${encodeURIComponent(key)}=${encodeURIComponent(value)}`
  pairs.found.push(pair)
  pairs.room -= pair.length
}

const addPairs = (pairs: Pairs, key: string, value: unknown): void => {
  if (pairs.room < 0 || value === undefined || value === null) return
  if (Array.isArray(value)) for (const item of value) addPairs(pairs, `${key}[]`, item)
  else if (typeof value === 'object') {
    for (const [inner, item] of Object.entries(value))
      if (!isSecretParam(inner)) addPairs(pairs, `${key}[${inner}]`, item)
  } else addPair(pairs, key, String(value))
}

/**
 * The query of links around `page`: every parameter, with path parameters and defaults, in alphabetical order. Undefined where it is longer than
 * links may be.
 */
const queryParts = (params: RawParams, perPage: number): readonly [before: string, after: string] | undefined => {
  const keys = Object.keys(params).filter((key) => !isSecretParam(key) && key !== 'page' && key !== 'per_page')
  let room = LONGEST_LINKS
  const join = (some: ReadonlyArray<string>): ReadonlyArray<string> => {
    const pairs: Pairs = { found: [], room }
    for (const key of [...some].sort()) addPairs(pairs, key, params[key])
    room = pairs.room
    return pairs.found
  }
  const before = join(keys.filter((key) => key < 'page'))
  const between = join(keys.filter((key) => key > 'page' && key < 'per_page'))
  const after = join(keys.filter((key) => key > 'per_page'))
  if (room < 0) return undefined
  return [
    before.map((pair) => `${pair}&`).join(''),
    [...between, `per_page=${perPage}`, ...after].map((pair) => `&${pair}`).join(''),
  ]
}

/** Characters that could end the angle brackets of a link, escaped. */
const safeUrl = (url: string): string => url.replace(/[^\x21-\x7e]|[<>"\\]/gu, encodeURIComponent)

/** As many of the links as fit: all, or only the one that clients follow. */
const fitting = (links: ReadonlyArray<string>, next: string | undefined): ReadonlyArray<Header> => {
  const found = [links.join(', '), next].find((text) => text !== undefined && text.length <= LONGEST_LINKS)
  return found === undefined ? [] : [['Link', found]]
}

interface Neighbours {
  readonly pages: number | undefined
  readonly hasNext: boolean
  readonly hasPrevious: boolean
}

const linksAround = (
  { page, perPage }: PageInfo,
  { pages, hasNext, hasPrevious }: Neighbours,
  url: string,
  params: RawParams,
): ReadonlyArray<Header> => {
  const parts = queryParts(params, perPage)
  if (parts === undefined) return []
  const [before, after] = parts
  const base = safeUrl(url)
  const link = (to: number, rel: string): string => `<${base}?${before}page=${to}${after}>; rel="${rel}"`
  const links = [link(1, 'first')]
  const next = hasNext ? link(page + 1, 'next') : undefined
  if (next !== undefined) links.unshift(next)
  if (hasPrevious) links.unshift(link(page - 1, 'prev'))
  if (pages !== undefined) links.push(link(pages, 'last'))
  return fitting(links, next)
}

/** The paging headers of a list (docs/reference/behaviour/http.md#paging); `url` is the URL of the list without a query. */
export const pagingHeaders = (info: PageInfo, url: string, params: RawParams): ReadonlyArray<Header> => {
  const { page, perPage, total } = info
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage))
  const hasNext = pages === undefined ? info.more !== false : page < pages
  const hasPrevious = page > 1 && (pages === undefined || page <= pages)
  const headers: Array<Header> = [
    ['X-Per-Page', String(perPage)],
    ['X-Page', String(page)],
    ['X-Next-Page', hasNext ? String(page + 1) : ''],
    ['X-Prev-Page', hasPrevious ? String(page - 1) : ''],
    ...linksAround(info, { pages, hasNext, hasPrevious }, url, params),
  ]
  if (total !== undefined) headers.push(['X-Total', String(total)], ['X-Total-Pages', String(pages)])
  return headers
}

/** The link to the next page of a keyset-paged list: the same request with some parameters changed. */
export const linkToNext = (
  { baseUrl, request }: Pick<RequestContext, 'baseUrl' | 'request'>,
  changes: Readonly<Record<string, string>>,
): Header => {
  const query = new URLSearchParams(withoutSecrets(request.query))
  for (const [name, value] of Object.entries(changes)) query.set(name, value)
  return ['Link', `<${baseUrl}${request.path}?${query}>; rel="next"`]
}
