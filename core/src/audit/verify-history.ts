import * as E from 'fp-ts/lib/Either.js'
import { readPage } from '../app/history-pages.js'
import type { Pause } from '../app/periodic.js'
import type { Position, StoredEvent, StreamName } from '../kernel/envelope.js'
import type { DomainEvent, Undecodable } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import type { EventStore } from '../ports/event-store.js'
import type { TreeTiles } from '../ports/tree-tiles.js'
import { eventHash } from './canonical-event.js'
import type { CheckNames, NameNotReserved } from './check-names.js'
import type { TreeCheckpoint } from './checkpoint.js'
import { Counters, type NumberFault } from './counters.js'
import { GrowingTree } from './growing-tree.js'
import { type Hash, type Sha256, sameHash } from './merkle-tree.js'
import { subtreesOf } from './tiles.js'

/** A fault of a history, and the index of the event, counted from 0 in the order of the history. */
export type HistoryFault =
  /** The event is not the one that the tree was built from. */
  | { readonly kind: 'Altered'; readonly index: number; readonly event: StoredEvent }
  /** The tree has more events than the history. */
  | { readonly kind: 'CutShort'; readonly index: number; readonly treeSize: number }
  /** An event of its stream is missing or out of order. */
  | { readonly kind: 'OutOfTurn'; readonly index: number; readonly event: StoredEvent; readonly expected: number }
  | { readonly kind: 'Undecodable'; readonly index: number; readonly problem: Undecodable }
  /** The history up to a checkpoint is not the one that its signer saw. */
  | { readonly kind: 'OtherHistory'; readonly index: number; readonly checkpoint: TreeCheckpoint }
  | { readonly kind: 'ShorterThanCheckpoint'; readonly index: number; readonly checkpoint: TreeCheckpoint }
  /** Positions have a hole in a store that numbers them without holes. */
  | { readonly kind: 'Hole'; readonly index: number; readonly event: StoredEvent; readonly expected: number }
  | (NumberFault & { readonly index: number; readonly event: StoredEvent })
  /** An aggregate, identified by its first event, has a name that is not reserved for it. */
  | (NameNotReserved & { readonly kind: 'NameNotReserved'; readonly index: number; readonly event: StoredEvent })

/** The result of a verification; `size` and `root` are those of the present history. */
export interface Verification {
  readonly size: number
  readonly root: Hash
  readonly fault: HistoryFault | undefined
}

export interface VerifyOptions {
  readonly events: EventStore
  readonly sha256: Sha256
  readonly pause: Pause
  /** Reads an event as its aggregate does. */
  readonly decode: (event: StoredEvent) => E.Either<Undecodable, DomainEvent>
  /** The stored tree; undefined where there is none. */
  readonly tiles?: Pick<TreeTiles, 'head' | 'tile'>
  /** Checkpoints that an outsider kept; the caller has verified their signatures. */
  readonly against?: ReadonlyArray<TreeCheckpoint>
  /** Whether the store numbers positions from 1 on without holes. */
  readonly dense?: boolean
  /** Compares the names of each thing with the reservations. */
  readonly checkNames?: CheckNames
  readonly onProgress?: (events: number, upTo: Position) => void
}

const PAGE = 1000

/** Checks one event after another. */
class Verifier {
  readonly tree: GrowingTree
  readonly #options: VerifyOptions
  readonly #revisions = new Map<StreamName, number>()
  readonly #treeSize: number
  readonly #leafAt: (index: number) => Hash
  readonly #checkpoints: Array<TreeCheckpoint>
  readonly #counters = new Counters()

  constructor(options: VerifyOptions) {
    const { sha256, tiles, against = [] } = options
    this.#options = options
    this.tree = new GrowingTree(sha256)
    this.#treeSize = tiles?.head().size ?? 0
    const subtrees = tiles === undefined ? undefined : subtreesOf(sha256, tiles)
    this.#leafAt = (index) => subtrees?.complete(0, index) ?? new Uint8Array()
    this.#checkpoints = [...against].sort((a, b) => a.size - b.size)
  }

