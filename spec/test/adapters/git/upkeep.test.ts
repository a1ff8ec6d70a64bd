import { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitRepositories } from '@forgefold/adapters/git'
import { EMPTY_TREE, type GitRepositories, type ObjectId } from '@forgefold/core/ports'
import { type PlainGit, plainGit } from '@forgefold/spec/git'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
let git: GitRepositories
let directory: string
let judge: PlainGit
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-upkeep-'))
  git = await openGitRepositories({ root: folder })
  await git.create(1, 'main')
  const found = (await readdir(join(folder, 'repositories'), { recursive: true })).find((name) =>
    name.endsWith('1.git'),
  )
  directory = join(folder, 'repositories', found ?? '')
  judge = plainGit(directory, folder)
})
afterEach(async () => {
  await git.close()
  await rm(folder, { recursive: true, force: true })
})

const author = { name: 'Ann', email: 'ann@example.com', seconds: 1_660_000_000, offset: 0 }

/** Commits on main, and a blob that nothing leads to. */
const write = async (count: number, from = 0): Promise<ObjectId> => {
  const repository = git.of(1)
  let main = (await repository.ref('refs/heads/main')) ?? null
  for (let n = from; n < from + count; n++) {
    const edited = await repository.editTree(main ?? EMPTY_TREE, [{ action: 'create', path: `f${n}`, content: `${n}` }])
    if (edited.kind !== 'Written') throw new Error(edited.kind)
    const commit = { tree: edited.tree, parents: main === null ? [] : [main], author, committer: author, message: 'm' }
    const to = await repository.writeCommit(commit)
    await repository.updateRefs([{ ref: 'refs/heads/main', from: main, to }])
    main = to
  }
  const lost = await repository.editTree(EMPTY_TREE, [{ action: 'create', path: 'lost', content: `lost ${from}` }])
  if (lost.kind !== 'Written') throw new Error(lost.kind)
  return lost.tree
}

const counted = async (): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (await judge.run('count-objects', '-v')).split('\n').map((line) => {
      const [name = '', value] = line.split(': ')
      return [name, Number(value)]
    }),
  )

const packs = async (ending: string): Promise<number> =>
  (await readdir(join(directory, 'objects/pack'))).filter((name) => name.endsWith(ending)).length

describe('tidying a repository', () => {
  it('packs what has piled up, and loses nothing that nothing leads to', async () => {
    const lost = await write(5)
    expect((await counted())['count']).toBeGreaterThan(10)
    await git.maintain(1, 'incremental')
    expect(await counted()).toMatchObject({ count: 0, packs: 1, garbage: 0 })
    expect(await judge.run('cat-file', '-t', lost)).toBe('tree')
    expect(await packs('.bitmap')).toBe(0)
  })

  it('is done once for all who ask while it waits', async () => {
    await write(3)
    const asked = Array.from({ length: 20 }, () => git.maintain(1, 'full'))
    asked.push(git.maintain(1, 'gc'))
    let done = 0
    for (const one of asked) void one.then(() => done++)
    await asked[0]
    await new Promise(setImmediate)
    expect(done).toBe(20)
    await asked[20]
    await git.maintain(1, 'full')
    expect(await packs('.pack')).toBe(1)
  })

  it.each(['full', 'gc'] as const)('makes one pack with bitmaps of all: %s', async (how) => {
    const lost = [await write(9)]
    await git.maintain(1, 'incremental')
    lost.push(await write(1, 9))
    await git.maintain(1, 'incremental')
    expect(await packs('.pack')).toBe(2)
    lost.push(await write(1, 10))
    await git.maintain(1, how)
    expect(await counted()).toMatchObject({ count: 0, packs: 1 })
    expect(await packs('.bitmap')).toBe(1)
    for (const tree of lost) expect(await judge.run('cat-file', '-t', tree)).toBe('tree')
    expect((await judge.attempt('fsck', '--full', '--strict')).code).toBe(0)
    await write(1, 11)
    await git.maintain(1, 'incremental')
    expect(await judge.run('rev-list', '--count', 'main')).toBe('12')
  })

  it('clears away what crashes left, once it is a day old', async () => {
    await write(1)
    const old = new Date(Date.now() - 25 * 3600 * 1000)
    const left = ['objects/pack/tmp_pack_old', 'objects/ab/tmp_obj_old', 'objects/tmp_objdir-incoming-old']
    const young = 'objects/pack/tmp_pack_young'
    await mkdir(join(directory, 'objects/ab'), { recursive: true })
    await mkdir(join(directory, left[2] ?? ''))
    for (const path of [left[0], left[1], young]) await writeFile(join(directory, path ?? ''), 'x')
    for (const path of left) await utimes(join(directory, path), old, old)
    const isThere = (path: string) =>
      access(join(directory, path)).then(
        () => true,
        () => false,
      )
    await git.maintain(1, 'full')
    for (const path of [...left, young]) expect(await isThere(path), path).toBe(true)
    await git.maintain(1, 'gc')
    for (const path of left) expect(await isThere(path), path).toBe(false)
    expect(await isThere(young)).toBe(true)
  })

  it('goes on beside writes, and one pass after another', async () => {
    let written = false
    const packing = (async () => {
      while (!written) for (const how of ['incremental', 'full', 'gc'] as const) await git.maintain(1, how)
    })()
    const lost = await write(20)
    written = true
    await packing
    await Promise.all((['full', 'incremental'] as const).map((how) => git.maintain(1, how)))
    await git.maintain(1, 'gc')
    expect(await judge.run('rev-list', '--count', 'main')).toBe('20')
    expect(await judge.run('cat-file', '-t', lost)).toBe('tree')
  })

  it('finds what is damaged, and nothing in a sound repository', async () => {
    await write(2)
    expect(await git.check(1)).toEqual([])
    const blob = await judge.run('rev-parse', 'main:f1')
    const path = join(directory, 'objects', blob.slice(0, 2), blob.slice(2))
    await rm(path)
    expect((await git.check(1)).join('\n')).toContain(blob)
    await writeFile(path, 'garbage')
    expect((await git.check(1)).join('\n')).toContain(blob)
    expect(await git.check(99)).toEqual([])
  })

  it('can be given up at any time, and is done the next time', async () => {
    const lost = await write(30)
    for (const how of ['incremental', 'full', 'gc'] as const)
      for (const wait of [0, 5, 20]) {
        const pass = git.maintain(1, how)
        const checked = git.check(1)
        await new Promise((resolve) => setTimeout(resolve, wait))
        git.cancelMaintenance()
        await pass
        expect(await checked).toEqual([])
      }
    expect(await git.check(1)).toEqual([])
    for (const how of ['incremental', 'gc'] as const) await git.maintain(1, how)
    expect(await counted()).toMatchObject({ count: 0, packs: 1 })
    expect(await judge.run('cat-file', '-t', lost)).toBe('tree')
    expect(await judge.run('rev-list', '--count', 'main')).toBe('30')
  })

  it('does nothing about a repository that is not there', async () => {
    for (const how of ['incremental', 'full', 'gc'] as const) await git.maintain(99, how)
  })
})
