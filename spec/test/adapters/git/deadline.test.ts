import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
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
/** Folders in each other: each takes some of the stack of git. */
const LEVELS = 20_000

const TREE = 2

/** A tree as it stands in a pack. */
const packed = (tree: Buffer): Buffer => {
  const [low, high] = [tree.length & 15, tree.length >> 4]
  return Buffer.concat([Buffer.from([(TREE << 4) | low | 0x80, high]), deflateSync(tree, { level: 1 })])
}

/** A pack of folders in each other, the outermost last. */
const packOfLevels = (inmost: ObjectId, levels: number): { readonly pack: Buffer; readonly outermost: ObjectId } => {
  let outermost = inmost
  const trees = Array.from({ length: levels }, () => {
    const tree = Buffer.concat([Buffer.from('40000 d\0'), Buffer.from(outermost, 'hex')])
    outermost = createHash('sha1').update(`tree ${tree.length}\0`).update(tree).digest('hex') as ObjectId
    return packed(tree)
  })
  const head = Buffer.from('PACK\0\0\0\u0002\0\0\0\0')
  head.writeUInt32BE(levels, 8)
  const content = Buffer.concat([head, ...trees])
  return { pack: Buffer.concat([content, createHash('sha1').update(content).digest()]), outermost }
}

describe.runIf(programs.need('git'))('git asked for more than it can look up in time', () => {
  let root: string
  let git: GitRepositories
  let endless: ObjectId
  let wide: ObjectId
  let deep: ObjectId

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'forgefold-deadline-'))
    git = await openGitRepositories({ root, timeout: TIMEOUT_MS })
    await git.create(1, 'main')
    const head = execFileSync('find', [root, '-name', 'HEAD'], { encoding: 'utf8' }).trim()
    const run = (args: ReadonlyArray<string>, input: string | Buffer): ObjectId =>
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
    const levels = packOfLevels(wide, LEVELS)
    run(['index-pack', '--stdin'], levels.pack)
    deep = levels.outermost
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

  it('gives up a tree of more folders in each other than it can go through, which is no defect', async () => {
    const unhurried = await openGitRepositories({ root })
    const from = { from: EMPTY_TREE, to: deep }
    await expect(unhurried.of(1).changes(from)).rejects.toThrow(DeadlineExceeded)
    expect(await collectPatches(unhurried.of(1), from, LIMITS)).toMatchObject({ patches: [], overflow: true })
    await unhurried.close()
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
