import { rawNameOf } from './tree.js'

const FOLDER = '\u0001'
const FILE = '\u0002'
/** Is in no name, and before all that is. */
const END = '\0'

/**
 * What changed files are shown in the order of: folders before files at each level, then by bytes. Each level is told with its kind first, and
 * in bytes, so that the keys are compared as they stand.
 */
export const shownKey = (path: string): string => {
  const raw = rawNameOf(path)
  const slash = raw.lastIndexOf('/')
  const folders = slash < 0 ? '' : `${FOLDER}${raw.slice(0, slash).replaceAll('/', `${END}${FOLDER}`)}${END}`
  return `${folders}${FILE}${raw.slice(slash + 1)}`
}
