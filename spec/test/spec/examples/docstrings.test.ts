import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SOURCES = join(ROOT, 'server/src')

/** Public functions without an example of their own, and why. */
const WITHOUT = new Map([
  ['createForgefold', 'createForge is made of it, with the same options'],
  ['exportSeedOfFolder', 'forgefold export-seed is how it is called'],
  ['listenUws', 'takes an optional package with a binary'],
  ['uwsBinding', 'takes an optional package with a binary'],
])

const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\nexport const (\w+)\b/g

const exampleIn = (docstring: string): string | undefined => {
  const [, example] = docstring.split('@example')
  return example?.replaceAll(/^ \* ?/gm, '').trim()
}

/** The examples in docstrings, by the name of the function. */
const examples = new Map(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [...readFileSync(join(SOURCES, path), 'utf8').matchAll(DOCUMENTED)])
    .flatMap(([, docstring = '', name = '']) => {
      const example = exampleIn(docstring)
      return example === undefined ? [] : [[name, example] as const]
    }),
)

/** What is published as `@forgefold/testing` is this entry point in the workspace. */
const inTheWorkspace = (example: string): string =>
  example.replaceAll("'@forgefold/testing'", "'@forgefold/server/testing'")

describe('the public functions of the server and of forges for tests', () => {
  it('have an example each, or a reason', () => {
    const report = readFileSync(join(ROOT, 'server/api.txt'), 'utf8')
    const functions = [...report.matchAll(/^declare const (\w+): (?:<[^>]*>)?\(/gm)].map(([, name = '']) => name)
    expect(functions).toEqual(expect.arrayContaining(['createForge', 'startForge', 'seed']))
    expect(functions.filter((name) => !examples.has(name)).sort()).toEqual([...WITHOUT.keys()].sort())
  })
  it.each([...examples])('%s does what its example says', (name, example) => {
    expect(example).toMatch(new RegExp(`\\b${name}\\b[\\s\\S]*\\bassert\\b`))
    const flags = ['--input-type=module', '-e', inTheWorkspace(example)]
    execFileSync(process.execPath, flags, { cwd: join(ROOT, 'spec'), stdio: ['ignore', 'ignore', 'pipe'] })
  })
})
