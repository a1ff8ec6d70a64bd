import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { refused } from '../../../../kernel/index.js'
import { EMPTY_TREE } from '../../../../ports/git.js'
import type { FirstCommit } from '../../project/project-repositories-port.js'
import { repository } from '../aggregate.js'
import { BRANCHES, branchRef, TAGS } from '../refs.js'
import { signatureOf } from '../signature.js'
import { moveRefs } from './move-refs.js'
import { recordMoved } from './record-ref-updates.js'

/** Creates the first commit of an empty repository with a README.md; nothing where the branch exists. */
export const writeFirstCommit = async (
  forge: Forge,
  context: CommandContext,
  { projectId, branch, readme, message, userId }: FirstCommit,
): UseCaseResult<void> => {
  await forge.git.create(projectId, branch)
  if (forge.read.repositories.ref(projectId, branchRef(branch)) !== undefined) return E.right(undefined)
  const git = forge.git.of(projectId)
  const edited = await git.editTree(EMPTY_TREE, [{ action: 'create', path: 'README.md', content: readme }])
  if (edited.kind === 'Refused') return E.left(refused(edited.refusal.kind))
  const author = signatureOf(forge, userId, context.at)
  const to = await git.writeCommit({ tree: edited.tree, parents: [], author, committer: author, message })
  const changes = [{ ref: branchRef(branch), from: null, to, forced: false }]
  const moved = await moveRefs(forge, { projectId, changes, via: 'api', context: withNewCommandId(forge, context) })
  return E.isLeft(moved) ? moved : E.right(undefined)
}

/** Sets the repository of a deleted project aside; its data stays on disk. */
export const removeRepository = async (
  forge: Forge,
  context: CommandContext,
  projectId: number,
): UseCaseResult<void> => {
  const removed = await forge.aggregates.execute(
    repository,
    projectId,
    { type: 'Remove' },
    withNewCommandId(forge, context),
  )
  if (E.isLeft(removed)) return removed
  await forge.git.remove(projectId)
  return E.right(undefined)
}

/** Copies branches, tags and HEAD of one project into another's new repository; repeating it copies what is missing. */
export const forkRepository = async (
  forge: Forge,
  context: CommandContext,
  source: number,
  target: number,
): UseCaseResult<void> => {
  await forge.git.fork(source, target)
  const refs = await forge.git.of(target).refs(BRANCHES, TAGS)
  const fresh = refs.filter(({ name }) => forge.read.repositories.ref(target, name) === undefined)
  const moved = fresh.map(({ name, target: to }) => ({ ref: name, from: null, to, forced: false }))
  if (moved.length === 0) return E.right(undefined)
  const recorded = await recordMoved(forge, target, moved, { via: 'fork' }, withNewCommandId(forge, context))
  return E.isLeft(recorded) ? recorded : E.right(undefined)
}
