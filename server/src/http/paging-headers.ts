import type { Reply } from './route.js'

type PageInfo = NonNullable<Reply['page']>

/** Parameters that are secrets never come back in a link. */
const SECRET = new Set(['access_token', 'private_token', 'bearer_token', 'job_token', 'token'])

const encodeValue = (key: string, value: unknown): ReadonlyArray<string> => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => encodeValue(`${key}[]`, item))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([inner, item]) => encodeValue(`${key}[${inner}]`, item))
  return [`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`]
}

/** The query of a link: every parameter given, path parameters and defaults too, in alphabetical order. */
const linkQuery = (params: Readonly<Record<string, unknown>>, page: number, perPage: number): string =>
  Object.entries({ ...params, page, per_page: perPage })
    .filter(([key]) => !SECRET.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, value]) => encodeValue(key, value))
    .join('&')

/** The paging headers of a list (behaviour of the documented API, Pagination); `url` is the list's own address without a query. */
export const pagingHeaders = (
  info: PageInfo,
  url: string,
  params: Readonly<Record<string, unknown>>,
): ReadonlyArray<readonly [string, string]> => {
  const { page, perPage, total } = info
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage))
  const hasNext = pages === undefined ? info.more !== false : page < pages
  const hasPrevious = page > 1 && (pages === undefined || page <= pages)
  const link = (to: number, rel: string): string => `<${url}?${linkQuery(params, to, perPage)}>; rel="${rel}"`
  const links = [
    ...(hasPrevious ? [link(page - 1, 'prev')] : []),
    ...(hasNext ? [link(page + 1, 'next')] : []),
    link(1, 'first'),
    ...(pages === undefined ? [] : [link(pages, 'last')]),
  ]
  return [
    ['X-Per-Page', String(perPage)],
    ['X-Page', String(page)],
    ['X-Next-Page', hasNext ? String(page + 1) : ''],
    ['X-Prev-Page', hasPrevious ? String(page - 1) : ''],
    ['Link', links.join(', ')],
    ...(total === undefined || pages === undefined
      ? []
      : [['X-Total', String(total)] as const, ['X-Total-Pages', String(pages)] as const]),
  ]
}
