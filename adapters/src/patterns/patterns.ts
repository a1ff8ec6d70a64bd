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

const compiled = (source: string, ignoreCase: boolean): Pattern | undefined => {
  const { RE2JS } = library()
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    return expression.programSize() > MAX_INSTRUCTIONS ? undefined : { test: (text) => expression.test(text) }
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
