/** A compiled regular expression of a user. */
export interface Pattern {
  /** Whether a part of the text matches. Takes linear time. */
  readonly test: (text: string) => boolean
  /** The last group of the last of its first matches, or the whole match where it has no groups; undefined where it finds nothing. */
  readonly lastGroup: (text: string) => string | undefined
}

/**
 * Regular expressions of users, in the syntax of RE2: no look-around and no backreferences.
 *
 * They are matched without backtracking, so that none takes exponential time.
 */
export interface Patterns {
  /** Undefined where the source is malformed or too large. */
  readonly compile: (source: string, options?: { readonly ignoreCase?: boolean }) => Pattern | undefined
}
