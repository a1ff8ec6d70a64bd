import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitRepositories } from '@forgefold/adapters/git'
import { EMPTY_TREE, type GitRepositories, RepositoryGone } from '@forgefold/core/ports'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const AUTHOR = { name: 'a', email: 'a@example.com', seconds: 1_650_000_000, offset: 0 }

describe.runIf(programs.need('git'))('a repository that is removed while it is asked', () => {
  let root: string
  let git: GitRepositories
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'forgefold-removed-'))
    git = await openGitRepositories({ root })
  })
  afterAll(async () => {
    await git.close()
    await rm(root, { recursive: true })
  })

  it.each(Array.from({ length: 10 }, (_, n) => n + 1))('answers, or says that it is gone (%i)', async (id) => {
    await git.create(id, 'main')
    const repository = git.of(id)
    const commit = await repository.writeCommit({
      tree: EMPTY_TREE,
      parents: [],
      author: AUTHOR,
      committer: AUTHOR,
      message: 'one\n',
    })
    await repository.updateRefs([{ ref: 'refs/heads/main', to: commit }])
    const questions: ReadonlyArray<() => Promise<unknown>> = [
      () => repository.refs('refs/heads/'),
      () => repository.commit(commit),
      () => repository.log({ from: 'all' }),
      () => repository.tree(commit, '', true),
      () => repository.branchesMergedInto(commit),
      () => repository.changes({ from: EMPTY_TREE, to: commit }),
      () => repository.updateRefs([{ ref: `refs/heads/b${id}`, to: commit }]),
    ]
    const asked = questions.flatMap((question) => [question(), question(), question()])
    const later = new Promise((resolve) => setTimeout(resolve, id)).then(() => questions.map((question) => question()))
    const removed = git.remove(id)
    const settled = await Promise.allSettled([...asked, ...(await later)])
    await removed
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(reasons.filter((reason) => !(reason instanceof RepositoryGone))).toEqual([])
    expect(await git.exists(id)).toBe(false)
  })
})
