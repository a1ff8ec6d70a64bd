import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitRepositories, openRepositoriesAt } from '@forgefold/adapters/git'
import { EMPTY_TREE, type GitRepositories, type MaintenanceTask, type Repository } from '@forgefold/core/ports'
import { plainGit } from '@forgefold/spec/git'
import * as programs from '@forgefold/spec/programs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
let git: GitRepositories
let unpacked: number
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-snapshot-'))
  git = await openGitRepositories({ root: join(folder, 'git') })
  unpacked = 0
})
afterEach(async () => {
  await git.close()
  await rm(folder, { recursive: true, force: true })
})

const author = { name: 'Ann', email: 'ann@example.com', seconds: 1_660_000_000, offset: 0 }

const write = async (repository: Repository, ref: string, path: string, content: Uint8Array | string) => {
  const from = (await repository.ref(ref)) ?? null
  const edited = await repository.editTree(from ?? EMPTY_TREE, [{ action: 'create', path, content }])
  if (edited.kind !== 'Written') throw new Error(edited.kind)
  const commit = { tree: edited.tree, parents: from === null ? [] : [from], author, committer: author, message: path }
  const to = await repository.writeCommit(commit)
  await repository.updateRefs([{ ref, from, to }])
  return to
}

const { signal } = new AbortController()

/** What git says of a snapshot once it is unpacked. */
const judged = async (chunks: AsyncIterable<Uint8Array>) => {
  const read: Array<Uint8Array> = []
  for await (const chunk of chunks) read.push(chunk)
  const input = Buffer.concat(read)
  expect(input.length % 512).toBe(0)
  unpacked += 1
  const cwd = join(folder, `unpacked-${unpacked}`)
  await mkdir(cwd)
  execFileSync(programs.find('tar') ?? '', ['-xf', '-'], { cwd, input })
  const judge = plainGit(cwd, folder, { GIT_DIR: cwd })
  const checked = await judge.attempt('fsck', '--full', '--strict', '--no-dangling')
  expect(checked).toMatchObject({ code: 0, stdout: '' })
  return {
    files: (await readdir(cwd)).sort(),
    head: await judge.run('symbolic-ref', 'HEAD'),
    refs: await judge.run('for-each-ref', '--format=%(refname)'),
    log: (await judge.run('log', '--all', '--format=%s')).split('\n').sort().join(' '),
  }
}

const long = `refs/heads/${'long/'.repeat(40)}ü`

describe.runIf(programs.need('tar', 'git'))('a snapshot', () => {
  it('of an empty repository, and of one that is not there, is an empty repository', async () => {
    await git.create(1, 'trunk')
    const files = ['HEAD', 'objects', 'packed-refs', 'refs']
    const empty = { files, refs: '', log: '' }
    expect(await judged(git.of(1).snapshot(signal))).toEqual({ ...empty, head: 'refs/heads/trunk' })
    expect(await judged(git.of(2).snapshot(signal))).toEqual({ ...empty, head: 'refs/heads/main' })
  })

  it.each<MaintenanceTask | 'none'>(['none', 'incremental', 'full', 'gc'])(
    'has every ref and object after maintenance: %s',
    async (task) => {
      await git.create(1, 'main')
      const repository = git.of(1)
      await write(repository, 'refs/heads/main', 'one', 'one')
      const tip = await write(repository, 'refs/heads/main', 'large', Buffer.alloc(700_001, 'noise'))
      await repository.updateRefs([{ ref: long, from: null, to: tip }])
      await repository.keepAround([tip])
      if (task !== 'none') await git.maintain(1, task)
      await write(repository, 'refs/merge-requests/1/head', 'two', 'two')
      expect(await judged(repository.snapshot(signal))).toEqual({
        files: ['HEAD', 'objects', 'packed-refs', 'refs'],
        head: 'refs/heads/main',
        refs: [long, 'refs/heads/main', `refs/keep-around/${tip}`, 'refs/merge-requests/1/head'].join('\n'),
        log: 'large one two',
      })
    },
  )

  it('is whole where everything is packed anew while it is read', async () => {
    await git.create(1, 'main')
    const repository = git.of(1)
    for (const path of ['one', 'two', 'three']) await write(repository, 'refs/heads/main', path, path)
    const during = async function* () {
      let chunks = 0
      for await (const chunk of repository.snapshot(signal)) {
        yield chunk
        chunks += 1
        if (chunks === 6) await git.maintain(1, 'full')
      }
    }
    expect((await judged(during())).log).toBe('one three two')
  })

  it('of another time has the refs of then', async () => {
    await git.create(1, 'main')
    const then = await write(git.of(1), 'refs/heads/main', 'one', 'one')
    await write(git.of(1), 'refs/heads/main', 'two', 'two')
    const at = await openRepositoriesAt({
      of: join(folder, 'git'),
      root: join(folder, 'then'),
      refsOf: () => ({ refs: [{ name: 'refs/heads/main', target: then }], head: 'main' }),
      sizeOf: async () => 0,
    })
    expect((await judged(at.of(1).snapshot(signal))).log).toBe('one')
    await at.close()
  })

  it('ends with whoever reads it', async () => {
    await git.create(1, 'main')
    await write(git.of(1), 'refs/heads/main', 'one', 'one')
    const leaving = new AbortController()
    let chunks = 0
    for await (const _ of git.of(1).snapshot(leaving.signal)) {
      chunks += 1
      leaving.abort()
    }
    expect(chunks).toBeLessThan(6)
  })
})
