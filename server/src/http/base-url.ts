import type { HttpRequest } from './message.js'

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9.])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** The base of the links in an answer, without a trailing slash. */
export type BaseUrl = (request: HttpRequest) => string

/** The host that a request names and the scheme that a proxy tells, or the external URL's; a host that is none falls back to the external URL. */
export const requestBaseUrl =
  (externalUrl: string): BaseUrl =>
  (request) => {
    const host = request.headers.get('host')
    if (host === undefined || !HOST.test(host)) return externalUrl
    const forwarded = request.headers.get('x-forwarded-proto')
    const scheme = forwarded === 'https' || forwarded === 'http' ? forwarded : schemeOf(externalUrl)
    return `${scheme}://${host}`
  }

/** Names that lead to the machine of whoever asks: as the base of links they cannot send anybody elsewhere. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** For an external URL that nobody has set: what a trusted proxy was asked for, or a loopback name that the client uses; else the guess. */
export const inferredBaseUrl = (externalUrl: string): BaseUrl => {
  const asked = requestBaseUrl(externalUrl)
  return (request) => {
    if (request.forwarded === true) return asked(request)
    const host = request.headers.get('host') ?? ''
    return LOOPBACK.test(host) ? `${schemeOf(externalUrl)}://${host}` : externalUrl
  }
}

const schemeOf = (url: string): string => (url.startsWith('https:') ? 'https' : 'http')
