import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { openGitRepositories } from '@forgefold/adapters/git'
import { EMPTY_TREE, type GitRepositories, type ObjectId, type Repository } from '@forgefold/core/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const execute = promisify(execFile)
const PATH = process.env['PATH'] ?? ''
const FILES = 12

const LATER = { name: 'a', email: 'a@example.com', seconds: 1_650_000_100, offset: 0 }

let root: string
let log: string
let git: GitRepositories
let repository: Repository
/** Of one branch, the oldest first; each changes one file. */
let commits: Array<ObjectId>

/** Programs that were started, each with its process. */
const started = async (): Promise<ReadonlyArray<{ readonly pid: number; readonly command: string }>> => {
  const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line.replace(/^\d+ /, '') }))
}

const staying = async (): Promise<ReadonlyArray<{ readonly pid: number }>> =>
  (await started()).filter(({ command }) => command.startsWith('diff-tree --stdin'))

const fileOf = (n: number): string => `folder/file-${n % FILES}.txt`

const write = async (length: number): Promise<void> => {
  commits = []
  let tree = EMPTY_TREE
  for (let n = 0; n < length; n++) {
    const isNew = n < FILES
    const action = { action: isNew ? 'create' : 'update', path: fileOf(n), content: `${n}\n` } as const
    const edited = await repository.editTree(tree, [action])
    if (edited.kind !== 'Written') throw new Error(JSON.stringify(edited))
    tree = edited.tree
    const person = { name: 'a', email: 'a@example.com', seconds: 1_650_000_000 + n, offset: 0 }
    const parents = commits.slice(-1)
    commits.push(
      await repository.writeCommit({ tree, parents, author: person, committer: person, message: `Commit ${n}` }),
    )
  }
  await repository.updateRefs([{ ref: 'refs/heads/main', to: commits.at(-1) as ObjectId }])
}

const between = (from: number, to: number) => ({ from: commits[from] as ObjectId, to: commits[to] as ObjectId })
const changed = async (from: number, to: number): Promise<ReadonlyArray<string>> =>
  (await repository.changes(between(from, to))).map(({ newPath }) => newPath)
const texts = async (from: number, to: number): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for await (const { text } of repository.patches(between(from, to))) found.push(text)
  return found
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'forgefold-kept-open-'))
  log = join(root, 'started')
  const { stdout } = await execute('sh', ['-c', 'command -v git'])
  await writeFile(join(root, 'git'), `#!/bin/sh\necho "$$ $*" >> '${log}'\nexec '${stdout.trim()}' "$@"\n`)
  await chmod(join(root, 'git'), 0o755)
  process.env['PATH'] = `${root}${delimiter}${PATH}`
  git = await openGitRepositories({ root: join(root, 'repositories') })
  await git.create(1, 'main')
  repository = git.of(1)
  await write(40)
})

afterEach(async () => {
  process.env['PATH'] = PATH
  await git.close()
  await rm(root, { recursive: true, force: true })
})

describe('reads of commits that nobody read before', () => {
  it('start no process once one of each kind is there', async () => {
    await Promise.all([changed(18, 19), texts(18, 19)])
    const before = (await started()).length
    for (let n = 20; n < 40; n++) {
      const { from, to } = between(n - 1, n)
      expect(await changed(n - 1, n)).toEqual([fileOf(n)])
      expect(await texts(n - 1, n)).toEqual([expect.stringContaining(`+${n}`)])
      expect(await repository.mergeBase(from, to)).toBe(from)
      expect((await repository.log({ from: [to], path: fileOf(n - 3), limit: 1 }))[0]?.id).toBe(commits[n - 3])
      const page = { from: [to], firstParent: false, order: 'date', skip: 0, limit: 20 } as const
      expect(await repository.log(page)).toHaveLength(20)
      expect((await repository.file(to, fileOf(n)))?.size).toBe(3)
    }
    expect((await started()).slice(before)).toEqual([])
  })

  it('start none to say whether one comes before another, also where it does not', async () => {
    const [first, last] = [commits[0], commits.at(-1)] as ReadonlyArray<ObjectId> as readonly [ObjectId, ObjectId]
    const other = await repository.writeCommit({
      ...{ tree: EMPTY_TREE, parents: [first], message: 'Beside' },
      ...{ author: LATER, committer: LATER },
    })
    await repository.commit(last)
    const before = (await started()).length
    const asked = [
      [first, last],
      [last, first],
      [other, last],
      [first, other],
      [last, last],
    ] as const
    const told = await Promise.all(asked.map(([ancestor, descendant]) => repository.isAncestor(ancestor, descendant)))
    expect(told).toEqual([true, false, false, true, true])
    expect((await started()).slice(before)).toEqual([])
  })
})

