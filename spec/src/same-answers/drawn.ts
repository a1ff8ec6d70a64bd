/** What is drawn anew each time a test runs, or is the time of the real clock: it gets a name, so that everything else can be compared. */

const NAMED_FIELD = /merge_status$|token$|secret$|^uuid$|^application_id$|^uid$|^jti$|^n$|^kid$|csrf|^file_md5$/

/** Follows from the status of the check that runs in the background, as `merge_status` does. */
const FOUND_OUT_LATER = 'has_conflicts'

/** Fields of addresses and forms that a client or the server draws. */
const PARAMETERS = 'state|nonce|code|code_challenge|code_verifier|job_token|secret|sealed|shown'

const NAMED_TEXT: ReadonlyArray<readonly [RegExp, string]> = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(uuid)'],
  [/\bglpat-[\w-]{20}/g, '(token)'],
  [/(?<![0-9a-zA-Z])[0-9a-f]{64}\b|(?<=%3D)[0-9a-f]{64}\b/g, '(64 hex)'],
  [/\b[0-9a-f]{32}\b/g, '(32 hex)'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '(jwt)'],
  [/(127\.0\.0\.1|localhost)(?::|%3A)\d+/g, '(address)'],
  [/\/tmp\/[\w/.-]+/g, '(folder)'],
  [new RegExp(`(?<=[?&;]|%3F|%26)(${PARAMETERS})(=|%3D)[\\w.~-]+`, 'g'), '$1$2(drawn)'],
  [new RegExp(`(name="(?:${PARAMETERS})" value=")[^"]*`, 'g'), '$1(drawn)'],
  [/<svg[\s\S]*?<\/svg>/g, '(picture)'],
  [/\b[0-9a-f]{16}(?:\n[0-9a-f]{16})+/g, '(recovery codes)'],
  // Maven names snapshots by the second and its lists tell theirs; npm has revisions by the millisecond.
  [/\b\d{8}\.\d{6}-\d+/g, '(snapshot)'],
  [/\b20\d{12}(?:\d{3})?\b/g, '(stamp)'],
  // Signed notes: the name of the log, the key that verifies them, their signatures, and the hash of a tree over events with ids of their own.
  [/\b(forgefold-history\/)[0-9a-f]{16}\b/g, '$1(log)'],
  [/\+[0-9a-f]{8}\+[\w+/]{40,}={0,2}/g, '(verifier key)'],
  [/^(— \S+ )[\w+/]{40,}={0,2}$/gm, '$1(signature)'],
  [/^[\w+/]{43}=$/gm, '(root hash)'],
  [/(<code[^>]*>)[A-Z2-7 ]{32,}(?=<)/g, '$1(secret)'],
]

/** Tests of real clients keep the real clock, and what they are given ends within hours; all others stand in 2022. */
const NEAR_MILLISECONDS = 3 * 3_600_000
const isNow = (milliseconds: number): boolean => Math.abs(milliseconds - Date.now()) < NEAR_MILLISECONDS

const INSTANT = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)|, \d\d:\d\d UTC)/g

const millisecondsOf = (text: string): number => Date.parse(text.replace(/^(.{10}), (.{5}) UTC$/, '$1T$2:00Z'))

/** The same text with names for what is drawn anew. */
export const namedText = (text: string): string =>
  NAMED_TEXT.reduce((left, [drawn, name]) => left.replace(drawn, name), text).replace(INSTANT, (instant) =>
    isNow(millisecondsOf(instant)) ? '(now)' : instant,
  )

/** A secret is long enough not to stand anywhere by chance. */
const MIN_SECRET_LENGTH = 16

/** The secrets of an answer, which may stand in its other texts too: the token of a job is in its variables and addresses. */
const secretsIn = (value: unknown, field = ''): ReadonlyArray<string> => {
  if (typeof value === 'string') return NAMED_FIELD.test(field) && value.length >= MIN_SECRET_LENGTH ? [value] : []
  if (Array.isArray(value)) return value.flatMap((one) => secretsIn(one))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, key))
}

const named = (value: unknown, secrets: ReadonlyArray<string>, field = ''): unknown => {
  if (typeof value === 'string')
    return NAMED_FIELD.test(field)
      ? '(drawn)'
      : namedText(secrets.reduce((text, secret) => text.replaceAll(secret, '(drawn)'), value))
  if (field === FOUND_OUT_LATER) return '(drawn)'
  if (typeof value === 'number') return isNow(value * 1000) || isNow(value) ? '(now)' : value
  if (Array.isArray(value)) return value.map((one) => named(one, secrets))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner, secrets, key)]))
  return value
}

/** The same JSON with names for what is drawn anew. */
export const namedJson = (value: unknown): unknown => named(value, secretsIn(value))
