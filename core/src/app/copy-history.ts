import * as E from 'fp-ts/lib/Either.js'
import type { Position, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import { type Rejection, refused, tooLarge, unavailable } from '../kernel/rejection.js'
import { eventAt } from '../ports/event-look-up.js'
import type { AllReadOptions, EventStore } from '../ports/event-store.js'
import { type CopyVerdict, compareHistories } from './copy-verdict.js'
import { readPage } from './history-pages.js'
import { retried, STORE_OUTAGE } from './retry.js'

/** The progress of a copy. `upTo` and `head` are positions of the source; their ratio is a good estimate even where positions have holes. */
export interface CopyProgress {
  readonly phase: 'copying' | 'verifying'
  /** Events processed by this run in this phase. */
  readonly events: number
  readonly upTo: Position
  /** The end of the source when the run began. */
  readonly head: Position
}

export interface CopyOptions {
  readonly from: EventStore
  /** Empty, or begun by an earlier run of the same copy. */
  readonly to: EventStore
  /** A collision-resistant digest of text. */
  readonly digest: (text: string) => string
  /** Waits so many milliseconds; given by the host, because the core has no timer. */
  readonly pause: (milliseconds: number) => Promise<void>
  readonly onProgress?: (progress: CopyProgress) => void
  /** Called between appends to cancel the copy. Events copied so far stay, and another run continues after them. */
  readonly cancelled?: () => boolean
  /** Positions of the source (checkpoints, say) whose counterparts in the target are wanted. */
  readonly translate?: ReadonlyArray<Position>
}

/** The result of a finished copy, whose histories were compared event by event. */
export interface CopyReport extends CopyVerdict {
  /** Events written by this run; earlier runs have written the others. */
  readonly copied: number
}

const PAGE = 500

/** The last event of a history; undefined where it is empty. */
const lastEvent = async (
  store: EventStore,
  pause: CopyOptions['pause'],
): Promise<E.Either<Rejection, StoredEvent | undefined>> => {
  let after: Position | undefined
  for (;;) {
    const options: AllReadOptions = { direction: 'backwards', limit: 1, ...(after === undefined ? {} : { after }) }
    const page = await readPage(store, options, pause)
    if (E.isLeft(page)) return page
    const [last] = page.right.events
    if (last !== undefined || page.right.end) return E.right(last)
    after = page.right.upTo
  }
}

const otherHistory = (stream: StreamName, revision: number): Rejection =>
  refused(`the target holds another history: ${stream}@${revision} is not what stands in the source`)

/** The position in the source of the target's last event: the copy continues after it. */
const resumePoint = async ({ from, to, pause }: CopyOptions): Promise<E.Either<Rejection, Position | undefined>> => {
  const last = await lastEvent(to, pause)
  if (E.isLeft(last) || last.right === undefined) return last as E.Either<Rejection, undefined>
  const { stream, revision, id } = last.right
  const original = await eventAt(from, stream, revision)
  if (E.isLeft(original)) return original
  return original.right?.id === id ? E.right(original.right.position) : E.left(otherHistory(stream, revision))
}

/** Appends consecutive events of one stream, in halves where they are too much for one append. */
const appendRun = async (
  target: Pick<CopyOptions, 'to' | 'pause'>,
  run: ReadonlyArray<StoredEvent>,
): Promise<E.Either<Rejection, void>> => {
  const [first] = run
  if (first === undefined) return E.right(undefined)
  const expected = first.revision === 0 ? 'noStream' : ((first.revision - 1) as Revision)
  const { to, pause } = target
  let reason = ''
  const outcome = await retried(STORE_OUTAGE, pause, async () => {
    const tried = await to.append(first.stream, run, expected)
    if (tried.kind !== 'OutcomeUnknown' && tried.kind !== 'Unavailable') return tried
    reason = tried.reason
    return undefined
  })
  switch (outcome?.kind) {
    case 'Appended':
    case 'AlreadyAppended':
      return E.right(undefined)
    case 'Conflict':
      return E.left(otherHistory(first.stream, first.revision))
    case 'TooLarge': {
      if (run.length === 1) return E.left(tooLarge)
      const half = run.length >> 1
      const done = await appendRun(target, run.slice(0, half))
      return E.isLeft(done) ? done : appendRun(target, run.slice(half))
    }
    case undefined:
      return E.left(unavailable(reason))
  }
}

/** Consecutive events of one stream, which can be appended together without changing the global order. */
function* runsOf(events: ReadonlyArray<StoredEvent>): Generator<ReadonlyArray<StoredEvent>> {
  let begin = 0
  for (let index = 1; index <= events.length; index++) {
    if (events[index]?.stream === events[begin]?.stream) continue
    yield events.slice(begin, index)
    begin = index
  }
}

const interrupted: Rejection = refused('the copy was interrupted; run it again to go on')

/**
 * Copies a whole history. Order, ids, times and metadata stay the same; positions are the target's own. It can be interrupted at any time and
 * run again. At the end both histories are compared, event by event, up to the end of the source when its last page was read.
 *
 * Events are appended one append at a time, because the global order is part of the history.
 * Rejections: `Refused` where the target holds something else, or the copy was cancelled; `TooLarge`; `Unavailable`.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const [from, to] = [makeMemoryEventStore(), makeMemoryEventStore()]
 * assert.equal((await copyHistory({ from, to, pause }))._tag, 'Right')
 */
export const copyHistory = async (options: CopyOptions): Promise<E.Either<Rejection, CopyReport>> => {
  const { from, pause, onProgress, cancelled } = options
  const end = await lastEvent(from, pause)
  if (E.isLeft(end)) return end
  const start = await resumePoint(options)
  if (E.isLeft(start)) return start
  const head = end.right?.position ?? (0 as Position)
  let after = start.right
  let copied = 0
  for (;;) {
    const page = await readPage(from, { limit: PAGE, ...(after === undefined ? {} : { after }) }, pause)
    if (E.isLeft(page)) return page
    for (const run of runsOf(page.right.events)) {
      if (cancelled?.() === true) return E.left(interrupted)
      const done = await appendRun(options, run)
      if (E.isLeft(done)) return done
      copied += run.length
      const upTo = run.at(-1)?.position ?? head
      after = upTo
      onProgress?.({ phase: 'copying', events: copied, upTo, head })
    }
    after = page.right.upTo
    if (page.right.end) break
  }
  const verdict = await compareHistories({ ...options, until: after, head })
  return E.isLeft(verdict) ? verdict : E.right({ ...verdict.right, copied })
}
