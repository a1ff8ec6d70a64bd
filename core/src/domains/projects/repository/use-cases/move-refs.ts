import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { conflict, millisecondsOf, type Rejection } from '../../../../kernel/index.js'
import type { ObjectId, PushedRef } from '../../../../ports/git.js'
import type { Manner } from '../aggregate.js'
import { lockRepository } from './lock-repository.js'
import type { MoveNote } from './pending.js'
import { isForced, type MovedRef, recordMoved } from './record.js'

export interface MoveRefs extends Manner {
  readonly projectId: number
  readonly changes: ReadonlyArray<{
    readonly ref: string
    /** Where it must point now; null: it must not exist. */
    readonly from: ObjectId | null
    readonly to: ObjectId | null
    /** Known beforehand; left out: worked out. */
    readonly forced?: boolean
  }>
  readonly context: CommandContext
}

/** Begins the story of a move on disk, before anything moves. */
export const beginMove = (
  forge: Forge,
  projectId: number,
  changes: ReadonlyArray<PushedRef>,
  note: MoveNote,
): Promise<string> =>
  forge.git.begin({
    repository: projectId,
    changes: changes.map(({ ref, from, to }) => ({ ref, from, to })),
    begunAt: millisecondsOf(forge.clock.now()),
    note,
  })

/** Moves refs and tells the history, all or nothing, while it is this repository's turn. */
const moveInTurn = async (
  forge: Forge,
  { projectId, changes, via, skipCi, context }: MoveRefs,
): Promise<E.Either<Rejection, ReadonlyArray<MovedRef>>> => {
  const git = forge.git.of(projectId)
  const moved: Array<MovedRef> = []
  for (const change of changes)
    if (change.from !== change.to) moved.push({ ...change, forced: change.forced ?? (await isForced(git, change)) })
  if (moved.length === 0) return E.right([])
  const pending = await beginMove(forge, projectId, moved, { via, skipCi, context })
  const outcome = await git.updateRefs(moved.map(({ ref, from, to }) => ({ ref, from, to })))
  if (outcome.kind === 'Stale') {
    await forge.git.finish(pending)
    return E.left(conflict())
  }
  const recorded = await recordMoved(forge, projectId, moved, { via, skipCi }, context)
  if (E.isLeft(recorded)) return recorded
  await forge.git.finish(pending)
  return E.right(moved)
}

/**
 * Moves refs by compare and swap, in git first, then in the history.
 *
 * Rejections: `Conflict` where a ref is not where it was believed to be (nothing was moved); `Unavailable` where the history could not be
 * told (it will be, by reconciliation).
 */
export const moveRefs = async (forge: Forge, move: MoveRefs): UseCaseResult<ReadonlyArray<MovedRef>> => {
  const unlock = await lockRepository(forge, move.projectId)
  try {
    return await moveInTurn(forge, move)
  } finally {
    unlock()
  }
}
