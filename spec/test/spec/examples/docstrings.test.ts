import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicFunctions } from '@forgefold/spec/api-report'
import { describe, expect, it } from 'vitest'

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

describe.each(PACKAGES)('the public functions of %s', (home) => {
  const functions = publicFunctions(ROOT, home)

  it('have a sentence and an example each', () => {
    expect(functions.length).toBeGreaterThan(5)
    expect(functions.filter(({ summary }) => summary === '').map(({ name }) => name)).toEqual([])
    expect(functions.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([])
  })
  it('do what their examples say', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgefold-examples-'))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const names = functions.flatMap(({ name, from, example }) => {
      if (example === undefined || RUNNERS.test(from)) return []
      expect(example, name).toMatch(new RegExp(`\\b${name}\\b[\\s\\S]*\\bassert\\b|\\bassert\\b[\\s\\S]*\\b${name}\\b`))
      writeFileSync(join(folder, `${name}.mjs`), inTheWorkspace(example))
      return [name]
    })
    mkdirSync(join(folder, 'tmp'))
    const flags = ['--input-type=module', '-e', RUNNER, ...names]
    const env = { ...process.env, TMPDIR: join(folder, 'tmp') }
    const failed = execFileSync(process.execPath, flags, { cwd: folder, encoding: 'utf8', env })
    rmSync(folder, { recursive: true, force: true })
    expect(JSON.parse(failed)).toEqual({})
  })
  it('do it in a test runner where they are for one', () => {
    const others = functions.filter(({ from }) => RUNNERS.test(from)).map(({ example = '' }) => example)
    expect(others.filter((example) => !CONSUMER_TESTS.some((text) => text.includes(example)))).toEqual([])
  })
})
