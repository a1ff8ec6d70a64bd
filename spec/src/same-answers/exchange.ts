import { namedJson, namedText } from './drawn.js'
import { positionMarks } from './positions.js'

/** One question of a test and what came back. */
export interface Exchange {
  /** The test file, from the root of the sources, and the test's full name. */
  readonly test: string
  readonly asked: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Headers that are no part of the answer: who served it, when, how far it had come, how long it took. */
const PASSING_HEADERS: ReadonlySet<string> = new Set([
  'x-request-id',
  'x-gitlab-meta',
  'x-runtime',
  'forgefold-position',
  'etag',
  'date',
  'set-cookie',
])

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Measurements, and hashes of events, which have other ids each time. */
const DRAWN_ANEW = ['/-/metrics', '/.well-known/forgefold/tile/']

/** An exchange without what is drawn anew each time. */
export const exchangeOf = (
  test: string,
  asked: string,
  status: number,
  headers: ReadonlyArray<readonly [string, string]>,
  body: string,
): Exchange => {
  const marks = positionMarks(asked)
  return {
    test,
    asked: marks.text(namedText(asked)),
    status,
    headers: Object.fromEntries(
      headers
        .map(([name, value]) => [name.toLowerCase(), marks.text(namedText(value))] as const)
        .filter(([name]) => !PASSING_HEADERS.has(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    body: DRAWN_ANEW.some((path) => asked.includes(path)) ? '(drawn)' : namedJson(marks.json(jsonOr(body))),
  }
}
