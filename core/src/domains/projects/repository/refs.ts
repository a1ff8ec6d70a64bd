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

/** What happens to a branch or a tag: it is new, deleted, or moves. */
export interface RefChange {
  readonly action: 'created' | 'removed' | 'pushed'
  readonly refType: 'branch' | 'tag'
}

/**
 * What an update of a ref does.
 *
 * @example
 * assert.deepEqual(refChange({ ref: 'refs/tags/v1', from: 'a1', to: null }), { action: 'removed', refType: 'tag' })
 */
export const refChange = (update: {
  readonly ref: string
  readonly from: string | null
  readonly to: string | null
}): RefChange => ({
  action: update.from === null ? 'created' : update.to === null ? 'removed' : 'pushed',
  refType: tagOf(update.ref) === undefined ? 'branch' : 'tag',
})
