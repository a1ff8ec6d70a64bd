import * as E from 'fp-ts/lib/Either.js'
import {
  conflict,
  type DeclaredName,
  nameKey,
  otherNames,
  type Rejection,
  type Revision,
  type StreamName,
} from '../kernel/index.js'
import type { ClaimWithRetry } from './claim-with-retry.js'
import type { CommandContext } from './command-context.js'
import {
  combinedRefusal,
  type DroppedName,
  type NameChange,
  type PendingReservations,
  type ReservedForCommand,
} from './name-change.js'
import type { Reservations } from './reservations.js'
import { HOLDER_BEING_CREATED, NAME_BEING_RELEASED, type RetryPolicy } from './retry.js'
import type { Loaded } from './stream-states.js'

type Claimed = E.Either<Rejection, void>

const done: Claimed = E.right(undefined)

export interface CommandNamesOptions<S> {
  readonly reservations: Pick<Reservations, 'transfer' | 'release' | 'fencingTokenOf'>
  readonly claimWithRetry: ClaimWithRetry
  readonly claimEarly: (
    names: ReadonlyArray<DeclaredName>,
    likely: StreamName,
    context: CommandContext,
  ) => Promise<PendingReservations>
  /** The names that a state of the stream declares. */
  readonly names: (state: S) => ReadonlyArray<DeclaredName>
  readonly stream: StreamName
  readonly context: CommandContext
}

/** The reservations of one command on one stream, until its outcome is known. */
export class CommandNames<S> implements NameChange<S> {
  readonly #options: CommandNamesOptions<S>
  readonly #claims = new Map<string, ReservedForCommand>()
  #dropped: ReadonlyArray<DroppedName> = []

  constructor(options: CommandNamesOptions<S>) {
    this.#options = options
  }