describe('a commit beside its parent', () => {
  /** A merge, a commit that changes nothing, and one that changes a file. */
  const writeOthers = async (): Promise<ReadonlyArray<ObjectId>> => {
    const person = LATER
    const [left, right] = [commits[20], commits[30]] as ReadonlyArray<ObjectId> as readonly [ObjectId, ObjectId]
    const treeOf = async (id: ObjectId): Promise<ObjectId> => (await repository.commit(id))?.tree as ObjectId
    const write = async (tree: ObjectId, parents: ReadonlyArray<ObjectId>): Promise<ObjectId> =>
      repository.writeCommit({ tree, parents, author: person, committer: person, message: 'Other' })
    const merge = await write(await treeOf(commits[35] as ObjectId), [left, right])
    const same = await write(await treeOf(merge), [merge])
    return [merge, same, await write(await treeOf(left), [same])]
  }

  it('differs as their trees do: a merge from each of its parents, what changed nothing, what was read before or not', async () => {
    for (const id of await writeOthers()) {
      const parents = (await repository.commit(id))?.parents ?? []
      expect(parents).not.toHaveLength(0)
      for (const parent of parents) {
        const [before, after] = await Promise.all([repository.commit(parent), repository.commit(id)])
        const trees = { from: before?.tree as ObjectId, to: after?.tree as ObjectId }
        expect(await repository.changes({ from: parent, to: id })).toEqual(await repository.changes(trees))
      }
    }
    expect(await staying()).toHaveLength(1)
  })
})

describe('the process for diffs', () => {
  it('answers one question at a time; others who ask meanwhile are answered all the same', async () => {
    const asked = Array.from({ length: 25 }, (_, n) => n + 13)
    const answers = await Promise.all(asked.map((n) => changed(n - 1, n)))
    expect(answers).toEqual(asked.map((n) => [fileOf(n)]))
    expect(await staying()).toHaveLength(1)
  })

  it('is ended by whoever does not read to the end, and is there again for the next', async () => {
    expect(await repository.changes({ ...between(0, 39), limit: 1 })).toHaveLength(1)
    expect(await changed(29, 30)).toEqual([fileOf(30)])
    for await (const patch of repository.patches(between(0, 38))) {
      expect(patch.newPath).toBe(fileOf(0))
      break
    }
    expect(await texts(28, 29)).toEqual([expect.stringContaining('+29')])
  })

  it('may be killed at any time', async () => {
    for (let n = 20; n < 30; n++) {
      const asking = changed(n - 1, n)
      for (const { pid } of await staying())
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It is gone already.
        }
      expect(await asking).toEqual([fileOf(n)])
    }
  })

  it('says of equal trees that nothing changed, and of objects that are missing what git says', async () => {
    expect(await changed(20, 20)).toEqual([])
    const missing = 'f'.repeat(40) as ObjectId
    const { to } = between(19, 20)
    await expect(repository.changes({ from: missing, to })).rejects.toThrow(/bad (object|tree)|unable to read/)
    expect(await changed(19, 20)).toEqual([fileOf(20)])
  })

  it('is gone with its repository', async () => {
    expect(await changed(20, 21)).toEqual([fileOf(21)])
    await git.remove(1)
    await git.create(1, 'main')
    await expect(git.of(1).changes(between(20, 21))).rejects.toThrow()
  })
})
