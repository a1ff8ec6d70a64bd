import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, notFound, type Rejection, refused } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { isBranchName } from '../../../naming/ref-name.js'
import type { ProjectRef } from '../../project/access.js'
import { defaultBranch } from '../../project/instance-rules.js'
import { BRANCHES, branchRef } from '../refs.js'
import { moveRefs } from '../steps/move-refs.js'
import { refRuleRefusal, writerOf } from '../steps/write-access.js'
import { commitFiles } from './commit-files.js'

/** A branch as the API names it. */
export interface BranchIn {
  readonly project: ProjectRef
  readonly branch: string
}

/** A new branch. */
export interface CreateBranch extends BranchIn {
  /** Its start: a branch, a tag or a commit. */
  readonly ref: string
}

/** Another write came first, or a branch has this name as a prefix (`a/b` beside `a`). */
const asExisting = (rejection: Rejection): Rejection =>
  rejection.kind === 'Conflict' ? refused('Branch already exists') : rejection

/** The first commit of an empty repository: an empty README.md on the default branch. */
const beginRepository: UseCase<CreateBranch, unknown> = (forge, caller, { project }) =>
  commitFiles(
    forge,
    { ...caller, context: withNewCommandId(forge, caller.context) },
    {
      project,
      branch: defaultBranch(forge.settings.current()),
      message: 'Add README.md',
      actions: [{ action: 'create', path: 'README.md', content: new Uint8Array() }],
    },
  )

/**
 * Creates a branch; an empty repository first gets its default branch with one commit.
 *
 * Rejections: `NotFound` (Project); `Forbidden`; `Refused` for an invalid name, an existing branch, or a ref without a commit.
 */
export const createBranch: UseCase<CreateBranch, ObjectId> = async (forge, caller, input) => {
  const writer = writerOf(forge, caller, input.project)
  if (E.isLeft(writer)) return writer
  const { branch } = input
  const { context } = caller
  if (!isBranchName(branch)) return E.left(refused('Branch name is invalid'))
  const ref = branchRef(branch)
  const projectId = writer.right.project.id
  const git = forge.git.of(projectId)
  if ((await git.ref(ref)) !== undefined) return E.left(refused('Branch already exists'))
  const denied = refRuleRefusal(forge, writer.right, { ref, change: 'create' })
  if (denied !== undefined) return E.left(denied)
  const begun =
    writer.right.project.defaultBranch === null ? await beginRepository(forge, caller, input) : E.right(null)
  if (E.isLeft(begun)) return begun
  const to = await git.resolve(input.ref)
  if (to === undefined) return E.left(refused(`Invalid reference name: ${input.ref}`))
  const moved = await moveRefs(forge, { projectId, changes: [{ ref, from: null, to }], via: 'api', context })
  return E.isLeft(moved) ? E.left(asExisting(moved.left)) : E.right(to)
}

/**
 * Deletes a branch; its commits are kept.
 *
 * Rejections: `NotFound` (Project, Branch); `Forbidden`; `NotAllowed` for the default branch.
 */
export const deleteBranch: UseCase<BranchIn, void> = async (forge, caller, input) => {
  const writer = writerOf(forge, caller, input.project)
  if (E.isLeft(writer)) return writer
  const { project } = writer.right
  const ref = branchRef(input.branch)
  const from = await forge.git.of(project.id).ref(ref)
  if (from === undefined) return E.left(notFound('Branch'))
  if (project.defaultBranch === input.branch)
    return E.left({ kind: 'NotAllowed', message: 'Cannot remove HEAD branch' })
  const denied = refRuleRefusal(forge, writer.right, { ref, change: 'delete' })
  if (denied !== undefined) return E.left(denied)
  const changes = [{ ref, from, to: null }]
  const moved = await moveRefs(forge, { projectId: project.id, changes, via: 'api', context: caller.context })
  return E.isLeft(moved) ? moved : E.right(undefined)
}

/**
 * Deletes every branch that is merged into the default branch, except that one and protected ones; returns how many. Rejections: `NotFound`
 * (Project); `Forbidden`.
 */
export const deleteMergedBranches: UseCase<ProjectRef, number> = async (forge, caller, ref) => {
  const writer = writerOf(forge, caller, ref)
  if (E.isLeft(writer)) return writer
  const { project } = writer.right
  const git = forge.git.of(project.id)
  const head = project.defaultBranch === null ? undefined : await git.resolve(branchRef(project.defaultBranch))
  if (head === undefined) return E.left(forbidden())
  const merged = await git.branchesMergedInto(head)
  const changes = (await git.refs(BRANCHES)).flatMap(({ name, target }) => {
    const branch = name.slice(BRANCHES.length)
    const stays =
      branch === project.defaultBranch ||
      !merged.has(branch) ||
      forge.refRules.isProtected(project.id, name) ||
      refRuleRefusal(forge, writer.right, { ref: name, change: 'delete' }) !== undefined
    return stays ? [] : [{ ref: name, from: target, to: null }]
  })
  const context = withNewCommandId(forge, caller.context)
  const moved = await moveRefs(forge, { projectId: project.id, changes, via: 'api', context })
  return E.isLeft(moved) ? moved : E.right(moved.right.length)
}
