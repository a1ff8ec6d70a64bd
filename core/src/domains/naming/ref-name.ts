// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what git forbids.
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$/

/** The rules of `git check-ref-format` for a full name. */
export const isRefName = (name: string): boolean =>
  name.includes('/') &&
  !FORBIDDEN.test(name) &&
  name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))

/** A short name with the prefix of a full one would be ambiguous. */
const LOOKS_LIKE_A_REF = /^refs\/(?:heads|tags|remotes)\//

const isShortName = (name: string, prefix: string): boolean =>
  name !== '' &&
  !name.startsWith('-') &&
  name.length <= 255 &&
  !LOOKS_LIKE_A_REF.test(name) &&
  isRefName(`${prefix}${name}`)

const LOOKS_LIKE_A_COMMIT = /^[0-9a-f]{40}$/i

/** The rules of `git check-ref-format --branch`; a name that looks like a commit id, or is HEAD, would be ambiguous. */
export const isBranchName = (name: string): boolean =>
  isShortName(name, 'refs/heads/') && name !== 'HEAD' && !LOOKS_LIKE_A_COMMIT.test(name)

export const isTagName = (name: string): boolean => isShortName(name, 'refs/tags/') && name !== 'HEAD'
