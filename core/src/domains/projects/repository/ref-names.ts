/** Where branches are among refs. */
export const BRANCHES = 'refs/heads/'
/** Where tags are among refs. */
export const TAGS = 'refs/tags/'

/** The ref of a branch. */
export const branchRef = (branch: string): string => `${BRANCHES}${branch}`
/** The ref of a tag. */
export const tagRef = (tag: string): string => `${TAGS}${tag}`

/** The short name of a branch ref; undefined for any other. */
export const branchOf = (ref: string): string | undefined =>
  ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : undefined

/** The short name of a tag ref; undefined for any other. */
export const tagOf = (ref: string): string | undefined => (ref.startsWith(TAGS) ? ref.slice(TAGS.length) : undefined)

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what git forbids.
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$/

/** The rules of `git check-ref-format` for a name in full. */
export const isRefName = (name: string): boolean =>
  name.includes('/') &&
  !FORBIDDEN.test(name) &&
  name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))

const isShortName = (name: string, prefix: string): boolean =>
  name !== '' && !name.startsWith('-') && name.length <= 255 && isRefName(`${prefix}${name}`)

const LOOKS_LIKE_A_COMMIT = /^[0-9a-f]{40}$/i

/** The rules of `git check-ref-format --branch`; a name that looks like a commit's id, or is HEAD, would confuse. */
export const isBranchName = (name: string): boolean =>
  isShortName(name, BRANCHES) && name !== 'HEAD' && !LOOKS_LIKE_A_COMMIT.test(name)

export const isTagName = (name: string): boolean => isShortName(name, TAGS) && name !== 'HEAD'
