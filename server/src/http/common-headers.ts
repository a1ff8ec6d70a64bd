import { deprecationHeaders, withDeprecations } from './deprecation.js'
import type { Exchange } from './exchange.js'
import { type Header, type HttpResponse, sharedHeader } from './message.js'
import { shownPosition } from './position.js'

export const isApi = (path: string): boolean => path.startsWith('/api/')

const VARYING = sharedHeader('Vary', 'Origin')
const UNSNIFFED = sharedHeader('X-Content-Type-Options', 'nosniff')
const FRAMED = sharedHeader('X-Frame-Options', 'SAMEORIGIN')

const has = (headers: ReadonlyArray<Header>, name: string): boolean =>
  headers.some((header) => header[0].toLowerCase() === name)

const MICROSECONDS = 1_000_000

/** Seconds with six decimals. Below one second `toFixed` would take three times as long. */
const secondsText = (milliseconds: number): string => {
  const microseconds = Math.round(milliseconds * 1000)
  if (microseconds >= MICROSECONDS) return (milliseconds / 1000).toFixed(6)
  return `0.${String(MICROSECONDS + microseconds).slice(1)}`
}

/** The headers of every response; those of a page come first. */
export const withCommonHeaders = (
  response: HttpResponse,
  exchange: Exchange,
  cors: ReadonlyArray<Header>,
  milliseconds: number,
): HttpResponse => {
  const { status, body, length } = response
  const headers: Array<Header> = []
  for (const header of response.headers) headers.push(header)
  headers.push(VARYING, UNSNIFFED)
  if (isApi(exchange.request.path) || !has(response.headers, 'x-frame-options')) headers.push(FRAMED)
  const { requestId } = exchange
  headers.push(['X-Request-Id', requestId], ['X-Runtime', secondsText(milliseconds)])
  // By this header programs tell which API a host speaks. The id holds no character that JSON would escape.
  headers.push(['X-Gitlab-Meta', `{"correlation_id":"${requestId}","version":"1"}`])
  const position = shownPosition(exchange.forge.read, response)
  if (position !== undefined) headers.push(position)
  for (const header of cors) headers.push(header)
  return length === undefined ? { status, headers, body } : { status, headers, body, length }
}

/** Adds headers for the deprecated things that the request used. */
export const withUsedDeprecations = (response: HttpResponse, exchange: Exchange): HttpResponse => {
  const { usedDeprecations } = exchange
  if (usedDeprecations === undefined) return response
  const { forge, baseUrl, sunsets } = exchange
  return withDeprecations(response, deprecationHeaders(usedDeprecations, forge.instance.release, baseUrl, sunsets))
}
