import { millisecondsOf, readDay, startOfDay } from '@forgefold/core/kernel'
import { isDeprecated, RELEASES } from '@forgefold/core/releases'
import type { Header, HttpResponse } from './message.js'

/** What may be deprecated: a route or a parameter. */
export interface Deprecable {
  readonly since?: string
  readonly deprecated?: string
  readonly until?: string
  readonly item?: string
}

/** Releases came out on the 22nd of each month; the dial's first one, 14.0, in June 2021. */
const releaseSeconds = (release: string): number => {
  const index = (RELEASES as ReadonlyArray<string>).indexOf(release)
  return Date.UTC(2021, 5 + Math.max(0, index), 22) / 1000
}

/** The days on which an operator moves to a release, as `YYYY-MM-DD` by release: what goes with that release is gone then. */
export type Sunsets = Readonly<Record<string, string>>

/** The first of the configured days on which something used goes away (RFC 8594). */
const sunsetOf = (deprecated: ReadonlyArray<Deprecable>, sunsets: Sunsets): string | undefined => {
  const days = deprecated.flatMap(({ until }) => sunsets[until ?? ''] ?? []).sort()
  const day = days[0] === undefined ? undefined : readDay(days[0])
  return day === undefined ? undefined : new Date(millisecondsOf(startOfDay(day))).toUTCString()
}

/** Tells a client that what it uses is deprecated (RFC 9745), and where to read about it. What was deprecated before the dial begins carries the date of its first release. */
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

/** Adds what tells of deprecated things to a response, behind the links it has. */
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
