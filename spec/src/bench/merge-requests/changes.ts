import { plainGit } from '../../git/index.js'
import type { Benchmark } from '../benchmark.js'
import { openRequestWorld, type Proposal } from './world.js'

const FILES = 100
const LINES = 40
/** Requests that are read in one round. */
const REQUESTS = 8
const ROUNDS = 3

const textOf = (file: number, changed: number): string =>
  Array.from({ length: LINES }, (_, line) =>
    line % 13 === 5 ? `file ${file} line ${line}, changed ${changed}` : `file ${file} line ${line}`,
  ).join('\n')

const paths = Array.from({ length: FILES }, (_, file) => `src/part-${file % 10}/file-${file}.txt`)

/** G2: the changes of a request, each read for the first time, beside `git diff` of the same commits. */
export const changesOfHundred: Benchmark = {
  name: 'G2',
  work: '`changes` of 100 files, read for the first time',
  ceiling: '`git diff` of the same commits, spawned',
  goal: { atLeast: 0.9 },
  prepare: async () => {
    const world = await openRequestWorld()
    const write = (branch: string, action: string, changed: number) =>
      world.commit(
        branch,
        paths.map((file_path, file) => ({ action, file_path, content: textOf(file, changed) })),
      )
    await write('main', 'create', 0)
    const unread: Array<Proposal> = []
    for (let n = 1; n <= REQUESTS * (ROUNDS + 1); n++) {
      await write(`b${n}`, 'update', n)
      unread.push(await world.propose(`b${n}`))
    }
    const read = [...unread]
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const git = plainGit(world.repository, world.folder)
    return {
      unit: 'diffs/s',
      rounds: ROUNDS,
      ceiling: async () => {
        const began = performance.now()
        for (const { diff_refs } of read.splice(0, REQUESTS))
          await git.run('diff', diff_refs.base_sha, diff_refs.head_sha)
        return (REQUESTS / (performance.now() - began)) * 1000
      },
      product: async () => {
        const began = performance.now()
        for (const { iid } of unread.splice(0, REQUESTS)) {
          const { json } = await world.ask('GET', `/merge_requests/${iid}/changes`)
          const { changes } = json as { readonly changes: ReadonlyArray<unknown> }
          if (changes.length !== FILES) throw new Error(`${changes.length} files instead of ${FILES}`)
        }
        return (REQUESTS / (performance.now() - began)) * 1000
      },
      finish: world.close,
    }
  },
}
