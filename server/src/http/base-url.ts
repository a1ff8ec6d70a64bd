import type { HttpRequest } from './message.js'

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9.])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/**
 * The base of links as the client sees it: the host it named (docs/reference/behaviour/http.md#links), the scheme that a proxy tells or the external URL has.
 * A host that is none falls back to the external URL. Without a trailing slash.
 */
export const baseUrlOf = (request: HttpRequest, externalUrl: string): string => {
  const host = request.headers.get('host')
  if (host === undefined || !HOST.test(host)) return externalUrl
  const forwarded = request.headers.get('x-forwarded-proto')
  const scheme = forwarded === 'https' || forwarded === 'http' ? forwarded : schemeOf(externalUrl)
  return `${scheme}://${host}`
}

const schemeOf = (url: string): string => (url.startsWith('https:') ? 'https' : 'http')
