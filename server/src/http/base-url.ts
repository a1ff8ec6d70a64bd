import type { HttpRequest } from './message.js'

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9.])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** The base of the links in an answer, without a trailing slash. */
export type BaseUrl = (request: HttpRequest) => string

/** The host that a request names and the scheme that a proxy tells, or the external URL's; a host that is none falls back to the external URL. */
export const askedBase =
  (externalUrl: string): BaseUrl =>
  (request) => {
    const host = request.headers.get('host')
    if (host === undefined || !HOST.test(host)) return externalUrl
    const forwarded = request.headers.get('x-forwarded-proto')
    const scheme = forwarded === 'https' || forwarded === 'http' ? forwarded : schemeOf(externalUrl)
    return `${scheme}://${host}`
  }

/** What a trusted proxy was asked for; anybody else gets the external URL. */
export const forwardedBase = (externalUrl: string): BaseUrl => {
  const asked = askedBase(externalUrl)
  return (request) => (request.forwarded === true ? asked(request) : externalUrl)
}

const schemeOf = (url: string): string => (url.startsWith('https:') ? 'https' : 'http')