  isConcerned(before: S, after: S): boolean {
    if (this.#claims.size > 0) return true
    if (before === after) return false
    const { names } = this.#options
    const [had, wanted] = [names(before), names(after)]
    return otherNames(wanted, had).length > 0 || otherNames(had, wanted).length > 0
  }

  async prepare({ state, revision }: Loaded<S>, after: S): Promise<Claimed> {
    const { names } = this.#options
    const [before, wanted] = [names(state), names(after)]
    this.#dropped = []
    const [claimed, noted] = await Promise.all([
      this.claim(otherNames(wanted, before), revision),
      this.#noteDropped(otherNames(before, wanted)),
    ])
    return E.isLeft(claimed) ? claimed : noted
  }

  async claim(
    wanted: ReadonlyArray<DeclaredName>,
    at: Revision | undefined,
    given?: PendingReservations,
  ): Promise<Claimed> {
    const early = given ?? (await this.#claimTogether(wanted, at))
    const transferred = early === undefined ? done : await this.#transferAll(wanted, at, early)
    if (E.isLeft(transferred)) return transferred
    let refusal: Rejection | undefined
    for (const [index, name] of wanted.entries()) {
      const before = this.#claims.get(nameKey(name))
      if (before !== undefined && before.at === at) continue
      // A command that holds nothing blocks no other command, so it may wait until the holder exists and can be named.
      const later = index > 0 && refusal === undefined ? NAME_BEING_RELEASED : undefined
      const untilCreated = this.#claims.size === 0 ? HOLDER_BEING_CREATED : later
      const claimed = await this.#claimOne(name, at, untilCreated, wanted.slice(index + 1))
      if (E.isRight(claimed)) continue
      if (claimed.left.kind === 'Unavailable') return claimed
      refusal = combinedRefusal(refusal, claimed.left)
      if (refusal.kind !== 'Invalid') break
    }
    return refusal === undefined ? done : E.left(refusal)
  }

  async settle(state: S): Promise<void> {
    const { names, reservations, stream, context } = this.#options
    const ours = [...this.#claims.values()].filter((claim) => claim.ours)
    if (ours.length === 0 && this.#dropped.length === 0) return
    const kept = new Set(names(state).map(nameKey))
    const unused = [...ours, ...this.#dropped].filter(({ name }) => !kept.has(nameKey(name)))
    this.#claims.clear()
    this.#dropped = []
    // A name that cannot be released now can be claimed by any stream after the grace period.
    await Promise.all(unused.map(({ name, fencingToken }) => reservations.release(name, stream, context, fencingToken)))
  }

  /** A stream that exists claims several new names at the same time. What is not free is then claimed in order. */
  #claimTogether(
    wanted: ReadonlyArray<DeclaredName>,
    at: Revision | undefined,
  ): Promise<PendingReservations> | undefined {
    const { claimEarly, stream, context } = this.#options
    const added = wanted.filter((name) => !this.#claims.has(nameKey(name)))
    return at !== undefined && added.length > 1 ? claimEarly(added, stream, context) : undefined
  }

  async #claimOne(
    name: DeclaredName,
    at: Revision | undefined,
    untilCreated: RetryPolicy | undefined,
    later: ReadonlyArray<DeclaredName>,
  ): Promise<Claimed> {
    const { claimWithRetry, stream, context } = this.#options
    const claimed = await claimWithRetry(name, stream, context, untilCreated, () => this.#giveBack(later))
    if (E.isLeft(claimed)) return claimed
    if (claimed.right.kind === 'taken') return E.left(name.refusal?.(claimed.right.holderReference) ?? conflict())
    const { fencingToken, firstToken } = claimed.right
    const before = this.#claims.get(nameKey(name))
    const ours = firstToken === fencingToken || (before?.ours === true && before.fencingToken === fencingToken - 1)
    this.#claims.set(nameKey(name), { name, fencingToken, ours, at })
    return done
  }

  /** Releases names that were claimed before the one that is waited for: its holder may be waiting for them. */
  async #giveBack(later: ReadonlyArray<DeclaredName>): Promise<void> {
    const { reservations, stream, context } = this.#options
    for (const name of later) {
      const claim = this.#claims.get(nameKey(name))
      if (claim?.ours !== true) continue
      this.#claims.delete(nameKey(name))
      await reservations.release(name, stream, context, claim.fencingToken)
    }
  }

  async #transferAll(
    names: ReadonlyArray<DeclaredName>,
    at: Revision | undefined,
    early: PendingReservations,
  ): Promise<Claimed> {
    const transferred = await Promise.all(names.map((name) => this.#transfer(name, at, early)))
    return transferred.find(E.isLeft) ?? done
  }

  /** Moves an early reservation to the stream of this command, whichever stream it was made for. */
  async #transfer(name: DeclaredName, at: Revision | undefined, early: PendingReservations): Promise<Claimed> {
    const { reservations, stream, context } = this.#options
    const taken = early.fencingTokens.get(nameKey(name))
    if (taken === undefined || early.stream === undefined) return done
    const isOurs = early.stream === stream
    // Whether the early claim succeeded is unknown. For this very stream the claim that follows settles it; another stream may keep the name.
    if (E.isLeft(taken)) return isOurs ? done : taken
    if (taken.right === undefined) return done
    const from = { stream: early.stream, fencingToken: taken.right }
    const own = isOurs ? taken : await reservations.transfer(name, from, stream, context)
    if (E.isLeft(own)) return own
    if (own.right !== undefined) this.#claims.set(nameKey(name), { name, fencingToken: own.right, ours: true, at })
    return done
  }

  /** Reads the fencing tokens of names that the command drops, before it does: a later reservation of the same name is then not released. */
  async #noteDropped(leaving: ReadonlyArray<DeclaredName>): Promise<Claimed> {
    const { reservations, stream } = this.#options
    const dropped: Array<DroppedName> = []
    const fencingTokens = await Promise.all(leaving.map((name) => reservations.fencingTokenOf(name, stream)))
    for (const [index, name] of leaving.entries()) {
      const fencingToken = fencingTokens[index]
      if (fencingToken === undefined || E.isLeft(fencingToken)) return fencingToken ?? E.left(conflict())
      if (fencingToken.right !== undefined) dropped.push({ name, fencingToken: fencingToken.right })
    }
    this.#dropped = dropped
    return done
  }
}
