import type { Instance } from '@forgefold/core/app'
import type { HttpRequest } from './message.js'

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9.])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** The base URL of the links in a response, without a trailing slash. */
export type BaseUrl = (request: HttpRequest) => string

/** The requested host and the scheme from a proxy, or those of the external URL; an invalid host falls back to the external URL. */
export const requestBaseUrl =
  (externalUrl: string): BaseUrl =>
  (request) => {
    const host = request.headers.get('host')
    if (host === undefined || !HOST.test(host)) return externalUrl
    const forwarded = request.headers.get('x-forwarded-proto')
    const scheme = forwarded === 'https' || forwarded === 'http' ? forwarded : schemeOf(externalUrl)
    return `${scheme}://${host}`
  }

/** Loopback names: as the base of links they can only lead to the client's own machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** Whether a host, with or without a port, is a loopback name. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** For an unconfigured external URL: the host requested from a trusted proxy, or a loopback name that the client uses; else the guess. */
export const inferredBaseUrl =
  (instance: Instance): BaseUrl =>
  (request) => {
    const { externalUrl } = instance
    if (request.forwarded === true) return requestBaseUrl(externalUrl)(request)
    const host = request.headers.get('host') ?? ''
    return isLoopback(host) ? `${schemeOf(externalUrl)}://${host}` : externalUrl
  }

const schemeOf = (url: string): string => (url.startsWith('https:') ? 'https' : 'http')