  take(event: StoredEvent): HistoryFault | undefined {
    const index = this.tree.size
    const early = this.#contradicted()
    if (early !== undefined) return early
    const expected = this.#revisions.get(event.stream) ?? 0
    const leaf = eventHash(this.#options.sha256, event)
    if (index < this.#treeSize && !sameHash(leaf, this.#leafAt(index))) return { kind: 'Altered', index, event }
    if (event.revision !== expected) return { kind: 'OutOfTurn', index, event, expected }
    if (this.#options.dense === true && event.position !== index + 1)
      return { kind: 'Hole', index, event, expected: index + 1 }
    const misnumbered = this.#counters.take(event)
    if (misnumbered !== undefined) return { ...misnumbered, index, event }
    this.#revisions.set(event.stream, expected + 1)
    const decoded = this.#options.decode(event)
    if (E.isLeft(decoded)) return { kind: 'Undecodable', index, problem: decoded.left }
    this.tree.add(leaf)
    return undefined
  }

  end(): HistoryFault | undefined {
    const contradicted = this.#contradicted()
    if (contradicted !== undefined) return contradicted
    const index = this.tree.size
    if (index < this.#treeSize) return { kind: 'CutShort', index, treeSize: this.#treeSize }
    const [checkpoint] = this.#checkpoints
    return checkpoint === undefined ? undefined : { kind: 'ShorterThanCheckpoint', index, checkpoint }
  }

  /** Compares the tree so far with the checkpoints of exactly that size. */
  #contradicted(): HistoryFault | undefined {
    while (this.#checkpoints[0]?.size === this.tree.size) {
      const checkpoint = this.#checkpoints.shift() as TreeCheckpoint
      if (!sameHash(checkpoint.root, this.tree.root))
        return { kind: 'OtherHistory', index: checkpoint.size, checkpoint }
    }
    return undefined
  }
}

/** Checks the names of the aggregates that begin with these events, the first of which has that index. */
const checkNamesOf = async (
  checkNames: CheckNames | undefined,
  events: ReadonlyArray<StoredEvent>,
  first: number,
): Promise<E.Either<Rejection, HistoryFault | undefined>> => {
  if (checkNames === undefined) return E.right(undefined)
  for (const [at, event] of events.entries()) {
    if (event.revision !== 0) continue
    const checked = await checkNames(event.stream)
    if (E.isLeft(checked)) return checked
    if (checked.right !== undefined)
      return E.right({ kind: 'NameNotReserved', ...checked.right, index: first + at, event })
  }
  return E.right(undefined)
}

/**
 * Verifies a whole history: each event equals its entry in the tree, can be decoded, follows in its stream and has a number that was given;
 * each aggregate has the names reserved for it; and each checkpoint was made of a prefix of the history. Ends at the first fault. Rejections:
 * `Unavailable`.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { sha256 } from '@forgefold/adapters/crypto'
 * import { fixedHistory } from '@forgefold/core/audit'
 * import { label } from '@forgefold/core/label'
 * const event = { id: 'one', stream: 'label-1', revision: 0, position: 1, type: 'LabelDeleted', version: 1, metadata: {}, data: {} }
 * const options = { sha256, pause, decode: label.events.decode }
 * const whole = await verifyHistory({ ...options, events: fixedHistory([event]) })
 * assert.equal(whole.right.fault, undefined)
 * const cut = await verifyHistory({ ...options, events: fixedHistory([{ ...event, revision: 1 }]) })
 * assert.equal(cut.right.fault.kind, 'OutOfTurn')
 */
export const verifyHistory = async (options: VerifyOptions): Promise<E.Either<Rejection, Verification>> => {
  const verifier = new Verifier(options)
  const found = (fault: HistoryFault | undefined): E.Either<Rejection, Verification> =>
    E.right({ size: verifier.tree.size, root: verifier.tree.root, fault })
  let after: Position | undefined
  for (;;) {
    const page = await readPage(
      options.events,
      { limit: PAGE, ...(after === undefined ? {} : { after }) },
      options.pause,
    )
    if (E.isLeft(page)) return page
    const first = verifier.tree.size
    for (const event of page.right.events) {
      const fault = verifier.take(event)
      if (fault !== undefined) return found(fault)
    }
    const named = await checkNamesOf(options.checkNames, page.right.events, first)
    if (E.isLeft(named)) return named
    if (named.right !== undefined) return found(named.right)
    after = page.right.upTo
    if (after !== undefined) options.onProgress?.(verifier.tree.size, after)
    if (page.right.end) return found(verifier.end())
  }
}
