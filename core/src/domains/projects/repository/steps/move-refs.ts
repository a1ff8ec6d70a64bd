import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import {
  type Actor,
  type CommandId,
  codecs,
  conflict,
  millisecondsOf,
  type Rejection,
  unavailable,
} from '../../../../kernel/index.js'
import type { ObjectId, PushedRef } from '../../../../ports/git.js'
import { REF_UPDATE_ORIGINS, type RefUpdateOptions } from '../aggregate.js'
import { followBranches } from './follow-branches.js'
import { isForced, type MovedRef, recordMoved } from './record-ref-updates.js'

/** The intent of a ref update, stored before refs move, so that reconciliation can record it after a crash. */
export interface MoveIntent extends RefUpdateOptions {
  readonly context: CommandContext
}

const context = t.intersection([
  t.type({ id: t.string, at: codecs.instant, actor: t.string, correlationId: t.string }),
  t.partial({ causationId: t.string, tokenId: t.string, requestId: t.string, sourceIp: t.string }),
])
const intent = t.intersection([
  t.type({ via: codecs.oneOf(REF_UPDATE_ORIGINS), context }),
  t.partial({ skipCi: t.boolean, pushOptions: codecs.list(t.string) }),
])

/** A stored intent; undefined where it was stored in the format of another version. */
export const decodeIntent = (value: unknown): MoveIntent | undefined => {
  const decoded = intent.decode(value)
  if (decoded._tag === 'Left') return undefined
  const { via, skipCi, pushOptions, context } = decoded.right
  return {
    via,
    skipCi,
    pushOptions,
    context: { ...context, id: context.id as CommandId, actor: context.actor as Actor },
  }
}

/**
 * Locks a repository against other ref updates and resolves to the function that unlocks it.
 *
 * A ref moves in git first and is recorded second. The lock keeps the events of a ref in the order of its updates. It holds in this process
 * and against other servers on the same folder.
 */
export const lockRepository = async (forge: Forge, repository: number): Promise<() => void> => {
  const leave = await forge.mutex.acquire(`repository ${repository}`)
  try {
    const giveBack = await forge.git.claim(repository)
    return () => {
      giveBack().then(leave, leave)
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** Milliseconds that a request waits for the writes before it: longer than dozens that come together take on a slow machine. */
const LONGEST_WAIT = 30_000

/** A write was not begun, because others kept the repository for too long. */
export const REPOSITORY_BUSY = unavailable('other writes keep the repository busy')

/** As `lockRepository`; undefined where that takes too long. */
const lockInTime = async (forge: Forge, repository: number): Promise<(() => void) | undefined> => {
  const locked = lockRepository(forge, repository)
  const ended = locked.catch(() => undefined)
  const unlock = await Promise.race([locked, forge.pause(LONGEST_WAIT, ended)])
  if (unlock !== undefined) return unlock
  void ended.then((late) => late?.())
  return undefined
}

export interface MoveRefs extends RefUpdateOptions {
  readonly projectId: number
  readonly changes: ReadonlyArray<{
    readonly ref: string
    /** Its expected target; null: it must not exist. */
    readonly from: ObjectId | null
    readonly to: ObjectId | null
    /** Whether it is forced, where known; omitted: determined here. */
    readonly forced?: boolean
  }>
  readonly context: CommandContext
}

/** Stores the intent of a ref update before anything moves; returns its id. */
export const beginMove = (
  forge: Forge,
  projectId: number,
  changes: ReadonlyArray<PushedRef>,
  note: MoveIntent,
): Promise<string> =>
  forge.git.begin({
    repository: projectId,
    changes: changes.map(({ ref, from, to }) => ({ ref, from, to })),
    begunAt: millisecondsOf(forge.clock.now()),
    note,
  })

/** Moves refs and records them, all or none; the caller holds the lock of the repository. */
const moveLocked = async (
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
 * Moves refs by compare and swap, in git first, then in the history, with the immediate consequences.
 *
 * Rejections: `Conflict` where a ref does not have the expected target (nothing was moved); `Unavailable` where the event store could not be
 * written to (reconciliation will record it), and `REPOSITORY_BUSY` (nothing was moved).
 */
export const moveRefs = async (forge: Forge, move: MoveRefs): UseCaseResult<ReadonlyArray<MovedRef>> => {
  // A rebase is carried out behind requests, and may take its time.
  const lock = move.via === 'rebase' ? lockRepository : lockInTime
  const unlock = await lock(forge, move.projectId)
  if (unlock === undefined) return E.left(REPOSITORY_BUSY)
  let moved: E.Either<Rejection, ReadonlyArray<MovedRef>>
  try {
    moved = await moveLocked(forge, move)
  } finally {
    unlock()
  }
  if (E.isRight(moved)) await followBranches(forge, move, moved.right)
  return moved
}
