import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { retriedOnConflict } from '../../../../app/retry.js'
import { conflict, type Rejection, streamName } from '../../../../kernel/index.js'

/** The most attempts to get the lock while another server holds it. */
const ATTEMPTS = 64

/** A holder that a crash left behind no longer holds the lock: the work it guards ended with its process. */
const stillHoldsName = async (): Promise<boolean> => false

/**
 * Runs work that depends on which deployment of an environment is the latest, under a lock: a mutex within this process, a reserved name in
 * the event store between processes. The work sees everything that earlier holders wrote.
 * Rejections: the work's own; `Conflict` where the environment stays contended; `Unavailable`.
 */
export const withEnvironmentLock = <A>(
  forge: Forge,
  context: CommandContext,
  environmentId: number,
  work: () => Promise<E.Either<Rejection, A>>,
): Promise<E.Either<Rejection, A>> =>
  forge.mutex.run(`latest deployment of ${environmentId}`, async () => {
    const name = { kind: 'latest-deployment', name: String(environmentId) }
    const own = withNewCommandId(forge, context)
    const holder = streamName('judgement', own.id)
    const taken = await retriedOnConflict(
      ATTEMPTS,
      () => forge.reservations.take(name, holder, own, stillHoldsName),
      conflict('409 Conflict: Resource lock'),
    )
    if (E.isLeft(taken)) return taken
    try {
      return await work()
    } finally {
      await forge.reservations.release(name, holder, own)
    }
  })
