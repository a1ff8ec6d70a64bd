import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainGit } from '../../git/index.js'
import { openTestInstance } from '../../instance/index.js'
import type { Benchmark } from '../benchmark.js'

const MERGES = 12
const ROUNDS = 3

interface Proposal {
  readonly iid: number
  readonly sha: string
}

/** Where the instance keeps the repository, by the layout of the git adapter. */
const repositoryOf = (folder: string, id: number): string => {
  const digest = createHash('sha256').update(String(id)).digest('hex')
  return join(folder, 'data/repositories/repositories', digest.slice(0, 2), digest.slice(2, 4), `${id}.git`)
}

/** G1: a merge request merged over the API, its commit on the branch and its events durable, beside the git commands that a merge needs. */
export const merging: Benchmark = {
  name: 'G1',
  work: 'merge of a request, end to end',
  ceiling: 'the plain git commands it needs, spawned',
  goal: { atLeast: 0.8 },
  prepare: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forgefold-bench-merge-'))
    await mkdir(join(folder, 'data'))
    const instance = await openTestInstance({ more: { data: join(folder, 'data') } })
    const ask = (method: string, path: string, json?: unknown) =>
      instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
    const made = await ask('POST', '/projects', { name: 'p', path: 'p', initialize_with_readme: true })
    const { id } = made.json as { readonly id: number }
    const project = `/projects/${id}`
    const bare = join(folder, 'plain.git')
    const git = plainGit(folder, folder)
    let count = 0

    const propose = async (): Promise<Proposal> => {
      const branch = `b${++count}`
      const actions = [{ action: 'create', file_path: `f/${branch}.txt`, content: branch }]
      const body = { branch, start_branch: 'main', commit_message: branch, actions }
      await ask('POST', `${project}/repository/commits`, body)
      const wish = { source_branch: branch, target_branch: 'main', title: branch }
      return (await ask('POST', `${project}/merge_requests`, wish)).json as Proposal
    }
    const settled = async ({ iid }: Proposal): Promise<void> => {
      for (;;) {
        const shown = (await ask('GET', `${project}/merge_requests/${iid}`)).json as { readonly merge_status: string }
        if (shown.merge_status === 'can_be_merged') return
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const proposals = async (): Promise<ReadonlyArray<Proposal>> => {
      const list: Array<Proposal> = []
      for (let n = 0; n < MERGES; n++) list.push(await propose())
      for (const one of list) await settled(one)
      // What follows from making them (pipelines, checks) is not part of merging.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return list
    }

    return {
      unit: 'merges/s',
      rounds: ROUNDS,
      ceiling: async () => {
        const list = await proposals()
        await rm(bare, { recursive: true, force: true })
        await git.run('clone', '-q', '--mirror', repositoryOf(folder, id), bare)
        const plain = plainGit(bare, folder)
        const began = performance.now()
        for (const { sha } of list) {
          const main = await plain.run('rev-parse', 'refs/heads/main')
          await plain.run('merge-base', main, sha)
          const tree = await plain.run('merge-tree', '--write-tree', main, sha)
          const commit = await plain.run('commit-tree', tree, '-p', main, '-p', sha, '-m', 'Merge')
          await plain.run('update-ref', 'refs/heads/main', commit, main)
        }
        return (MERGES / (performance.now() - began)) * 1000
      },
      product: async () => {
        const list = await proposals()
        const began = performance.now()
        for (const { iid } of list) {
          const { status } = await ask('PUT', `${project}/merge_requests/${iid}/merge`)
          if (status !== 200) throw new Error(`the merge answered ${status}`)
        }
        return (MERGES / (performance.now() - began)) * 1000
      },
      finish: async () => {
        await instance.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}
