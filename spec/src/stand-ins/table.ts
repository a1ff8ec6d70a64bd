import type { Installed } from './install.js'

/** What a stand-in answered, in the medians of its runs; milliseconds. */
export interface Answers {
  readonly firstAnswer: number
  /** Null where there is no way back. */
  readonly reset: number | null
  readonly remembers: boolean
  readonly changes: boolean
  readonly pages: boolean
  readonly refusesStrangers: boolean
  readonly refusesNonsense: boolean
  readonly clones: boolean
}

export interface Tried {
  readonly title: string
  readonly installed: Installed
  readonly answers: Answers
  /** Lines that say what it answers, written by hand for two kinds of things. */
  readonly lines: number
}

const FIRST = '<!-- table -->'
const LAST = '<!-- /table -->'

const milliseconds = (value: number | null): string =>
  value === null ? 'starts anew' : `${value >= 10 ? Math.round(value) : value.toFixed(1)} ms`

const can = (does: boolean): string => (does ? 'yes' : '–')

const ROWS: ReadonlyArray<readonly [label: string, cell: (tried: Tried) => string]> = [
  ['version', ({ installed }) => installed.version],
  ['installed', ({ installed }) => `${installed.size} MB, ${installed.packages} packages`],
  ['from the start of the process to the first answer', ({ answers }) => milliseconds(answers.firstAnswer)],
  ['back to the beginning', ({ answers }) => milliseconds(answers.reset)],
  ['lines of set-up', ({ lines }) => String(lines)],
  ['an issue that was made is in the list', ({ answers }) => can(answers.remembers)],
  ['an issue that was closed is closed', ({ answers }) => can(answers.changes)],
  ['pages, with their headers', ({ answers }) => can(answers.pages)],
  ['401 to strangers', ({ answers }) => can(answers.refusesStrangers)],
  ['400 to an issue without a title', ({ answers }) => can(answers.refusesNonsense)],
  ['git reads the repository', ({ answers }) => can(answers.clones)],
]

/** The table of the page, a column for each. */
export const standInsTable = (tried: ReadonlyArray<Tried>): string =>
  [
    `| | ${tried.map(({ title }) => title).join(' | ')} |`,
    `|---|${tried.map(() => '---|').join('')}`,
    ...ROWS.map(([label, cell]) => `| ${label} | ${tried.map(cell).join(' | ')} |`),
  ].join('\n')

/** The page with the table in its place. */
export const withTable = (page: string, table: string, day: string): string => {
  const from = page.indexOf(FIRST)
  const to = page.indexOf(LAST)
  if (from < 0 || to < from) throw new Error(`the page lacks ${FIRST} or ${LAST}`)
  return `${page.slice(0, from)}${FIRST}\nMeasured on ${day}:\n\n${table}\n${page.slice(to)}`
}
