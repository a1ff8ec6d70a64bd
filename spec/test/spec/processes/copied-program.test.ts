import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { copyOfProgram, forgefold } from '@forgefold/spec/processes'
import { afterAll, expect, it } from 'vitest'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'forgefold-copied-')))
afterAll(() => rmSync(folder, { recursive: true }))

/** The files that a program loads, as the engine counts them when it ends. */
const loadedBy = (program: string): ReadonlyArray<string> => {
  const coverage = mkdtempSync(join(folder, 'coverage-'))
  execFileSync(process.execPath, [program, 'help'], { env: { ...process.env, NODE_V8_COVERAGE: coverage } })
  const files = readdirSync(coverage).map((name) => readFileSync(join(coverage, name), 'utf8'))
  return files
    .flatMap((text) => (JSON.parse(text) as { result: ReadonlyArray<{ url: string }> }).result)
    .map(({ url }) => url)
}

it('a copy of the program loads nothing of what may be built anew meanwhile', async () => {
  const copy = await copyOfProgram(forgefold, mkdtempSync(join(folder, 'copy-')))
  expect(copy.startsWith(folder)).toBe(true)
  const ours = loadedBy(copy).filter((url) => /\/(core|adapters|server)\/dist\//.test(url))
  expect(ours.length).toBeGreaterThan(0)
  expect(ours.filter((url) => !url.startsWith(pathToFileURL(folder).href))).toEqual([])
})

it('a program from elsewhere is started where it is', async () => {
  const elsewhere = join(folder, 'elsewhere.js')
  expect(await copyOfProgram(elsewhere, folder)).toBe(elsewhere)
})
