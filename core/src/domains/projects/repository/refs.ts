/** The prefix of branch refs. */
export const BRANCHES = 'refs/heads/'
/** The prefix of tag refs. */
export const TAGS = 'refs/tags/'

/** The prefix of notes refs. */
const NOTES = 'refs/notes/'

/** Whether clients may update a ref; all others are internal to the server. */
export const isClientRef = (ref: string): boolean => [BRANCHES, TAGS, NOTES].some((prefix) => ref.startsWith(prefix))

/** The ref of a branch. */
export const branchRef = (branch: string): string => `${BRANCHES}${branch}`
/** The ref of a tag. */
export const tagRef = (tag: string): string => `${TAGS}${tag}`

/** The short name of a branch ref; undefined for any other. */
export const branchOf = (ref: string): string | undefined =>
  ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : undefined

/** The short name of a tag ref; undefined for any other. */
export const tagOf = (ref: string): string | undefined => (ref.startsWith(TAGS) ? ref.slice(TAGS.length) : undefined)
