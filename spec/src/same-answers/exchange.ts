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
  'x-runtime',
  'forgefold-position',
  'etag',
  'date',
  'set-cookie',
])

/** Secrets and keys are drawn anew each time; whether a request can be merged is worked out beside the answers, sooner or later. */
const DRAWN_FIELD = /merge_status$|token$|secret$|^uuid$|^application_id$|^uid$|^jti$|^n$|^kid$|csrf|^file_md5$/
const DRAWN_TEXT: ReadonlyArray<readonly [RegExp, string]> = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(uuid)'],
  [/\bglpat-[\w-]{20}/g, '(token)'],
  [/\b[0-9a-f]{64}\b/g, '(64 hex)'],
  [/\b[0-9a-f]{32}\b/g, '(32 hex)'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '(jwt)'],
  [/127\.0\.0\.1:\d+|localhost:\d+/g, '(address)'],
  [/\/tmp\/[\w/.-]+/g, '(folder)'],
]

const plain = (text: string): string => DRAWN_TEXT.reduce((left, [drawn, name]) => left.replace(drawn, name), text)

const withoutDrawn = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return DRAWN_FIELD.test(name) ? '(drawn)' : plain(value)
  if (Array.isArray(value)) return value.map((one) => withoutDrawn(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutDrawn(inner, key)]))
  return value
}

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** An exchange without what is drawn anew each time. */
export const exchangeOf = (
  test: string,
  asked: string,
  status: number,
  headers: ReadonlyArray<readonly [string, string]>,
  body: string,
): Exchange => ({
  test,
  asked: plain(asked),
  status,
  headers: Object.fromEntries(
    headers
      .map(([name, value]) => [name.toLowerCase(), plain(value)] as const)
      .filter(([name]) => !PASSING_HEADERS.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
  body: withoutDrawn(jsonOr(body)),
})
