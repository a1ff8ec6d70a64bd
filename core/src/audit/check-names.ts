import * as E from 'fp-ts/lib/Either.js'
import type { AggregateRepository } from '../app/aggregate-repository.js'
import type { NameDeclaration } from '../app/name-declaration.js'
import { reservation } from '../app/reservation.js'
import { reservationStream } from '../app/reserve-names.js'
import { categoryOf, type DeclarationFacts, idOf, type Rejection, type StreamName } from '../kernel/index.js'
import type { Secrets } from '../ports/clock-and-ids.js'
import { lastEventOf } from '../ports/event-look-up.js'
import type { EventStore } from '../ports/event-store.js'

/** An aggregate has a name that is not reserved for it. */
export interface NameNotReserved {
  /** The kind of name: the name itself may be personal. */
  readonly name: string
  /** The stream that it is reserved for; undefined: none. */
  readonly holder: StreamName | undefined
}

/** What the check of names needs. */
export interface NameCheckOptions {
  readonly events: Pick<EventStore, 'readStream'>
  readonly load: AggregateRepository['load']
  readonly declarations: ReadonlyArray<NameDeclaration>
  readonly open: DeclarationFacts['open']
  readonly secrets: Pick<Secrets, 'keyedDigest'>
}

/** Whether the names that a stream has now are reserved for it; undefined where they are. Rejections: `Unavailable`. */
export type CheckNames = (stream: StreamName) => Promise<E.Either<Rejection, NameNotReserved | undefined>>

/** How often a mismatch is looked at again: a name that is dropped meanwhile is released before its event is read. */
const LOOKS = 3

/**
 * Makes the check of names over a store. A reservation that outlives its use is no fault: the next claim takes it over.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * import { declarationOf } from '@forgefold/core'
 * import { label } from '@forgefold/core/label'
 * const loaded = { _tag: 'Right', right: { state: label.initial, revision: undefined } }
 * const check = makeNameCheck({
 *   events: fixedHistory([]),
 *   load: async () => loaded,
 *   declarations: [declarationOf(label)],
 *   open: () => undefined,
 *   secrets: { keyedDigest: (text) => text },
 * })
 * assert.equal((await check('label-1')).right, undefined)
 */
export const makeNameCheck = (options: NameCheckOptions): CheckNames => {
  const { events, load, open, secrets } = options
  const declarations = new Map(options.declarations.map((one) => [one.category, one]))

  const holderOf = async (stream: StreamName): Promise<E.Either<Rejection, StreamName | undefined>> => {
    const last = await lastEventOf(events, stream)
    if (E.isLeft(last)) return last
    const decoded = last.right === undefined ? undefined : reservation.events.decode(last.right)
    if (decoded === undefined || E.isLeft(decoded) || decoded.right.type !== 'NameTaken') return E.right(undefined)
    return E.right(decoded.right.data.holder)
  }

  const look = async (stream: StreamName): Promise<E.Either<Rejection, NameNotReserved | undefined>> => {
    const names = await declarations.get(categoryOf(stream))?.namesOf(load, { id: idOf(stream), open })
    if (names === undefined) return E.right(undefined)
    // A stream that was fenced off before it began has no names.
    if (E.isLeft(names)) return names.left.kind === 'Conflict' ? E.right(undefined) : names
    for (const name of names.right ?? []) {
      const holder = await holderOf(reservationStream(secrets, name))
      if (E.isLeft(holder)) return holder
      if (holder.right !== stream) return E.right({ name: name.kind, holder: holder.right })
    }
    return E.right(undefined)
  }

  return async (stream) => {
    let found = await look(stream)
    for (let looks = 1; looks < LOOKS && E.isRight(found) && found.right !== undefined; looks++)
      found = await look(stream)
    return found
  }
}
