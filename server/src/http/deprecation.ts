import { isDeprecated, RELEASES } from '@forgefold/core/releases'
import type { Header } from './message.js'

/** What may be deprecated: a route or a parameter. */
export interface Ageing {
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

/** Tells a client that what it uses is deprecated (RFC 9745), and where to read about it. What was deprecated before the dial begins carries the date of its first release. */
export const deprecationHeaders = (
  used: ReadonlyArray<Ageing>,
  release: string,
  baseUrl: string,
): { readonly date: Header; readonly links: ReadonlyArray<string> } | undefined => {
  const ageing = used.filter((one) => isDeprecated(one, release))
  if (ageing.length === 0) return undefined
  const earliest = Math.min(...ageing.map((one) => releaseSeconds(one.deprecated ?? '')))
  const links = ageing.map((one) => {
    const anchor = one.item === undefined ? '' : `#${one.item}`
    return `<${baseUrl}/-/docs/deprecations${anchor}>; rel="deprecation"; type="text/html"`
  })
  return { date: ['Deprecation', `@${earliest}`], links: [...new Set(links)] }
}
