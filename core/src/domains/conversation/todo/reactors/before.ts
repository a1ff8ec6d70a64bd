import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { RetryableError } from '../../../../app/reactors.js'
import type { Aggregate, DomainEvent, Revision, StoredEvent } from '../../../../kernel/index.js'

const PAGE = 100

/** The last event before a given one of its stream that `pick` makes something of. */
export const lastBefore = async <C, Event extends DomainEvent, S, A>(
  forge: Forge,
  aggregate: Pick<Aggregate<C, Event, S>, 'events'>,
  stored: StoredEvent,
  pick: (event: Event) => A | undefined,
): Promise<A | undefined> => {
  for (let from = stored.revision - 1; from >= 0; from -= PAGE) {
    const options = { from: from as Revision, direction: 'backwards', limit: PAGE } as const
    const page = await forge.events.readStream(stored.stream, options)
    if (page.kind === 'Unavailable') throw new RetryableError(page.reason)
    if (page.kind !== 'Read') return undefined
    for (const event of page.events) {
      const decoded = aggregate.events.decode(event)
      const picked = E.isRight(decoded) ? pick(decoded.right) : undefined
      if (picked !== undefined) return picked
    }
  }
  return undefined
}
