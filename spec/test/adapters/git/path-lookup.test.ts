import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitRepositories } from '@forgefold/adapters/git'
import { EMPTY_TREE, type FileAction, type ObjectId, type Repository } from '@forgefold/core/ports'
import { afterAll, beforeAll, expect, it } from 'vitest'

const AUTHOR = { name: 'a', email: 'a@example.com', seconds: 1_650_000_000, offset: 0 }

let root: string
/** A commit to name folders after. */
let first: ObjectId
let commit: ObjectId
let paths: ReadonlyArray<string>

const commitOf = async (
  repository: Repository,
  actions: ReadonlyArray<FileAction>,
  parents: ReadonlyArray<ObjectId>,
) => {
  const tree = await repository.editTree(EMPTY_TREE, actions)
  if (tree.kind !== 'Written') throw new Error(tree.kind)
  return repository.writeCommit({ tree: tree.tree, parents, author: AUTHOR, committer: AUTHOR, message: 'm\n' })
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'forgefold-path-questions-'))
  const git = await openGitRepositories({ root })
  await git.create(1, 'main')
  first = await commitOf(git.of(1), [], [])
  // Names that git would take for something else where they stood alone.
  paths = [`v1-g${first.slice(0, 8)}`, 'a^{tree}', 'a~1', 'a@{1}', 'a:b', ' a ', 'ä', 'deep/er/than'].flatMap(
    (name) => [`${name}/run`, `in/${name}`],
  )
  const create = (path: string) => ({ action: 'create', path, content: Buffer.from(path), executable: true }) as const
  commit = await commitOf(git.of(1), paths.map(create), [first])
  await git.close()
})

afterAll(() => rm(root, { recursive: true, force: true }))

const read = async (repository: Repository, path: string) => {
  const file = await repository.file(commit, path)
  if (file === undefined) return undefined
  const parts: Array<Uint8Array> = []
  for await (const part of file.content()) parts.push(part)
  return { path: file.path, mode: file.mode, text: Buffer.concat(parts).toString() }
}

it('a file is found by its path as by its folders, whatever they are called, and again from memory', async () => {
  const git = await openGitRepositories({ root })
  try {
    for (const path of [...paths, ...paths])
      expect(await read(git.of(1), path)).toEqual({ path, mode: '100755', text: path })
    expect(await read(git.of(1), './deep//er/than/run')).toMatchObject({ path: 'deep/er/than/run' })
  } finally {
    await git.close()
  }
})

it('what is no file at a path is none: folders, what leads out of the tree, what is missing', async () => {
  const git = await openGitRepositories({ root })
  try {
    const none = [
      '',
      '.',
      'deep',
      'deep/er',
      '../in/a~1',
      'deep/../deep/er/than/run',
      'deep/er/than/run/x',
      'no/such',
      'a\nb',
    ]
    for (const path of [...none, ...none]) expect([path, await read(git.of(1), path)]).toEqual([path, undefined])
    const folders = await Promise.all(
      ['deep', 'deep/er', 'in/ä', 'no'].map((path) => git.of(1).tree(commit, path, false)),
    )
    expect(folders.map((entries) => entries?.map((entry) => entry.path))).toEqual([
      ['deep/er'],
      ['deep/er/than'],
      undefined,
      undefined,
    ])
  } finally {
    await git.close()
  }
})
