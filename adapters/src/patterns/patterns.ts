import { createRequire } from 'node:module'
import { RecencyCache } from '@forgefold/core/app'
import type { Pattern, Patterns } from '@forgefold/core/ports'

/** Loaded with the first expression. */
const library = (): typeof import('re2js') => createRequire(import.meta.url)('re2js')

/** The maximum length of an expression. */
const MAX_LENGTH = 1024
/** The maximum number of compiled instructions; nested repetitions multiply them. */
const MAX_INSTRUCTIONS = 10_000
const MAX_CACHED_PATTERNS = 200

/** So many matches of a text are looked at: each takes time proportional to the text. */
const MAX_MATCHES = 16

type Expression = ReturnType<typeof import('re2js')['RE2JS']['compile']>

const lastGroup = (expression: Expression, text: string): string | undefined => {
  const matcher = expression.matcher(text)
  const [first, last] = matcher.groupCount() === 0 ? [0, 0] : [1, matcher.groupCount()]
  let found: string | undefined
  for (let matches = 0; matches < MAX_MATCHES && matcher.find(); matches++) {
    let group: string | null = null
    for (let at = last; at >= first && group === null; at--) group = matcher.group(at)
    found = group ?? found
  }
  return found
}

const compiled = (source: string, ignoreCase: boolean): Pattern | undefined => {
  const { RE2JS } = library()
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    return expression.programSize() > MAX_INSTRUCTIONS
      ? undefined
      : { test: (text) => expression.test(text), lastGroup: (text) => lastGroup(expression, text) }
  } catch {
    return undefined
  }
}

/**
 * Caches the last two hundred compiled expressions.
 *
 * @example
 * assert.equal(makePatterns().compile('^release/.*$').test('release/1.0'), true)
 */
export const makePatterns = (): Patterns => {
  const kept = new RecencyCache<string, { readonly pattern: Pattern | undefined }>(MAX_CACHED_PATTERNS)
  return {
    compile: (source, { ignoreCase = false } = {}) => {
      if (source.length > MAX_LENGTH) return undefined
      const key = `${ignoreCase ? 'i' : ''}/${source}`
      const found = kept.get(key) ?? { pattern: compiled(source, ignoreCase) }
      kept.set(key, found)
      return found.pattern
    },
  }
}
