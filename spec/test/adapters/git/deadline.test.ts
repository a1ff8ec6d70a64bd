import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitRepositories } from '@forgefold/adapters/git'
import { collectPatches } from '@forgefold/core/domains/projects/repository'
import { DeadlineExceeded, EMPTY_TREE, type GitRepositories, type ObjectId } from '@forgefold/core/ports'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** The limits of diffs as they are at first. */
const LIMITS = { patchBytes: 204_800, files: 1000, lines: 50_000 }

const TIMEOUT_MS = 300
/** Ten folders in ten folders, so many deep: more files than anybody counts, of a few hundred bytes. */
const DEPTH = 12
const WIDE = 30_000

describe.runIf(programs.need('git'))('git asked for more than it can look up in time', () => {
  let root: string
  let git: GitRepositories
  let endless: ObjectId
  let wide: ObjectId

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'forgefold-deadline-'))
    git = await openGitRepositories({ root, timeout: TIMEOUT_MS })
    await git.create(1, 'main')
    const head = execFileSync('find', [root, '-name', 'HEAD'], { encoding: 'utf8' }).trim()
    const run = (args: ReadonlyArray<string>, input: string): ObjectId =>
      execFileSync(programs.find('git') ?? '', ['-C', head.replace(/\/HEAD$/, ''), ...args], {
        input,
        encoding: 'utf8',
        env: {
          GIT_AUTHOR_NAME: 'a',
          GIT_AUTHOR_EMAIL: 'a@b.test',
          GIT_COMMITTER_NAME: 'a',
          GIT_COMMITTER_EMAIL: 'a@b.test',
        },
      }).trim() as ObjectId
    const blob = run(['hash-object', '-w', '--stdin'], 'one\n')
    const treeOf = (count: number, line: (n: number) => string): ObjectId =>
      run(['mktree'], Array.from({ length: count }, (_, n) => `${line(n)}\n`).join(''))
    wide = treeOf(WIDE, (n) => `100644 blob ${blob}\tfile-${n}`)
    endless = treeOf(10, (n) => `100644 blob ${blob}\tn${n}`)
    for (let level = 1; level < DEPTH; level++) {
      const below = endless
      endless = treeOf(10, (n) => `040000 tree ${below}\tn${n}`)
    }
  })

  afterAll(async () => {
    await git.close()
    await rm(root, { recursive: true })
  })

  const query = () => ({ from: EMPTY_TREE, to: endless })

  it('is ended at its deadline, and its place is free again', async () => {
    await expect(git.of(1).changes(query())).rejects.toThrow(DeadlineExceeded)
    await expect(git.of(1).walk({ from: 'all' })[Symbol.asyncIterator]().next()).resolves.toMatchObject({ done: true })
    await vi.waitFor(() => expect(git.load()).toEqual({ taken: 0, waiting: 0 }), 60_000)
  })

  it('gives of a diff what it has found by then', async () => {
    expect(await collectPatches(git.of(1), query(), LIMITS)).toEqual({ patches: [], overflow: true, late: true })
  })

  it('gives as many entries of a tree as are wanted, and no more', async () => {
    expect(await git.of(1).tree(endless, '', true, 1000)).toHaveLength(1000)
    expect(await git.of(1).tree(wide, '', false, 1000)).toHaveLength(1000)
    expect(await git.of(1).tree(wide, '', false)).toHaveLength(WIDE)
  })

  it('makes texts for the first files of a diff of very many', async () => {
    const unhurried = await openGitRepositories({ root })
    const { patches, overflow, late } = await collectPatches(unhurried.of(1), { from: EMPTY_TREE, to: wide }, LIMITS)
    expect([patches.length, patches[0]?.text, overflow, late]).toEqual([1000, '@@ -0,0 +1 @@\n+one\n', true, undefined])
    await unhurried.close()
  })
})
