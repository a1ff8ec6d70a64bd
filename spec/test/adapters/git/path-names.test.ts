import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EMPTY_TREE, type Repository } from '@forgefold/core/ports'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What the names of git's own folder are made of on some file system, and what is put around them. */
const PIECES = [
  '.git',
  '.GIT',
  'git~1',
  'GIT~1',
  '.',
  '..',
  ' ',
  '\u200c',
  '\u200d',
  '\u206a',
  '\ufeff',
  '\\',
  ':',
  '::$INDEX_ALLOCATION',
  ':$DATA',
  '/',
  'a',
  '.gitmodules',
  '\u0131',
  'g',
  'it',
  '~1',
  '\t',
  '-',
]
const names = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))

let instance: TestInstance
let repository: Repository
let folder: string
beforeAll(async () => {
  instance = await openTestInstance()
  await instance.forge.git.create(1, 'main')
  repository = instance.forge.git.of(1)
  folder = mkdtempSync(join(tmpdir(), 'forgefold-names-'))
  execFileSync('git', ['init', '-q', folder])
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await instance.close()
})

const kindOf = async (path: string): Promise<string> => {
  const outcome = await repository.editTree(EMPTY_TREE, [{ action: 'create', path, content: 'x' }])
  return outcome.kind === 'Written' ? 'Written' : outcome.refusal.kind
}

/** Which of the paths git takes into an index that is safe on every file system. */
const takenByGit = (paths: ReadonlyArray<string>): ReadonlySet<string> => {
  const git = (args: ReadonlyArray<string>, input?: string): string =>
    execFileSync('git', ['-c', 'core.protectNTFS=true', '-c', 'core.protectHFS=true', '-C', folder, ...args], {
      ...(input === undefined ? {} : { input }),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  git(['read-tree', '--empty'])
  const blob = git(['hash-object', '-w', '--stdin'], 'x').trim()
  // Each in a folder of its own: none is in the way of another.
  git(['update-index', '-z', '--index-info'], paths.map((path, n) => `100644 ${blob}\t${n}/${path}\0`).join(''))
  const taken = git(['ls-files', '-z'])
    .split('\0')
    .filter((line) => line !== '')
  return new Set(taken.map((line) => paths[Number.parseInt(line, 10)] ?? ''))
}

describe('paths of files that are written', () => {
  it('are at most as long as Linux opens', async () => {
    expect(await kindOf(`${'a/'.repeat(20)}${'b'.repeat(4055)}`)).toBe('Written')
    expect(await kindOf(`${'a/'.repeat(20)}${'b'.repeat(4056)}`)).toBe('PathTooLong')
    expect(await kindOf('é'.repeat(2048))).toBe('PathTooLong')
    expect(await kindOf('a/'.repeat(1_000_000))).toBe('PathTooLong')
  })

  it.each([
    '.git',
    '.git/config',
    'a/.git/config',
    '.Git',
    'git~1',
    'GIT~1/config',
    '.git.',
    '.git ',
    '.git . .',
    'git~1 .',
    '.git::$INDEX_ALLOCATION',
    '.git:stream',
    '.g\u200cit',
    '\ufeff.git',
    '.git\u206f',
    'a\\b',
    'a\\.git\\config',
    'a//b',
    '/a',
    'a/',
    './a',
    'a/.',
    '..',
    'a/../b',
    '...\\..',
    'line\nbreak',
    'tab\there',
    'bell\u0007',
    'del\u007f',
    'nul\0',
    '.git\\config',
  ])('%j is refused', async (path) => {
    expect(await kindOf(path)).toMatch(/^Path(Invalid|Malformed)$/)
  })

  it.each([
    'a',
    'a b',
    '.gitignore',
    '.github/x',
    'git',
    'git~2',
    'a.git',
    '.gitx',
    '...',
    '..a',
    'é',
    '\u200ca',
    ' a',
    'a:b',
    '-x',
    '~',
  ])('%j is written', async (path) => {
    expect(await kindOf(path)).toBe('Written')
  })

  it.each(programs.need('git') ? [[names] as const] : [])('what git refuses is refused', async (made) => {
    const paths = [...new Set(fc.sample(made, { numRuns: 2000, seed: 7 }))]
    const taken = takenByGit(paths)
    const written: Array<string> = []
    for (const path of paths) if (!taken.has(path) && (await kindOf(path)) === 'Written') written.push(path)
    expect(written).toEqual([])
    expect(taken.size).toBeGreaterThan(100)
  })
})

const SUBMODULE = '[submodule "lib"]\n\tpath = lib\n\turl = ../lib.git\n'

describe('.gitmodules', () => {
  const modules = async (content: string, path = '.gitmodules'): Promise<string> => {
    const outcome = await repository.editTree(EMPTY_TREE, [{ action: 'create', path, content }])
    return outcome.kind === 'Written' ? 'Written' : outcome.refusal.kind
  }

  it('is written as it should be', async () => {
    expect(await modules(SUBMODULE)).toBe('Written')
    expect(await modules('; nothing\n')).toBe('Written')
  })

  it.each([
    ['a name that leaves its folder', '[submodule "../../x"]\n\tpath = x\n\turl = http://h/x\n'],
    ['a name with backslashes that does', '[submodule "a\\\\..\\\\..\\\\x"]\n\tpath = x\n'],
    ['a URL that is an option', '[submodule "x"]\n\tpath = x\n\turl = -u./payload\n'],
    ['a URL in quotes that is one', '[submodule "x"]\n\turl = "--upload-pack=x"\n'],
    ['a URL with a line break', '[submodule "x"]\n\turl = "http://h/%0ax"\n'],
    ['a path that is an option', '[submodule "x"]\n\tpath = -x\n\turl = http://h/x\n'],
    ['a command as update', '[submodule "x"]\n\tupdate = !rm -rf\n'],
  ])('is refused with %s', async (_, content) => {
    expect(await modules(content)).toBe('ContentRefused')
    expect(await modules(content, 'below/.GITMODULES')).toBe('ContentRefused')
    expect(await modules(content, 'other.txt')).toBe('Written')
  })

  it('is read in one go, whatever it holds', async () => {
    const begun = process.cpuUsage()
    for (const piece of ['[', '[submodule "', '[submodule.', 'a=', '"\\', ' \t', '[submodule "x"]a'])
      expect(await modules(piece.repeat(400_000 / piece.length))).toMatch(/Written|ContentRefused/)
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
  })

  it('is looked at when it is changed and moved', async () => {
    const bad = '[submodule "x"]\n\turl = -x\n'
    const made = await repository.editTree(EMPTY_TREE, [
      { action: 'create', path: '.gitmodules', content: SUBMODULE },
      { action: 'create', path: 'other', content: bad },
    ])
    if (made.kind !== 'Written') throw new Error(made.refusal.kind)
    for (const action of [
      { action: 'update', path: '.gitmodules', content: bad },
      { action: 'move', path: 'below/.gitmodules', previousPath: 'other' },
      { action: 'move', path: 'below/.gitmodules', previousPath: '.gitmodules', content: bad },
    ] as const)
      expect(await repository.editTree(made.tree, [action])).toMatchObject({ refusal: { kind: 'ContentRefused' } })
  })
})
