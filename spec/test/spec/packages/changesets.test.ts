import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from './packed.js'

const { missingChangesets, readChangeset } = (await import(
  pathToFileURL(join(ROOT, 'scripts/changeset.mjs')).href
)) as {
  missingChangesets: (root: string, base: string) => ReadonlyArray<string>
  readChangeset: (text: string) => { readonly problem?: string; readonly packages?: ReadonlyArray<string> }
}

const TOLD = "---\n'@forgefold/core': minor\n---\n\nMore of it.\n"
const SILENT = '@forgefold/core shows something else than at main; no changeset says so'

let root = ''
const git = (...args: ReadonlyArray<string>): void => {
  const who = ['-c', 'user.name=Jane', '-c', 'user.email=jane@example.com']
  execFileSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' })
}
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const commit = (): void => {
  git('add', '-A')
  git('commit', '-m', 'A change')
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'forgefold-changesets-'))
  git('init', '--initial-branch=main')
  write('core/package.json', '{ "name": "@forgefold/core" }')
  write('core/api.txt', 'one\n')
  write('.changeset/older.md', TOLD)
  commit()
  git('checkout', '-b', 'topic')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a change of what a package shows', () => {
  it('lacks nothing where there is none', () => {
    write('core/index.ts', 'export {}\n')
    expect(missingChangesets(root, 'main')).toEqual([])
  })
  it('lacks a changeset of its own, committed or not', () => {
    write('core/api.txt', 'two\n')
    expect(missingChangesets(root, 'main')).toEqual([SILENT])
    commit()
    expect(missingChangesets(root, 'main')).toEqual([SILENT])
  })
  it('is told by a new changeset that names the package', () => {
    write('core/api.txt', 'two\n')
    write('.changeset/more.md', TOLD.replace('core', 'server'))
    expect(missingChangesets(root, 'main')).toEqual([SILENT])
    write('.changeset/more.md', TOLD)
    expect(missingChangesets(root, 'main')).toEqual([])
    commit()
    expect(missingChangesets(root, 'main')).toEqual([])
  })
  it('is not asked for what the target has changed meanwhile', () => {
    git('checkout', 'main')
    write('core/api.txt', 'three\n')
    commit()
    git('checkout', 'topic')
    expect(missingChangesets(root, 'main')).toEqual([])
  })
})

describe('a changeset', () => {
  it.each([
    ['words alone', 'More of it.\n', /list of packages/],
    ['a size that is none', TOLD.replace('minor', 'huge'), /neither patch, minor nor major/],
    ['no words', "---\n'@forgefold/core': patch\n---\n\n", /does not say what changes/],
  ])('is none with %s', (_, text, words) => {
    expect(readChangeset(text).problem).toMatch(words)
  })
  it('names packages', () => {
    expect(readChangeset(TOLD)).toEqual({ packages: ['@forgefold/core'] })
  })
})
