import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitRepositories } from '@forgefold/adapters/git'
import { EMPTY_TREE, type ObjectId } from '@forgefold/core/ports'
import { expect, it } from 'vitest'

const AUTHOR = { name: 'a', email: 'a@example.com', seconds: 1_650_000_000, offset: 0 }

it('a question asked after a ref has moved sees it moved, however many ask at the same time', async () => {
  const root = await mkdtemp(join(tmpdir(), 'forgefold-questions-'))
  const git = await openGitRepositories({ root })
  try {
    await git.create(1, 'main')
    const repository = git.of(1)
    const commits: Array<ObjectId> = []
    for (let n = 0; n < 20; n++)
      commits.push(
        await repository.writeCommit({
          tree: EMPTY_TREE,
          parents: [],
          author: AUTHOR,
          committer: AUTHOR,
          message: `${n}\n`,
        }),
      )
    const ref = 'refs/heads/main'
    const stale: Array<unknown> = []
    let moved = -1
    let over = false
    const asker = async (): Promise<void> => {
      while (!over) {
        const atLeast = moved
        const answered = await git.of(1).resolve('main')
        if (commits.indexOf(answered as ObjectId) < atLeast) stale.push([atLeast, answered])
      }
    }
    const asking = Array.from({ length: 16 }, asker)
    for (const [n, to] of commits.entries()) {
      expect(await repository.updateRefs([{ ref, to }])).toEqual({ kind: 'Moved' })
      moved = n
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    over = true
    await Promise.all(asking)
    expect(stale).toEqual([])
  } finally {
    await git.close()
    await rm(root, { recursive: true, force: true })
  }
})

it('a commit that was found by its id is gone with its repository', async () => {
  const root = await mkdtemp(join(tmpdir(), 'forgefold-questions-'))
  const git = await openGitRepositories({ root })
  const commit = { tree: EMPTY_TREE, parents: [], author: AUTHOR, committer: AUTHOR, message: 'kept\n' }
  try {
    await git.create(1, 'main')
    const id = await git.of(1).writeCommit(commit)
    expect([await git.of(1).resolve(id), await git.of(1).resolve(id)]).toEqual([id, id])
    expect(await git.of(1).resolve(id.replace(/^./, (digit) => (digit === 'f' ? '0' : 'f')))).toBeUndefined()
    await git.remove(1)
    expect(await git.of(1).resolve(id)).toBeUndefined()
    await git.create(1, 'main')
    expect(await git.of(1).resolve(id)).toBeUndefined()
  } finally {
    await git.close()
    await rm(root, { recursive: true, force: true })
  }
})
