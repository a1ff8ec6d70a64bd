import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { plainGit } from '../../git/index.js'
import type { Benchmark } from '../benchmark.js'
import { openRequestWorld, type Proposal } from './world.js'

const MERGES = 12
const ROUNDS = 3

/** G1: a merge request merged over the API, its commit on the branch and its events durable, beside the git commands that a merge needs. */
export const merging: Benchmark = {
  name: 'G1',
  work: 'merge of a request, end to end',
  ceiling: 'the plain git commands it needs, spawned',
  goal: { atLeast: 1.5 },
  prepare: async () => {
    const world = await openRequestWorld()
    const bare = join(world.folder, 'plain.git')
    const git = plainGit(world.folder, world.folder)
    let count = 0

    const propose = async (): Promise<Proposal> => {
      const branch = `b${++count}`
      await world.commit(branch, [{ action: 'create', file_path: `f/${branch}.txt`, content: branch }])
      return world.propose(branch)
    }
    const settled = async ({ iid }: Proposal): Promise<void> => {
      for (;;) {
        const shown = (await world.ask('GET', `/merge_requests/${iid}`)).json as { readonly merge_status: string }
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
        await git.run('clone', '-q', '--mirror', world.repository, bare)
        const plain = plainGit(bare, world.folder)
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
          const { status } = await world.ask('PUT', `/merge_requests/${iid}/merge`)
          if (status !== 200) throw new Error(`the merge answered ${status}`)
        }
        return (MERGES / (performance.now() - began)) * 1000
      },
      finish: world.close,
    }
  },
}
