import type {
  Commit,
  MergeOutcome,
  ObjectId,
  PickOutcome,
  PickRequest,
  RebaseOutcome,
  RebaseRequest,
  Repository,
  Signature,
} from '@forgefold/core/ports'
import { decodeCommit, encodeCommit, encodeTag } from '../git-objects/commit.js'
import { editTree } from '../git-objects/edit-tree.js'
import { decodeText } from '../git-objects/text.js'
import type { Desk } from './desk.js'
import { isRepository } from './presence.js'
import { GitFailed } from './program.js'

const UNRELATED = /refusing to merge unrelated histories/

const merge = async (desk: Desk, ours: ObjectId, theirs: ObjectId): Promise<MergeOutcome> => {
  try {
    const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs]
    const { code, output } = await desk.run(args, { accept: [0, 1] })
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

const commitOf = async (desk: Desk, id: ObjectId): Promise<Commit> => {
  const object = await desk.objects.read(id)
  if (object?.kind !== 'commit') throw new GitFailed('cat-file', null, `no commit ${id}`)
  return decodeCommit(id, object.bytes)
}

const writeCommit = (desk: Desk, commit: Parameters<Repository['writeCommit']>[0]): Promise<ObjectId> =>
  desk.objects.write('commit', encodeCommit(commit))

/** A scratch commit with the tree of the new place and the old parent makes that parent the base of the merge. */
const cherryPick = async (desk: Desk, request: PickRequest): Promise<PickOutcome> => {
  const picked = await commitOf(desk, request.commit)
  const place = await commitOf(desk, request.onto)
  const [parent] = picked.parents
  if (parent === undefined) return { kind: 'Conflicts', files: [] }
  const { committer } = request
  const scratch = await writeCommit(desk, {
    tree: place.tree,
    parents: [parent],
    author: committer,
    committer,
    message: 'scratch',
  })
  // A merge commit is picked by its first parent: the same change as a plain commit.
  const change =
    picked.parents.length === 1
      ? picked.id
      : await writeCommit(desk, {
          tree: picked.tree,
          parents: [parent],
          author: committer,
          committer,
          message: 'change',
        })
  const merged = await merge(desk, scratch, change)
  if (merged.kind !== 'Merged') return { kind: 'Conflicts', files: merged.kind === 'Conflicts' ? merged.files : [] }
  if (merged.tree === place.tree) return { kind: 'Empty' }
  const commit = await writeCommit(desk, {
    tree: merged.tree,
    parents: [request.onto],
    author: request.author ?? picked.author,
    committer,
    message: request.message ?? picked.message,
  })
  return { kind: 'Picked', commit }
}

/** A commit that changed nothing from the start is kept, as git keeps it; one that has become empty is not. */
const keepIfBornEmpty = async (desk: Desk, id: ObjectId, head: ObjectId, committer: Signature): Promise<ObjectId> => {
  const { tree, parents, author, message } = await commitOf(desk, id)
  const [parent] = parents
  if (parent === undefined || (await commitOf(desk, parent)).tree !== tree) return head
  const place = await commitOf(desk, head)
  return writeCommit(desk, { tree: place.tree, parents: [head], author, committer, message })
}

const rebase = async (desk: Desk, { source, onto, committer }: RebaseRequest): Promise<RebaseOutcome> => {
  const base = await desk.run(['merge-base', onto, source], { accept: [0, 1] })
  if (base.code === 1) return { kind: 'Unrelated' }
  if (base.output.toString('latin1').trim() === onto) return { kind: 'Rebased', head: source }
  const args = ['rev-list', '--reverse', '--topo-order', '--no-merges', source, `^${onto}`, '--']
  const { output } = await desk.run(args)
  let head = onto
  for (const id of output.toString('latin1').split('\n').filter(Boolean)) {
    const commit = id as ObjectId
    const picked = await cherryPick(desk, { commit, onto: head, committer })
    if (picked.kind === 'Conflicts') return { kind: 'Conflicts', commit, files: picked.files }
    head = picked.kind === 'Picked' ? picked.commit : await keepIfBornEmpty(desk, commit, head, committer)
  }
  return { kind: 'Rebased', head }
}

const REFSPEC_MISSING = /couldn't find remote ref/

const fetchFrom: (desk: Desk) => Repository['fetchFrom'] = (desk) => async (source, refspecs) => {
  if (!(await isRepository(desk.directoryOf(source)))) return false
  const specs = refspecs.map(({ from, to }) => `+${from}:${to}`)
  const quiet = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance']
  try {
    await desk.run(['fetch', ...quiet, '--', desk.directoryOf(source), ...specs])
    return true
  } catch (error) {
    if (error instanceof GitFailed && REFSPEC_MISSING.test(error.complaint)) return false
    throw error
  }
}

type WriteMethods = Pick<
  Repository,
  'editTree' | 'writeCommit' | 'writeTag' | 'merge' | 'cherryPick' | 'rebase' | 'fetchFrom'
>

/** New objects; no ref moves by these, except those that a fetch brings. */
export const writeMethods = (desk: Desk): WriteMethods => ({
  editTree: (base, actions) => editTree(desk.objects, base, actions),
  writeCommit: (commit) => writeCommit(desk, commit),
  writeTag: async (tag) => {
    const target = await desk.reader().info(tag.target)
    if (target === undefined) throw new GitFailed('cat-file', null, `no object ${tag.target}`)
    return desk.objects.write('tag', encodeTag(tag, target.kind))
  },
  merge: (ours, theirs) => merge(desk, ours, theirs),
  cherryPick: (request) => cherryPick(desk, request),
  rebase: (request) => rebase(desk, request),
  fetchFrom: fetchFrom(desk),
})
