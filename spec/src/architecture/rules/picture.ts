import { posix } from 'node:path'
import type { Finding, Rule } from '../finding.js'
import { PACKAGES, packageOf, type Workspace } from '../workspace.js'

/** The parts of documents that are drawn from the workspace: the page, the mark around the part, and its text. */
const DRAWINGS: ReadonlyArray<readonly [page: string, mark: string, draw: (workspace: Workspace) => string]> = [
  ['ARCHITECTURE.md', 'modules', (workspace) => moduleTable(workspace)],
  ['docs/README.md', 'decisions', (workspace) => decisionList(workspace)],
]

/** The folders that hold files themselves, one in each place: what lies below a module belongs to it. */
const foldersOf = (workspace: Workspace): ReadonlyArray<string> => {
  const holding = new Set<string>()
  for (const path of workspace.sources.keys()) {
    const folder = posix.dirname(path)
    if (/^\w+\/src\//.test(folder)) holding.add(folder)
  }
  const isInside = (folder: string): boolean => {
    for (let up = posix.dirname(folder); up !== '.'; up = posix.dirname(up)) if (holding.has(up)) return true
    return false
  }
  const order = [...PACKAGES.keys()]
  return [...holding]
    .filter((folder) => !isInside(folder))
    .sort((a, b) => order.indexOf(packageOf(a)) - order.indexOf(packageOf(b)) || (a < b ? -1 : a > b ? 1 : 0))
}

/** What the index of a folder says about it, on one line; undefined where it says nothing. */
const folderSentence = (workspace: Workspace, folder: string): string | undefined => {
  const comment = /^\s*\/\*\*([\s\S]*?)\*\//.exec(workspace.files.get(`${folder}/index.ts`) ?? '')?.[1]
  return comment
    ?.split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()
}

const moduleTable = (workspace: Workspace): string => {
  const rows = foldersOf(workspace).map((folder) => `| \`${folder}/\` | ${folderSentence(workspace, folder) ?? ''} |\n`)
  return `| folder | what it holds |\n|---|---|\n${rows.join('')}`
}

const decisionList = (workspace: Workspace): string =>
  [...workspace.files]
    .filter(([path]) => /^docs\/decisions\/.*\.md$/.test(path))
    .map(([path, text]) => `- [${/^# (.+)$/m.exec(text)?.[1] ?? path}](${path.slice('docs/'.length)})\n`)
    .sort()
    .join('')

const drawn = (workspace: Workspace, page: string, mark: string, text: string): string | undefined => {
  const before = workspace.files.get(page)
  const part = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`)
  if (before === undefined || !part.test(before)) return undefined
  return before.replace(part, (_, begin: string, end: string) => `${begin}${text}${end}`)
}

/** The documents with their drawn parts as the workspace is now: those that change, by path. */
export const redrawn = (workspace: Workspace): ReadonlyMap<string, string> => {
  const pages = new Map<string, string>()
  for (const [page, mark, draw] of DRAWINGS) {
    const text = drawn(workspace, page, mark, draw(workspace))
    if (text !== undefined && text !== workspace.files.get(page)) pages.set(page, text)
  }
  return pages
}

/** Every module has an index that opens with a sentence on what it is for. */
export const folderSentences: Rule = (workspace) =>
  foldersOf(workspace)
    .filter((folder) => folderSentence(workspace, folder) === undefined)
    .map(
      (folder): Finding => ({
        grade: 'error',
        path: `${folder}/index.ts`,
        message: 'begin with a /** sentence */ on what this module is for',
      }),
    )

/** The table of modules in ARCHITECTURE.md and the list of decisions are as they would be drawn now. */
export const picture: Rule = (workspace) =>
  DRAWINGS.flatMap(([page, mark, draw]): ReadonlyArray<Finding> => {
    const text = drawn(workspace, page, mark, draw(workspace))
    if (text === undefined) return [{ grade: 'error', path: page, message: `the part <!-- ${mark} --> is missing` }]
    if (text === workspace.files.get(page)) return []
    return [{ grade: 'error', path: page, message: `${mark} are out of date: npm run format` }]
  })
