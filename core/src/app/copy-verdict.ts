import * as E from 'fp-ts/lib/Either.js'
import type { Position, StoredEvent } from '../kernel/envelope.js'
import { type Rejection, refused } from '../kernel/rejection.js'
import type { EventStore } from '../ports/event-store.js'
import { walkHistory } from './history-pages.js'

/** What a comparison of two equal histories found. */
export interface CopyVerdict {
  readonly events: number
  /** A digest over every event in order; the same history has the same digest in every store. */
  readonly digest: string
  /** The last position that was compared; undefined for an empty history. */
  readonly source: Position | undefined
  readonly target: Position | undefined
  /** For each requested position of the source, the position of the target that corresponds to it; undefined before the first event. */
  readonly translated: ReadonlyMap<Position, Position | undefined>
}

export interface Comparison {
  readonly from: EventStore
  readonly to: EventStore
  readonly digest: (text: string) => string
  readonly pause: (milliseconds: number) => Promise<void>
  /** The last position of the source to look at. */
  readonly until: Position | undefined
  readonly head: Position
  readonly translate?: ReadonlyArray<Position>
  readonly onProgress?: (progress: {
    readonly phase: 'verifying'
    readonly events: number
    readonly upTo: Position
    readonly head: Position
  }) => void
}

const PROGRESS_INTERVAL = 1000

/** Everything of an event but its position, which differs between stores. */
const textOf = ({ stream, revision, id, type, version, data, metadata }: StoredEvent): string =>
  JSON.stringify([stream, revision, id, type, version, data, metadata])

const TARGET_NOT_PREFIX = refused('the target holds more than the source')

const different = (source: StoredEvent, target: StoredEvent | undefined): Rejection =>
  refused(
    target === undefined
      ? `the target ends before ${source.stream}@${source.revision}`
      : `the histories differ: ${source.stream}@${source.revision} in the source, ${target.stream}@${target.revision} in the target`,
  )

/** Finds the counterparts of positions while both histories are walked in step. */
class Translation {
  readonly found = new Map<Position, Position | undefined>()
  readonly #wanted: Array<Position>

  constructor(positions: ReadonlyArray<Position>) {
    this.#wanted = [...positions].sort((a, b) => a - b)
  }

  /** The source continues at `position` while the target is at `target`: requested positions below belong to the latter. */
  below(position: number, target: Position | undefined): void {
    for (let [next] = this.#wanted; next !== undefined && next < position; [next] = this.#wanted) {
      this.#wanted.shift()
      this.found.set(next, target)
    }
  }
}

/** The copy of an event in the target, where it is equal. */
const copyOf = async (
  original: StoredEvent,
  targets: AsyncIterator<E.Either<Rejection, StoredEvent>>,
): Promise<E.Either<Rejection, StoredEvent>> => {
  const next = await targets.next()
  if (next.done === true) return E.left(different(original, undefined))
  if (E.isLeft(next.value)) return next.value
  return textOf(original) === textOf(next.value.right) ? next.value : E.left(different(original, next.value.right))
}

/** Compares two histories event by event. Rejections: `Refused` at the first difference; `Unavailable`. */
export const compareHistories = async (comparison: Comparison): Promise<E.Either<Rejection, CopyVerdict>> => {
  const { from, to, digest, pause, until, head, onProgress } = comparison
  const translation = new Translation(comparison.translate ?? [])
  const targets = walkHistory(to, pause)
  let events = 0
  let folded = ''
  let source: Position | undefined
  let target: Position | undefined
  for await (const original of walkHistory(from, pause)) {
    if (E.isLeft(original)) return original
    if (until === undefined || original.right.position > until) break
    const copy = await copyOf(original.right, targets)
    if (E.isLeft(copy)) return copy
    translation.below(original.right.position, target)
    folded = digest(folded + textOf(original.right))
    source = original.right.position
    target = copy.right.position
    events++
    if (events % PROGRESS_INTERVAL === 0) onProgress?.({ phase: 'verifying', events, upTo: source, head })
  }
  const more = await targets.next()
  if (more.done !== true) return E.left(E.isLeft(more.value) ? more.value.left : TARGET_NOT_PREFIX)
  translation.below(Number.POSITIVE_INFINITY, target)
  if (source !== undefined) onProgress?.({ phase: 'verifying', events, upTo: source, head })
  return E.right({ events, digest: folded, source, target, translated: translation.found })
}
