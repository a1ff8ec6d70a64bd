/** Why a path may not be written: it leads out of the tree or into `.git`, it is malformed, or no system could check it out. */
export type PathFault = 'PathEmpty' | 'PathInvalid' | 'PathMalformed' | 'PathTooLong'

/** Code points that HFS+ ignores in names (git's `next_hfs_char`). */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
const GIT_FOLDER = '.git'
const SHORT_GIT_FOLDER = 'git~1'

/** The name as NTFS resolves it: without a stream, and without dots and spaces at its end. */
const onNtfs = (name: string): string => {
  const colon = name.indexOf(':')
  let end = colon < 0 ? name.length : colon
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1
  return name.slice(0, end).toLowerCase()
}

const onHfs = (name: string): string => name.replace(IGNORED_BY_HFS, '').toLowerCase()

/** A name that some file system resolves to `.git` (git's `core.protectNTFS` and `core.protectHFS`). */
const isGitFolder = (name: string): boolean => {
  const ntfs = onNtfs(onHfs(name))
  return ntfs === GIT_FOLDER || ntfs === SHORT_GIT_FOLDER
}

const SHORT_MODULES = /^(?:gitmod~[1-4]|gi7eba?~[1-9]\d{0,5})$/

/** A name that some file system resolves to `.gitmodules`. */
export const isModulesFile = (name: string): boolean => {
  const ntfs = onNtfs(onHfs(name))
  return ntfs === '.gitmodules' || SHORT_MODULES.test(ntfs)
}

/** The longest path that Linux opens, in bytes. Each name of a path is a tree to read and to write. */
const LONGEST_PATH = 4095

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_PLAIN = /[\u0000-\u001f\u007f\\]/

/** What is wrong with a path that is to be written; undefined if nothing. A backslash separates names on some systems. */
export const pathFault = (path: string): PathFault | undefined => {
  if (Buffer.byteLength(path) > LONGEST_PATH) return 'PathTooLong'
  const parts = path.split('/')
  if (parts.every((part) => part === '')) return 'PathEmpty'
  if (parts.some((part) => part.split('\\').some((name) => name === '..' || isGitFolder(name)))) return 'PathInvalid'
  return parts.some((part) => part === '' || part === '.' || NOT_PLAIN.test(part)) ? 'PathMalformed' : undefined
}
