/** A regular expression of a user, ready to be tried. */
export interface Pattern {
  /** Whether some part of the text fits. Takes time in proportion to the text. */
  readonly test: (text: string) => boolean
}

/**
 * Regular expressions of users, in the syntax of RE2: no look-around, no references back to groups.
 *
 * An expression is never tried by backtracking, so that none can take for ever.
 */
export interface Patterns {
  /** Undefined where the source is no expression, or one too large to be tried. */
  readonly compile: (source: string, options?: { readonly ignoreCase?: boolean }) => Pattern | undefined
}
