import { DeadlineExceeded, type DiffQuery, type ObjectId } from '@forgefold/core/ports'
import { decodeCommit } from '../git-objects/commit.js'
import type { ObjectStore } from '../git-objects/hash.js'
import { treeIdOf } from '../git-objects/walk-path.js'
import { betweenTrees, type DiffQuestion, type DiffReader, sinceParent } from './diff-reader.js'
import type { LoadedObject } from './object-reader.js'
import type { GitProgram, RunOptions } from './program.js'

/** The minimum similarity of two files that counts as a rename. */
export const SIMILARITY = '-M30%'
export const PATCH_TEXT = ['-p', '--full-index', '--src-prefix=a/', '--dst-prefix=b/', '--submodule=short']
const RECORDS = ['-r', SIMILARITY, '--raw', '--abbrev=40', '-z', '--no-ext-diff', '--no-textconv', '--no-color']

/** The output of `git diff-tree`: the raw records, or the records and the patches. */
export const DIFF_FORMS = { records: RECORDS, texts: [...RECORDS, ...PATCH_TEXT] } as const
export type DiffForm = keyof typeof DIFF_FORMS

/** Options of a one-shot process. */
export const diffArguments = (form: DiffForm, { from, to, paths = [] }: DiffQuery): ReadonlyArray<string> => [
  'diff-tree',
  ...DIFF_FORMS[form],
  from,
  to,
  '--',
  ...paths,
]

interface Sources {
  readonly program: GitProgram
  readonly read: ObjectStore['read']
  /** The cached object, without a read. */
  readonly kept: (id: ObjectId) => LoadedObject | undefined
  /** The pool of long-lived processes, if there is one. */
  readonly diffReader: ((form: DiffForm) => DiffReader) | undefined
  readonly placed: () => RunOptions
}

const isParentOf = (found: LoadedObject | undefined, parent: ObjectId): boolean =>
  found?.kind === 'commit' && decodeCommit(found.id, found.bytes).parents.includes(parent)

/** The output of a diff: from the long-lived process, or from one of its own if that is busy, cannot answer the query, or ends without output. */
export const diffOutput = ({ program, read, kept, diffReader, placed }: Sources) => {
  const ofTrees = async (from: ObjectId, to: ObjectId): Promise<DiffQuestion | undefined> => {
    const [before, after] = await Promise.all([treeIdOf({ read }, from), treeIdOf({ read }, to)])
    return before === undefined || after === undefined ? undefined : betweenTrees(before, after)
  }
  const staying = async (form: DiffForm, { from, to, paths = [] }: DiffQuery) => {
    const reader = paths.length === 0 ? diffReader?.(form) : undefined
    if (reader === undefined || reader.busy) return undefined
    const question = isParentOf(kept(to), from) ? sinceParent(from, to) : await ofTrees(from, to)
    return question && program.among(() => reader.ask(question))
  }
  return async function* (form: DiffForm, query: DiffQuery): AsyncGenerator<Buffer> {
    const output = await staying(form, query)
    try {
      const first = await output?.next().catch((error: unknown) => {
        if (error instanceof DeadlineExceeded) throw error
        return undefined
      })
      if (output === undefined || first === undefined) {
        yield* program.stream(diffArguments(form, query), placed())
        return
      }
      if (first.done === true) return
      yield first.value
      yield* output
    } finally {
      await output?.return(undefined)
    }
  }
}
