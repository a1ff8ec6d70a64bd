import { posix } from 'node:path'
import type { Finding, Rule } from '../finding.js'
import { type House, PACKAGES, packageOf } from '../house.js'

const PAGE = 'ARCHITECTURE.md'
const TABLE = /(<!-- rooms -->\n)[\s\S]*?(<!-- \/rooms -->)/

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
const doorplate = (house: House, folder: string): string | undefined => {
  const comment = /^\s*\/\*\*([\s\S]*?)\*\//.exec(house.files.get(`${folder}/index.ts`) ?? '')?.[1]
  return comment
    ?.split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()
}

/** ARCHITECTURE.md with the table of rooms as the house has them now. */
export const redrawn = (house: House): string => {
  const rows = foldersOf(house).map((folder) => `| \`${folder}/\` | ${doorplate(house, folder) ?? ''} |\n`)
  const table = `| folder | what it holds |\n|---|---|\n${rows.join('')}`
  return (house.files.get(PAGE) ?? '').replace(TABLE, (_, begin: string, end: string) => `${begin}${table}${end}`)
}

/** Every room has an index that opens with a sentence on what it is for. */
export const doorplates: Rule = (house) =>
  foldersOf(house)
    .filter((folder) => doorplate(house, folder) === undefined)
    .map(
      (folder): Finding => ({
        grade: 'error',
        path: `${folder}/index.ts`,
        message: 'begin with a /** sentence */ on what this room is for',
      }),
    )

/** The table of rooms in ARCHITECTURE.md is the one drawn from those sentences. */
export const picture: Rule = (house) => {
  const page = house.files.get(PAGE) ?? ''
  if (!TABLE.test(page)) return [{ grade: 'error', path: PAGE, message: 'the table of rooms is missing' }]
  return redrawn(house) === page
    ? []
    : [{ grade: 'error', path: PAGE, message: 'the table of rooms is out of date: npm run format' }]
}
