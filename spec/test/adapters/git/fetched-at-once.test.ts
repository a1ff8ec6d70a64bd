import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitRepositories } from '@forgefold/adapters/git'
import { EMPTY_TREE, type GitRepositories, type ObjectId } from '@forgefold/core/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROUNDS = 12
const person = { name: 'a', email: 'a@example.com', seconds: 1_650_000_000, offset: 0 }

let root: string
let git: GitRepositories

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'forgefold-fetched-'))
  git = await openGitRepositories({ root })
  await git.create(1, 'main')
  await git.create(2, 'main')
})

afterEach(async () => {
  await git.close()
  await rm(root, { recursive: true, force: true })
})

describe('a ref that several fetch at the same moment', () => {
  it('comes for each of them, however often it moves', async () => {
    let parents: ReadonlyArray<ObjectId> = []
    for (let round = 0; round < ROUNDS; round++) {
      const written = { tree: EMPTY_TREE, parents, author: person, committer: person, message: `${round}` }
      const to = await git.of(1).writeCommit(written)
      await git.of(1).updateRefs([{ ref: 'refs/heads/main', to }])
      const fetching = Array.from({ length: 4 }, () =>
        git.of(2).fetchFrom(1, [{ from: 'refs/heads/main', to: 'refs/merge-requests/1/head' }]),
      )
      expect(await Promise.all(fetching)).toEqual([true, true, true, true])
      expect(await git.of(2).ref('refs/merge-requests/1/head')).toBe(to)
      parents = [to]
    }
  })
})
