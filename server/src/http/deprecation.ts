import { millisecondsOf, readDay, startOfDay } from '@forgefold/core/kernel'
import { isDeprecated, RELEASES } from '@forgefold/core/releases'
import type { Header, HttpResponse } from './message.js'

/** Something that can be deprecated: a route or a parameter. */
export interface Deprecable {
  readonly since?: string
  readonly deprecated?: string
  readonly until?: string
  readonly item?: string
}

/** Releases appeared on the 22nd of each month; the first supported one, 14.0, in June 2021. */
const releaseSeconds = (release: string): number => {
  const index = (RELEASES as ReadonlyArray<string>).indexOf(release)
  return Date.UTC(2021, 5 + Math.max(0, index), 22) / 1000
}

/** The days on which an operator moves to a release, as `YYYY-MM-DD` by release: what that release removes ends then. */
export type Sunsets = Readonly<Record<string, string>>

/** The first of the configured days that removes something used (RFC 8594). */
const sunsetOf = (deprecated: ReadonlyArray<Deprecable>, sunsets: Sunsets): string | undefined => {
  const days = deprecated.flatMap(({ until }) => sunsets[until ?? ''] ?? []).sort()
  const day = days[0] === undefined ? undefined : readDay(days[0])
  return day === undefined ? undefined : new Date(millisecondsOf(startOfDay(day))).toUTCString()
}

/**
 * The headers of deprecated things that a request used (RFC 9745), with a link to their documentation. Deprecations before the first supported
 * release have the date of that release.
 */
export const deprecationHeaders = (
  used: ReadonlyArray<Deprecable>,
  release: string,
  baseUrl: string,
  sunsets: Sunsets = {},
): { readonly headers: ReadonlyArray<Header>; readonly links: ReadonlyArray<string> } | undefined => {
  const deprecated = used.filter((one) => isDeprecated(one, release))
  if (deprecated.length === 0) return undefined
  const earliest = Math.min(...deprecated.map((one) => releaseSeconds(one.deprecated ?? '')))
  const links = deprecated.map((one) => {
    const anchor = one.item === undefined ? '' : `#${one.item}`
    return `<${baseUrl}/-/docs/deprecations${anchor}>; rel="deprecation"; type="text/html"`
  })
  const sunset = sunsetOf(deprecated, sunsets)
  const headers: ReadonlyArray<Header> = [
    ['Deprecation', `@${earliest}`],
    ...(sunset === undefined ? [] : [['Sunset', sunset] as const]),
  ]
  return { headers, links: [...new Set(links)] }
}

/** Adds deprecation headers to a response, after its links. */
export const withDeprecations = (
  response: HttpResponse,
  deprecation: ReturnType<typeof deprecationHeaders>,
): HttpResponse => {
  if (deprecation === undefined) return response
  const isLink = ([name]: Header): boolean => name.toLowerCase() === 'link'
  const links = [...response.headers.filter(isLink).map(([, value]) => value), ...deprecation.links].join(', ')
  const others = response.headers.filter((header) => !isLink(header))
  return { ...response, headers: [...others, ...deprecation.headers, ['Link', links]] }
}
