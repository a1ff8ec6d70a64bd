import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicFunctions } from '@forgefold/spec/api-report'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** What a package is called in the workspace, where that differs. */
const inTheWorkspace = (code: string): string =>
  code
    .replaceAll("'@forgefold/testing'", "'@forgefold/server/testing'")
    .replaceAll("'@forgefold/laws'", "'@forgefold/spec/laws'")
    .replaceAll("'@forgefold/core/label'", "'@forgefold/core/domains/planning/label'")

const PACKAGES = ['core', 'adapters', 'server', 'spec/packages/testing', 'spec/packages/laws'] as const

/** Entry points for test runners: their examples are tests. */
const RUNNERS = /\/(?:vitest|node-test|playwright)$/

/** The tests of somebody who has installed the packages, which `consumer.test.ts` runs. */
const CONSUMER = join(ROOT, 'spec/consumer')
const CONSUMER_TESTS = readdirSync(CONSUMER).map((file) => readFileSync(join(CONSUMER, file), 'utf8'))

/** Runs each file in one process; gives what failed, by the names of the files. */
const RUNNER = `
const failed = {}
for (const name of process.argv.slice(1))
  await import(process.cwd() + '/' + name + '.mjs').catch((error) => void (failed[name] = String(error.stack)))
process.stdout.write(JSON.stringify(failed), () => process.exit())`

const FUNCTIONS = PACKAGES.map((home) => ({ home, functions: publicFunctions(ROOT, home) }))

/** Examples that are programs, by the names of their files. */
const programsOf = (
  home: string,
): ReadonlyArray<{ readonly file: string; readonly name: string; readonly code: string }> =>
  FUNCTIONS.filter((one) => one.home === home).flatMap(({ functions }) =>
    functions.flatMap(({ name, from, example }) =>
      example === undefined || RUNNERS.test(from) ? [] : [{ file: `${home}/${name}`, name, code: example }],
    ),
  )

let folder: string
/** What failed of all packages, whose examples one process runs: it takes longer to load the server than to run them. */
let failed: Readonly<Record<string, string>>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgefold-examples-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'tmp'))
  const all = PACKAGES.flatMap(programsOf)
  for (const home of PACKAGES) mkdirSync(join(folder, home), { recursive: true })
  for (const { file, code } of all) writeFileSync(join(folder, `${file}.mjs`), inTheWorkspace(code))
  const flags = ['--input-type=module', '-e', RUNNER, ...all.map(({ file }) => file)]
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') }
  const told = execFileSync(process.execPath, flags, { cwd: folder, encoding: 'utf8', env })
  failed = JSON.parse(told) as Record<string, string>
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(FUNCTIONS)('the public functions of $home', ({ home, functions }) => {
  it('have a sentence and an example each', () => {
    expect(functions.length).toBeGreaterThan(5)
    expect(functions.filter(({ summary }) => summary === '').map(({ name }) => name)).toEqual([])
    expect(functions.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([])
  })
  it('do what their examples say', () => {
    const programs = programsOf(home)
    for (const { name, code } of programs)
      expect(code, name).toMatch(new RegExp(`\\b${name}\\b[\\s\\S]*\\bassert\\b|\\bassert\\b[\\s\\S]*\\b${name}\\b`))
    const own = new Set(programs.map(({ file }) => file))
    expect(Object.fromEntries(Object.entries(failed).filter(([file]) => own.has(file)))).toEqual({})
  })
  it('do it in a test runner where they are for one', () => {
    const others = functions.filter(({ from }) => RUNNERS.test(from)).map(({ example = '' }) => example)
    expect(others.filter((example) => !CONSUMER_TESTS.some((text) => text.includes(example)))).toEqual([])
  })
})
