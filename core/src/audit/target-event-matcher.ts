import * as E from 'fp-ts/lib/Either.js'
import type { StoredEvent, StreamName } from '../kernel/envelope.js'
import { categoryOf } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import type { AuditTarget } from './audit-target.js'
import { eventsOfStream, type History } from './each-event.js'
import { referencesOf } from './event-references.js'

/** Categories of internal bookkeeping: counters, leases, reactors and reservations. */
const INTERNAL_CATEGORIES: ReadonlySet<string> = new Set(['counter', 'lease', 'reactor', 'reservation'])

/** Whether an event is internal bookkeeping. */
export const isInternalEvent = ({ stream }: Pick<StoredEvent, 'stream'>): boolean =>
  INTERNAL_CATEGORIES.has(categoryOf(stream))

type Data = Readonly<Record<string, unknown>>

/** Tells which events of a history concern a subject: its own, those that refer to it, and those of streams whose first event refers to it. */
export class TargetEventMatcher {
  readonly #history: History
  readonly #target: AuditTarget
  readonly #own: ReadonlySet<StreamName>
  /** Whether the first event of a stream referred to the subject. */
  readonly #begun = new Map<StreamName, boolean>()

  constructor(history: History, target: AuditTarget) {
    this.#history = history
    this.#target = target
    this.#own = new Set(target.streams)
  }

  #speaksOfIt(event: StoredEvent): boolean {
    for (const stream of referencesOf(event)) if (this.#own.has(stream)) return true
    return false
  }

  async #beganWithIt({ stream, revision }: StoredEvent): Promise<E.Either<Rejection, boolean>> {
    if (revision === 0) return E.right(false)
    const known = this.#begun.get(stream)
    if (known !== undefined) return E.right(known)
    const first = await eventsOfStream(this.#history, stream, 1)
    if (E.isLeft(first)) return first
    const began = first.right[0] !== undefined && this.#speaksOfIt(first.right[0])
    this.#begun.set(stream, began)
    return E.right(began)
  }

  /** Rejections: `Unavailable`. */
  async matches(event: StoredEvent): Promise<E.Either<Rejection, boolean>> {
    const { stream, revision } = event
    const { setting } = this.#target
    if (this.#own.has(stream))
      return E.right(setting === undefined || setting in (((event.data as Data)['values'] as object | undefined) ?? {}))
    if (setting !== undefined || isInternalEvent(event)) return E.right(false)
    const speaks = this.#speaksOfIt(event)
    if (revision === 0) this.#begun.set(stream, speaks)
    return speaks ? E.right(true) : this.#beganWithIt(event)
  }
}
