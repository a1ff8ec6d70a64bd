import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { openGitRepositories } from '@forgefold/adapters/git'
import { EMPTY_TREE, type GitRepositories, type ObjectId } from '@forgefold/core/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const execute = promisify(execFile)
const PATH = process.env['PATH'] ?? ''
const COMMITS = 30
const FILE = 'folder/sub/file.txt'

let root: string
let log: string
let git: GitRepositories
/** Of one branch, the oldest first; each changes the file. */
let commits: Array<ObjectId>

const person = { name: 'a', email: 'a@example.com', seconds: 1_650_000_000, offset: 0 }

const write = async (): Promise<void> => {
  await git.create(1, 'main')
  const repository = git.of(1)
  commits = []
  let tree = EMPTY_TREE
  for (let n = 0; n < COMMITS; n++) {
    const action = { action: n === 0 ? 'create' : 'update', path: FILE, content: `${n}\n` } as const
    const edited = await repository.editTree(tree, [action])
    if (edited.kind !== 'Written') throw new Error(JSON.stringify(edited))
    tree = edited.tree
    const parents = commits.slice(-1)
    commits.push(
      await repository.writeCommit({ tree, parents, author: person, committer: person, message: `Commit ${n}` }),
    )
  }
  await repository.updateRefs([{ ref: 'refs/heads/main', to: commits.at(-1) as ObjectId }])
}

const open = () => openGitRepositories({ root: join(root, 'repositories') })

/** What was written to processes that read objects since the last look. */
const asked = async (): Promise<ReadonlyArray<string>> => {
  const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  await writeFile(log, '')
  return lines
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'forgefold-object-questions-'))
  log = join(root, 'asked')
  const real = (await execute('sh', ['-c', 'command -v git'])).stdout.trim()
  const overheard = `if [ "$1 $2" = 'cat-file --batch-command' ]; then tee -a '${log}' | '${real}' "$@"; exit; fi`
  await writeFile(join(root, 'git'), `#!/bin/sh\n${overheard}\nexec '${real}' "$@"\n`)
  await chmod(join(root, 'git'), 0o755)
  process.env['PATH'] = `${root}${delimiter}${PATH}`
  git = await open()
  await write()
  await git.close()
  git = await open()
  await asked()
})

afterEach(async () => {
  process.env['PATH'] = PATH
  await git.close()
  await rm(root, { recursive: true, force: true })
})

describe('questions about objects', () => {
  it('of one turn go out together', async () => {
    const from = [commits.at(-1) as ObjectId]
    expect(await git.of(1).log({ from, limit: 20 })).toHaveLength(20)
    const lines = await asked()
    expect(lines.filter((line) => line === 'flush')).toHaveLength(1)
    expect(lines).toHaveLength(21)
  })

  it('are not asked again of what was read by another name', async () => {
    const repository = git.of(1)
    const [before, after] = commits.slice(-2) as [ObjectId, ObjectId]
    const lastChange = (commit: ObjectId) => repository.log({ from: [commit], path: FILE, limit: 1 })
    expect(await lastChange(before)).toMatchObject([{ id: before }])
    expect(await repository.resolve(after)).toBe(after)
    for (const commit of [before, after]) expect((await repository.file(commit, FILE))?.size).toBe(3)
    await asked()
    expect(await lastChange(after)).toMatchObject([{ id: after }])
    expect(await asked()).toEqual([])
    const page = { from: [after], limit: 2 }
    expect((await repository.log(page)).map(({ id }) => id)).toEqual([after, before])
    expect(await asked()).toEqual([])
  })
})
