import type {
  Commit,
  MergeOutcome,
  ObjectId,
  PickOutcome,
  PickRequest,
  RebaseOutcome,
  RebaseRequest,
  Repository,
  RevertRequest,
  Signature,
} from '@forgefold/core/ports'
import { EMPTY_TREE } from '@forgefold/core/ports'
import { decodeCommit, encodeCommit, encodeTag } from '../git-objects/commit.js'
import { editTree } from '../git-objects/edit-tree.js'
import { decodeText } from '../git-objects/object-text.js'
import { GitFailed } from './program.js'
import type { RepositoryContext } from './repository-context.js'
import { isRepository } from './repository-existence.js'

const UNRELATED = /refusing to merge unrelated histories/

const merge = async (context: RepositoryContext, ours: ObjectId, theirs: ObjectId): Promise<MergeOutcome> => {
  try {
    const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs]
    const { code, output } = await context.run(args, { accept: [0, 1] })
    const [tree = '', ...files] = decodeText(output).split('\0').filter(Boolean)
    if (code === 0) return { kind: 'Merged', tree: tree as ObjectId }
    // Exit 1 without a tree is not a conflict: a name could not be resolved.
    if (tree === '') throw new GitFailed('merge-tree', code, 'no such commit')
    return { kind: 'Conflicts', files: [...new Set(files)] }
  } catch (error) {
    if (error instanceof GitFailed && UNRELATED.test(error.complaint)) return { kind: 'Unrelated' }
    throw error
  }
}

const commitOf = async (context: RepositoryContext, id: ObjectId): Promise<Commit> => {
  const object = await context.objects.read(id)
  if (object?.kind !== 'commit') throw new GitFailed('cat-file', null, `no commit ${id}`)
  return decodeCommit(id, object.bytes)
}

const writeCommit = (context: RepositoryContext, commit: Parameters<Repository['writeCommit']>[0]): Promise<ObjectId> =>
  context.objects.write('commit', encodeCommit(commit))

/** A change between two commits' trees, to be applied to a third. */
interface Change {
  readonly from: ObjectId
  readonly to: ObjectId
  readonly onto: ObjectId
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

/** Scratch commits with the trees of both sides, both on the same parent, make that parent the merge base. */
const applyChange = async (context: RepositoryContext, change: Change): Promise<PickOutcome> => {
  const { from, to, onto, author, committer, message } = change
  const place = await commitOf(context, onto)
  const scratch = (tree: ObjectId): Promise<ObjectId> =>
    writeCommit(context, { tree, parents: [from], author: committer, committer, message: 'scratch' })
  const merged = await merge(context, await scratch(place.tree), await scratch(to))
  if (merged.kind !== 'Merged') return { kind: 'Conflicts', files: merged.kind === 'Conflicts' ? merged.files : [] }
  if (merged.tree === place.tree) return { kind: 'Empty' }
  const parents = [onto]
  return {
    kind: 'Picked',
    commit: await writeCommit(context, { tree: merged.tree, parents, author, committer, message }),
  }
}

/** A merge commit is picked by its first parent: the same change as a plain commit. */
const cherryPick = async (context: RepositoryContext, request: PickRequest): Promise<PickOutcome> => {
  const picked = await commitOf(context, request.commit)
  const [from] = picked.parents
  if (from === undefined) return { kind: 'Conflicts', files: [] }
  const { onto, committer, author = picked.author, message = picked.message } = request
  return applyChange(context, { from, to: picked.tree, onto, author, committer, message })
}

const revert = async (
  context: RepositoryContext,
  { commit, onto, committer, message }: RevertRequest,
): Promise<PickOutcome> => {
  const [parent] = (await commitOf(context, commit)).parents
  const to = parent === undefined ? EMPTY_TREE : (await commitOf(context, parent)).tree
  return applyChange(context, { from: commit, to, onto, author: committer, committer, message })
}

/** A commit that changed nothing from the start is kept, as git keeps it; one that has become empty is not. */
const keepIfInitiallyEmpty = async (
  context: RepositoryContext,
  id: ObjectId,
  head: ObjectId,
  committer: Signature,
): Promise<ObjectId> => {
  const { tree, parents, author, message } = await commitOf(context, id)
  const [parent] = parents
  if (parent === undefined || (await commitOf(context, parent)).tree !== tree) return head
  const place = await commitOf(context, head)
  return writeCommit(context, { tree: place.tree, parents: [head], author, committer, message })
}

const rebase = async (
  context: RepositoryContext,
  { source, onto, committer }: RebaseRequest,
): Promise<RebaseOutcome> => {
  const base = await context.run(['merge-base', onto, source], { accept: [0, 1] })
  if (base.code === 1) return { kind: 'Unrelated' }
  if (base.output.toString('latin1').trim() === onto) return { kind: 'Rebased', head: source }
  const args = ['rev-list', '--reverse', '--topo-order', '--no-merges', source, `^${onto}`, '--']
  const { output } = await context.run(args)
  let head = onto
  for (const id of output.toString('latin1').split('\n').filter(Boolean)) {
    const commit = id as ObjectId
    const picked = await cherryPick(context, { commit, onto: head, committer })
    if (picked.kind === 'Conflicts') return { kind: 'Conflicts', commit, files: picked.files }
    head = picked.kind === 'Picked' ? picked.commit : await keepIfInitiallyEmpty(context, commit, head, committer)
  }
  return { kind: 'Rebased', head }
}

const REFSPEC_MISSING = /couldn't find remote ref/
/** Another process fetched the same ref meanwhile. */
const OVERTAKEN = /cannot lock ref/
/** The most attempts of a fetch. */
const FETCHES = 8

const fetchFrom: (context: RepositoryContext) => Repository['fetchFrom'] = (context) => async (source, refspecs) => {
  if (!(await isRepository(context.directoryOf(source)))) return false
  const specs = refspecs.map(({ from, to }) => `+${from}:${to}`)
  const quiet = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance']
  for (let left = FETCHES; ; left--)
    try {
      await context.run(['fetch', ...quiet, '--', context.directoryOf(source), ...specs])
      return true
    } catch (error) {
      if (!(error instanceof GitFailed)) throw error
      if (REFSPEC_MISSING.test(error.complaint)) return false
      if (left === 1 || !OVERTAKEN.test(error.complaint)) throw error
    }
}

type WriteMethods = Pick<
  Repository,
  'editTree' | 'writeCommit' | 'writeTag' | 'merge' | 'cherryPick' | 'revert' | 'rebase' | 'fetchFrom'
>

/** New objects; no ref moves by these, except those that a fetch brings. */
export const writeMethods = (context: RepositoryContext): WriteMethods => ({
  editTree: (base, actions) => editTree(context.objects, base, actions),
  writeCommit: (commit) => writeCommit(context, commit),
  writeTag: async (tag) => {
    const target = await context.reader().info(tag.target)
    if (target === undefined) throw new GitFailed('cat-file', null, `no object ${tag.target}`)
    return context.objects.write('tag', encodeTag(tag, target.kind))
  },
  merge: (ours, theirs) => merge(context, ours, theirs),
  cherryPick: (request) => cherryPick(context, request),
  revert: (request) => revert(context, request),
  rebase: (request) => rebase(context, request),
  fetchFrom: fetchFrom(context),
})
