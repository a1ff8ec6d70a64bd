import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { millisecondsOf } from '../../../../kernel/index.js'
import { readModelCaughtUp } from '../../../../ports/event-look-up.js'
import type { PendingMove } from '../../../../ports/git.js'
import { decodeIntent, lockRepository } from '../steps/move-refs.js'
import { isForced, type MovedRef, recordMoved } from '../steps/record-ref-updates.js'

/** Milliseconds after which no git process that was to move refs can still be running. */
const SETTLED_AFTER = 10_000

/** True where the update is settled: the recorded refs agree with git, and no process can still move them. */
const reconcileOne = async (forge: Forge, { context: own }: Caller, move: PendingMove): Promise<boolean> => {
  const git = forge.git.of(move.repository)
  const asPlanned: Array<MovedRef> = []
  const otherwise: Array<MovedRef> = []
  for (const { ref, to } of move.changes) {
    const now = (await git.ref(ref)) ?? null
    const known = forge.read.repositories.ref(move.repository, ref) ?? null
    if (now === known) continue
    const update = { ref, from: known, to: now }
    const moved = { ...update, forced: await isForced(git, update) }
    if (now === to) asPlanned.push(moved)
    else otherwise.push(moved)
  }
  const intent = decodeIntent(move.note)
  const system = withNewCommandId(forge, own)
  // A new id: the old one may belong to an append with other refs.
  const context = intent === undefined ? system : { ...intent.context, id: forge.ids.commandId() }
  const unknown = { via: 'system' } as const
  for (const [moved, options, circumstances] of [
    [asPlanned, intent ?? unknown, context],
    [otherwise, unknown, system],
  ] as const) {
    if (moved.length === 0) continue
    const recorded = await recordMoved(forge, move.repository, moved, options, circumstances)
    if (E.isLeft(recorded)) return recorded.left.kind === 'NotFound'
  }
  const age = millisecondsOf(forge.clock.now()) - move.begunAt
  return asPlanned.length === move.changes.length || age >= SETTLED_AFTER
}

/**
 * Records ref updates that happened in git and were not recorded because of a crash, in the name of the user who began them.
 *
 * Runs before the first request and then periodically; returns the number of unsettled updates. Updates of this process that are in progress
 * are waited for.
 */
export const reconcileRepositories: UseCase<void, number> = async (forge, caller) => {
  let open = 0
  for (const move of await forge.git.pending()) {
    const unlock = await lockRepository(forge, move.repository)
    try {
      // Recorded meanwhile by the process that began it, perhaps on another server; the others are compared with all that is recorded.
      if (!(await forge.git.isPending(move.id))) continue
      if (!(await readModelCaughtUp(forge))) open++
      else if (await reconcileOne(forge, caller, move)) await forge.git.finish(move.id)
      else open++
    } finally {
      unlock()
    }
  }
  return E.right(open)
}
