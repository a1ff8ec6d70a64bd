import { posix } from 'node:path'
import type { Finding, Rule } from '../finding.js'
import { type House, PACKAGES, packageOf } from '../house.js'

/** The parts of documents that are drawn from the house: the page, the mark around the part, and its text. */
const DRAWINGS: ReadonlyArray<readonly [page: string, mark: string, draw: (house: House) => string]> = [
  ['ARCHITECTURE.md', 'rooms', (house) => roomTable(house)],
  ['docs/README.md', 'decisions', (house) => decisionList(house)],
]

/** The folders that hold files themselves, one in each place: what lies below a room belongs to it. */
const foldersOf = (house: House): ReadonlyArray<string> => {
  const holding = new Set<string>()
  for (const path of house.modules.keys()) {
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
const folderSentence = (house: House, folder: string): string | undefined => {
  const comment = /^\s*\/\*\*([\s\S]*?)\*\//.exec(house.files.get(`${folder}/index.ts`) ?? '')?.[1]
  return comment
    ?.split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()
}

const roomTable = (house: House): string => {
  const rows = foldersOf(house).map((folder) => `| \`${folder}/\` | ${folderSentence(house, folder) ?? ''} |\n`)
  return `| folder | what it holds |\n|---|---|\n${rows.join('')}`
}

const decisionList = (house: House): string =>
  [...house.files]
    .filter(([path]) => /^docs\/decisions\/.*\.md$/.test(path))
    .map(([path, text]) => `- [${/^# (.+)$/m.exec(text)?.[1] ?? path}](${path.slice('docs/'.length)})\n`)
    .sort()
    .join('')

const drawn = (house: House, page: string, mark: string, text: string): string | undefined => {
  const before = house.files.get(page)
  const part = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`)
  if (before === undefined || !part.test(before)) return undefined
  return before.replace(part, (_, begin: string, end: string) => `${begin}${text}${end}`)
}

/** The documents with their drawn parts as the house is now: those that change, by path. */
export const redrawn = (house: House): ReadonlyMap<string, string> => {
  const pages = new Map<string, string>()
  for (const [page, mark, draw] of DRAWINGS) {
    const text = drawn(house, page, mark, draw(house))
    if (text !== undefined && text !== house.files.get(page)) pages.set(page, text)
  }
  return pages
}

/** Every room has an index that opens with a sentence on what it is for. */
export const folderSentences: Rule = (house) =>
  foldersOf(house)
    .filter((folder) => folderSentence(house, folder) === undefined)
    .map(
      (folder): Finding => ({
        grade: 'error',
        path: `${folder}/index.ts`,
        message: 'begin with a /** sentence */ on what this room is for',
      }),
    )

/** The table of rooms in ARCHITECTURE.md and the list of decisions are as they would be drawn now. */
export const picture: Rule = (house) =>
  DRAWINGS.flatMap(([page, mark, draw]): ReadonlyArray<Finding> => {
    const text = drawn(house, page, mark, draw(house))
    if (text === undefined) return [{ grade: 'error', path: page, message: `the part <!-- ${mark} --> is missing` }]
    if (text === house.files.get(page)) return []
    return [{ grade: 'error', path: page, message: `${mark} are out of date: npm run format` }]
  })
