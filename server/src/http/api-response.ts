import { tooLarge } from '@forgefold/core/kernel'
import type { ApiEndpoint } from './api-endpoint.js'
import { deprecationHeaders, withDeprecations } from './deprecation.js'
import { isNotModified, weakEtagOf } from './etag.js'
import type { Exchange } from './exchange.js'
import { jsonText, LONGEST_JSON } from './json-text.js'
import { type Header, type HttpResponse, isReading, sharedHeader } from './message.js'
import type { RawParams } from './nested-params.js'
import { pagingHeaders } from './paging-headers.js'
import { responseOf } from './refusal.js'
import { refusalOf } from './rejections.js'
import type { Answer, Reply } from './route.js'

/** Exactly this text, without a charset, because clients compare it. */
const JSON_TYPE = sharedHeader('Content-Type', 'application/json')
const REVALIDATE = sharedHeader('Cache-Control', 'max-age=0, private, must-revalidate')
const NO_CACHE = sharedHeader('Cache-Control', 'no-cache')

/** The text of a response's JSON; undefined where it is too long. A write was carried out, whatever its answer. */
const jsonOf = ({ ready, json }: Reply, { request }: Exchange): string | undefined => {
  if (!isReading(request.method)) return ready ?? JSON.stringify(json)
  const text = ready ?? jsonText(json)
  return text === undefined || text.length > LONGEST_JSON ? undefined : text
}

const jsonResponse = (reply: Reply, text: string, headers: Array<Header>, exchange: Exchange): HttpResponse => {
  if (reply.status !== 200 || !isReading(exchange.request.method)) {
    headers.push(JSON_TYPE, NO_CACHE)
    return { status: reply.status, headers, body: text }
  }
  const tag = reply.etag ?? weakEtagOf(text)
  headers.push(['ETag', tag], REVALIDATE)
  if (isNotModified(exchange.request, tag)) return { status: 304, headers, body: null }
  headers.push(JSON_TYPE)
  return { status: 200, headers, body: reply.bytes ?? text }
}

const rawResponse = (reply: Reply, raw: NonNullable<Reply['raw']>, headers: Array<Header>): HttpResponse => {
  headers.push(['Content-Type', raw.contentType])
  const response = { status: reply.status, headers, body: raw.body }
  return raw.length === undefined ? response : { ...response, length: raw.length }
}

const NONE: NonNullable<Reply['deprecated']> = []

const usedDeprecationHeaders = (
  { route, deprecatedParams }: ApiEndpoint,
  exchange: Exchange,
  raw: RawParams,
  more: NonNullable<Reply['deprecated']> = NONE,
): ReturnType<typeof deprecationHeaders> => {
  if (deprecatedParams.length === 0 && route.deprecated === undefined && more.length === 0) return undefined
  const used = deprecatedParams.filter(([name]) => raw[name] !== undefined)
  const things = [route, ...used.map(([, one]) => one), ...more]
  const deprecations = deprecationHeaders(things, exchange.forge.instance.release, exchange.baseUrl, exchange.sunsets)
  const names = [...used.map(([name]) => name), ...more.map(({ item }) => item)]
  if (deprecations !== undefined) exchange.usedDeprecated(names.length === 0 ? ['(route)'] : names)
  return deprecations
}

const MAX_CACHED_QUERY_LENGTH = 500

/** Identical requests for a page have identical headers; they depend on path and query only. */
const headersOfPage = (
  endpoint: ApiEndpoint,
  exchange: Exchange,
  raw: RawParams,
  page: NonNullable<Reply['page']>,
): ReadonlyArray<Header> => {
  const { request, baseUrl } = exchange
  const { defaults, pageHeaders } = endpoint
  const make = (): ReadonlyArray<Header> =>
    pagingHeaders(page, baseUrl + request.path, Object.assign(Object.create(null), defaults, raw) as RawParams)
  if (!isReading(request.method) || request.query.length > MAX_CACHED_QUERY_LENGTH) return make()
  const key = `${baseUrl}${request.path}?${request.query} ${page.page} ${page.perPage} ${page.total} ${page.more}`
  const known = pageHeaders.get(key)
  if (known !== undefined) return known
  const made = make()
  pageHeaders.set(key, made)
  return made
}

/** The headers of a list, then those of deprecations: paging links stay first. */
const addLinks = (
  headers: Array<Header>,
  endpoint: ApiEndpoint,
  exchange: Exchange,
  raw: RawParams,
  { page, deprecated }: Reply,
): void => {
  const deprecations = usedDeprecationHeaders(endpoint, exchange, raw, deprecated)
  if (page === undefined && deprecations === undefined) return
  const links: Array<string> = []
  if (page !== undefined) {
    for (const header of headersOfPage(endpoint, exchange, raw, page))
      if (header[0] === 'Link') links.push(header[1])
      else headers.push(header)
  }
  if (deprecations !== undefined) {
    headers.push(...deprecations.headers)
    links.push(...deprecations.links)
  }
  if (links.length > 0) headers.push(['Link', links.join(', ')])
}

/** Converts an answer into the response of an API route. */
export const apiResponse = (
  answer: Answer,
  endpoint: ApiEndpoint,
  exchange: Exchange,
  raw: RawParams,
): HttpResponse => {
  // A refused request reports deprecations too, because its client has to be changed anyway.
  if (answer._tag === 'Left')
    return withDeprecations(responseOf(refusalOf(answer.left)), usedDeprecationHeaders(endpoint, exchange, raw))
  const reply = answer.right
  const headers: Array<Header> = reply.headers === undefined ? [] : [...reply.headers]
  addLinks(headers, endpoint, exchange, raw, reply)
  if (reply.raw !== undefined) return rawResponse(reply, reply.raw, headers)
  if (reply.json === undefined && reply.ready === undefined) return { status: reply.status, headers, body: null }
  const text = jsonOf(reply, exchange)
  if (text === undefined) return responseOf(refusalOf(tooLarge))
  return jsonResponse(reply, text, headers, exchange)
}
