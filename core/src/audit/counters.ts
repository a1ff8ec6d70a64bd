import { lastNumberOf } from '../app/chosen-number.js'
import { STREAM_ABANDONED } from '../app/stream-states.js'
import { categoryOf, idOf, type StoredEvent } from '../kernel/envelope.js'

/** A fault of an event with regard to the counters; `last`: the number that the counter had given before it. */
export type NumberFault =
  /** A counter gave a number that it had given before. */
  | { readonly kind: 'NumberTwice'; readonly last: number }
  /** An aggregate began under a number that its counter had not given. */
  | { readonly kind: 'NumberNotGiven'; readonly last: number }

const NUMBER = /^[1-9]\d{0,15}$/

/** The numbers that the counters of a history give, event by event. A counter may waste numbers, for example when a server dies before using one. */
export class Counters {
  readonly #last = new Map<string, number>()

  take(event: StoredEvent): NumberFault | undefined {
    const category = categoryOf(event.stream)
    if (category === 'counter') return this.#give(event)
    return event.revision === 0 ? this.#begin(category, event) : undefined
  }

  #give(event: StoredEvent): NumberFault | undefined {
    const counter = idOf(event.stream)
    const last = this.#last.get(counter) ?? 0
    const next = lastNumberOf(event)
    if (!(next > last)) return { kind: 'NumberTwice', last }
    this.#last.set(counter, next)
    return undefined
  }

  /** Most aggregates are numbered by the counter of their kind. The stream of a missing holder that was fenced off begins without regard to it. */
  #begin(category: string, { stream, type }: StoredEvent): NumberFault | undefined {
    const last = this.#last.get(category)
    const id = idOf(stream)
    if (last === undefined || type === STREAM_ABANDONED || !NUMBER.test(id) || Number(id) <= last) return undefined
    return { kind: 'NumberNotGiven', last }
  }
}
