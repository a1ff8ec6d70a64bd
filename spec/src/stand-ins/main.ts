import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../bench/benchmark.js'
import { openApiOf } from './description.js'
import { installOne } from './install.js'
import { type Answers, standInsTable, type Tried, withTable } from './table.js'

/** `npm run stand-ins`: what people test clients of an API against, asked the same questions; `-- --write` writes the table of the page. */
const STAND_INS: ReadonlyArray<readonly [name: string, title: string, module: string]> = [
  ['forgefold', 'Forgefold', '@forgefold/testing'],
  ['nock', 'recorded answers (nock)', 'nock'],
  ['msw', 'handlers by hand (MSW)', 'msw'],
  ['json-server', 'json-server', 'json-server'],
  ['prism', 'a mock of the OpenAPI description (Prism)', '@stoplight/prism-cli'],
]
const PAGE = 'docs/explanation/comparison-with-stand-ins.md'
const RUNS = 5

const runOnce = (folder: string, name: string): Answers =>
  JSON.parse(
    execFileSync(process.execPath, [`${name}.mjs`], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, STARTED: String(Date.now()) },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Answers

/** The runs agree on what it can, and its times are the middle of theirs. */
const summary = (runs: ReadonlyArray<Answers>): Answers => {
  const [first, ...others] = runs as readonly [Answers, ...ReadonlyArray<Answers>]
  const abilities = ({ firstAnswer: _, reset: __, ...rest }: Answers): string => JSON.stringify(rest)
  if (others.some((other) => abilities(other) !== abilities(first))) throw new Error('two runs answered differently')
  return {
    ...first,
    firstAnswer: median(runs.map(({ firstAnswer }) => firstAnswer)),
    reset: first.reset === null ? null : median(runs.map(({ reset }) => reset ?? Number.NaN)),
  }
}

const tryOne = ([name, title, module]: (typeof STAND_INS)[number], description: string): Tried => {
  const installed = installOne(name, module)
  writeFileSync(join(installed.folder, 'openapi.json'), description)
  const answers = summary(Array.from({ length: RUNS }, () => runOnce(installed.folder, name)))
  const lines = readFileSync(join(installed.folder, `${name}.mjs`), 'utf8')
    .trim()
    .split('\n').length
  console.log(`${name} ${installed.version}: ${JSON.stringify(answers)}`)
  return { title, installed, answers, lines }
}

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const description = await openApiOf()
const tried = STAND_INS.filter(([name]) => words.length === 0 || words.includes(name)).map((one) =>
  tryOne(one, description),
)
const table = standInsTable(tried)
console.log(table)
if (process.argv.includes('--write')) {
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), table, day))
}
