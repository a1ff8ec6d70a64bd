import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { systemActor, userIdOf } from '../../../../kernel/index.js'
import type { ObjectId, PushedRef, Repository } from '../../../../ports/git.js'
import { project } from '../../project/decider.js'
import { type RefUpdatedData, type RefUpdateOptions, repository } from '../aggregate.js'
import { BRANCHES, branchOf } from '../refs.js'

/** A ref that moved, and whether it was forced. */
export interface MovedRef extends PushedRef {
  readonly forced: boolean
}

/** Whether an update of a branch leaves commits behind. */
export const isForced = async (git: Repository, { ref, from, to }: PushedRef): Promise<boolean> =>
  from !== null && to !== null && ref.startsWith(BRANCHES) && !(await git.isAncestor(from, to))

/** Keeps commits that are no longer reachable from a ref. */
const keepUnreachable = async (git: Repository, moved: ReadonlyArray<MovedRef>): Promise<void> => {
  const left = moved.flatMap(
    ({ from, to, forced }): ReadonlyArray<ObjectId> => (from !== null && (forced || to === null) ? [from] : []),
  )
  if (left.length > 0) await git.keepAround(left)
}

/** Which of the new branches becomes the default branch: the target of HEAD if it is among them, else the first. */
const firstDefault = (
  updates: ReadonlyArray<Pick<RefUpdatedData, 'ref' | 'to'>>,
  head: string | undefined,
): string | undefined => {
  const branches = updates.flatMap(({ ref, to }) => (to === null ? [] : (branchOf(ref) ?? [])))
  return head !== undefined && branches.includes(head) ? head : branches[0]
}

/** The first branch of a project becomes its default branch and is protected, and HEAD is set. */
const settleDefaultBranch = async (
  forge: Forge,
  projectId: number,
  updates: ReadonlyArray<RefUpdatedData>,
  context: CommandContext,
): Promise<E.Either<Rejection, unknown>> => {
  const row = forge.read.projects.byId(projectId)
  if (row === undefined || row.defaultBranch !== null) return E.right(undefined)
  const git = forge.git.of(projectId)
  const head = await git.head()
  const branch = firstDefault(updates, head)
  if (branch === undefined) return E.right(undefined)
  if (branch !== head) await git.setHead(branch)
  const system = { ...withNewCommandId(forge, context), actor: systemActor('default-branch-protection') }
  // The response already shows the protection; a reactor makes up for failures.
  const [done] = await Promise.all([
    forge.aggregates.execute(
      project,
      projectId,
      { type: 'SetDefaultBranch', branch },
      withNewCommandId(forge, context),
    ),
    forge.defaultBranchProtection.protectFirst(row, branch, system),
  ])
  return done
}

/** The most events of one append, well below its limit of bytes. */
const CHUNK = 1000

/** Records ref updates. */
export const recordMoved = async (
  forge: Forge,
  projectId: number,
  moved: ReadonlyArray<MovedRef>,
  { via, skipCi, pushOptions = [] }: RefUpdateOptions,
  context: CommandContext,
): Promise<E.Either<Rejection, unknown>> => {
  await keepUnreachable(forge.git.of(projectId), moved)
  const by = userIdOf(context.actor) ?? null
  const wishes = {
    ...(skipCi === true ? { skipCi } : {}),
    ...(pushOptions.length === 0 ? {} : { pushOptions }),
  }
  const more = { by, via, ...wishes }
  const updates = moved.map(({ ref, from, to, forced }): RefUpdatedData => ({ ref, from, to, forced, ...more }))
  for (let at = 0; at < updates.length; at += CHUNK) {
    const command = { type: 'RecordRefUpdates', updates: updates.slice(at, at + CHUNK) } as const
    const circumstances = at === 0 ? context : withNewCommandId(forge, context)
    const done = await forge.aggregates.execute(repository, projectId, command, circumstances)
    if (E.isLeft(done)) return done
  }
  return settleDefaultBranch(forge, projectId, updates, context)
}
