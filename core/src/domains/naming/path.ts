import { blank, tooLong, trimEnds } from '../../kernel/index.js'
import { RESERVED_AT_TOP, RESERVED_BELOW } from './reserved-words.js'

/** The rule of user and group paths, in the words of refusals (docs/reference/behaviour/projects.md#paths-and-names). */
const NAMESPACE_PATH_RULE =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'."

/** The rule of project paths, in the words of refusals. */
const PROJECT_PATH_RULE =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'"

const SYNTAX = /^[a-zA-Z0-9_.][a-zA-Z0-9_\-.]*$/
const NAMESPACE_END = /(\.|\.git|\.atom)$/i
const PROJECT_END = /\.(git|atom)$/i

/** The errors of the path of a user or a group; `top` for one without a parent. */
export const namespacePathErrors = (path: string, top: boolean): ReadonlyArray<string> => {
  if (path.trim() === '') return blank(path)
  if (!SYNTAX.test(path) || NAMESPACE_END.test(path)) return [...tooLong(path, 255), NAMESPACE_PATH_RULE]
  const reserved = top ? RESERVED_AT_TOP : RESERVED_BELOW
  return [...tooLong(path, 255), ...(reserved.has(path.toLowerCase()) ? ['is a reserved name'] : [])]
}

/** The errors of the path of a project. */
export const projectPathErrors = (path: string): ReadonlyArray<string> => {
  if (path.trim() === '') return blank(path)
  if (!SYNTAX.test(path) || PROJECT_END.test(path)) return [...tooLong(path, 255), PROJECT_PATH_RULE]
  return [...tooLong(path, 255), ...(RESERVED_BELOW.has(path.toLowerCase()) ? [`${path} is a reserved name`] : [])]
}

/** A path derived from a name, where none is given. */
export const pathFromName = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/[^a-zA-Z0-9_.-]/g, '')
  return trimEnds(plain, '-').toLowerCase()
}
