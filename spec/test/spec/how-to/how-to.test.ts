import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect, print, readWorkspace, redrawn } from '@forgefold/spec/architecture'
import { FOLLOWED_PAGES, followStep, makeScratchCopy, placeOf, type ScratchCopy, stepsOf } from '@forgefold/spec/how-to'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const WORKSPACE = fileURLToPath(new URL('../../../../', import.meta.url))
/** On two busy cores; alone it takes a tenth. */
const TIMEOUT = 240_000

describe('the steps of a page', () => {
  const at = (line: string) => ({ place: placeOf(line) ?? expect.fail(line), code: 'b\n' })

  it('are the blocks under a line that names a place', () => {
    const page =
      'New file `a.ts`:\n\n```ts\none\n```\n\nLook:\n\n```sh\nls\n```\n\nIn `a.ts`, after `one`:\n\n```ts\ntwo\n```\n'
    expect(stepsOf(page)).toEqual([
      { place: { kind: 'new file', path: 'a.ts' }, code: 'one\n' },
      { place: { kind: 'after', path: 'a.ts', anchor: 'one' }, code: 'two\n' },
    ])
  })
  it.each([
    ['New file `a.ts`:', undefined, 'b\n'],
    ['In `a.ts`, at the top:', 'a\n', 'b\na\n'],
    ['In `a.ts`, at the end:', 'a\n', 'a\nb\n'],
    ['In `a.ts`, before `c`:', 'a\nc\nd\n', 'a\nb\nc\nd\n'],
    ['In `a.ts`, after `c`:', 'a\nc\nd\n', 'a\nc\nb\nd\n'],
    ['In `a.ts`, instead of `c`:', 'a\nc\nd\n', 'a\nb\nd\n'],
  ])('change a file: %s', (line, before, after) => {
    expect(followStep(before, at(line))).toBe(after)
  })
  it.each([
    ['New file `a.ts`:', 'a\n', 'no new file'],
    ['In `a.ts`, at the end:', undefined, 'there is no a.ts'],
    ['In `a.ts`, after `c`:', 'a\n', 'no line with c'],
    ['In `a.ts`, after `c`:', 'c\nc\n', 'several lines with c'],
  ])('are refused where they do not fit: %s', (line, before, message) => {
    expect(() => followStep(before, at(line))).toThrow(message)
  })
})

describe('the pages that add to the code, followed one after the other', () => {
  let copy: ScratchCopy
  const touched = new Set<string>()
  const node = (...args: ReadonlyArray<string>): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy.root, encoding: 'utf8' })
    return status === 0 ? stdout : expect.fail(`${args.join(' ')}\n${stdout}${stderr}`)
  }

  beforeAll(() => {
    copy = makeScratchCopy(WORKSPACE)
    for (const page of FOLLOWED_PAGES)
      for (const step of stepsOf(readFileSync(join(WORKSPACE, page), 'utf8'))) touched.add(copy.follow(step))
  }, TIMEOUT)
  afterAll(() => copy.remove())

  it.each(FOLLOWED_PAGES)('name no file that is not there: %s', (page) => {
    const named = [
      ...readFileSync(join(WORKSPACE, page), 'utf8').matchAll(/`((?:core|adapters|server|spec|docs)\/[^`<…\s]+)`/g),
    ]
    const paths = named.map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.filter((path) => !touched.has(path) && !existsSync(join(WORKSPACE, path)))).toEqual([])
  })
  it(
    'lead to sources that build',
    () => {
      const tsc = 'node_modules/typescript/bin/tsc'
      node(tsc, '-b', 'core', 'adapters', 'server', 'spec')
      const include = [...touched].filter((path) => path.startsWith('spec/test/')).map((path) => join(copy.root, path))
      const compilerOptions = { noEmit: true, composite: false, types: ['node'] }
      const config = { extends: './tsconfig.base.json', compilerOptions, include }
      writeFileSync(join(copy.root, 'tsconfig.shown.json'), JSON.stringify(config))
      node(tsc, '-p', 'tsconfig.shown.json')
    },
    TIMEOUT,
  )
  it(
    'keep the architecture rules',
    () => {
      const workspace = readWorkspace(copy.root)
      const formatted = { ...workspace, files: new Map([...workspace.files, ...redrawn(workspace)]) }
      const errors = inspect(formatted).filter(({ grade }) => grade === 'error')
      expect(errors.map(print)).toEqual([])
    },
    TIMEOUT,
  )
  it(
    'pass the tests that they show',
    () => {
      const tests = [...touched].filter((path) => path.endsWith('.test.ts'))
      expect(tests).toHaveLength(3)
      expect(node('node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', ...tests)).toMatch(/3 passed/)
    },
    TIMEOUT,
  )
})
