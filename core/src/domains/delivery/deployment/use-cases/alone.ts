import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { conflict, type Rejection, refuse, streamName } from '../../../../kernel/index.js'

const TRIES = 64

/** Nobody goes by it for longer than the work takes: what a crash left behind may be taken over. */
const bears = async (): Promise<boolean> => false

/**
 * Does what hangs on which deployment of an environment is the latest, while nobody else does: in this process by turns, between
 * processes by a name on the event store. What happened before is visible to the work. Rejections: the work's own; `Conflict` where the
 * environment stays contended; `Unavailable`.
 */
export const aloneIn = <A>(
  forge: Forge,
  context: CommandContext,
  environmentId: number,
  work: () => Promise<E.Either<Rejection, A>>,
): Promise<E.Either<Rejection, A>> =>
  forge.mutex.run(`latest deployment of ${environmentId}`, async () => {
    const name = { kind: 'latest-deployment', name: String(environmentId) }
    const own = withNewCommandId(forge, context)
    const holder = streamName('judgement', own.id)
    for (let tries = 0; tries < TRIES; tries++) {
      const taken = await forge.reservations.take(name, holder, own, bears)
      if (E.isLeft(taken) && taken.left.kind === 'Conflict') continue
      if (E.isLeft(taken)) return taken
      try {
        return await work()
      } finally {
        await forge.reservations.release(name, holder, own)
      }
    }
    return refuse(conflict('409 Conflict: Resource lock'))
  })
