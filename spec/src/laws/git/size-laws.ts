import { equal, ok } from 'node:assert/strict'
import { EMPTY_TREE } from '@forgefold/core/ports'
import type { Law } from '../law.js'
import { person } from './history.js'
import type { GitWorld } from './world.js'

const NOISE_BYTES = 300_000

/** What a repository takes. */
export const gitSizeLaws: ReadonlyArray<Law<GitWorld>> = [
  {
    name: 'the size grows by what is written, and packing loses none of it',
    fixed: true,
    holds: async ({ git, repository, random }) => {
      equal(await repository.size(), 0)
      const content = Uint8Array.from({ length: NOISE_BYTES }, () => random.below(256))
      const edited = await repository.editTree(EMPTY_TREE, [{ action: 'create', path: 'noise', content }])
      ok(edited.kind === 'Written')
      const loose = await repository.size()
      ok(loose >= NOISE_BYTES && loose < 2 * NOISE_BYTES, `${loose} bytes`)
      const author = person(1)
      const commit = { tree: edited.tree, parents: [], author, committer: author, message: 'noise' }
      const to = await repository.writeCommit(commit)
      await repository.updateRefs([{ ref: 'refs/heads/main', from: null, to }])
      for (const how of ['incremental', 'full', 'gc'] as const) {
        await git.maintain(repository.id, how)
        const packed = await repository.size()
        ok(packed >= NOISE_BYTES && packed < 2 * NOISE_BYTES, `${packed} bytes once packed`)
      }
    },
  },
]
