import { pause } from '@forgefold/adapters/clock'
import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
import {
  askWitness,
  type HistoryTree,
  isCosignedBy,
  type VerifierKey,
  type Witnessed,
  witnessRefusal,
} from '@forgefold/core/audit'
import type { Rejection } from '@forgefold/core/kernel'
import type { CheckpointLog, Clock, LoggedCheckpoint, Outbound } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'

/** Tells the cosignatures of a note that count: those of the keys, or any where none is known. */
export const trustIn =
  (keys: ReadonlyArray<VerifierKey>, note: string): ((line: string) => boolean) =>
  (line) =>
    keys.length === 0 || isCosignedBy(sha256, note, line, keys, isEd25519Signature)

/** Called with the reason why a witness did not cosign; undefined: it cosigns again. */
export type OnWitness = (url: string, failure: string | undefined) => void

export interface AskWitnessesOptions {
  readonly witnesses: {
    readonly urls: ReadonlyArray<string>
    readonly keys?: ReadonlyArray<VerifierKey> | undefined
    readonly timeout?: number | undefined
  }
  readonly tree: Pick<HistoryTree, 'consistency'>
  readonly log: CheckpointLog
  /** Signs the present history. */
  readonly newest: () => Promise<E.Either<Rejection, LoggedCheckpoint>>
  readonly clock: Clock
  readonly outbound: Pick<Outbound, 'post'>
  readonly onWitness: OnWitness
  readonly isOver: () => boolean
}

const ask = (
  { tree, outbound, witnesses: { keys = [], timeout } }: AskWitnessesOptions,
  url: string,
  { note, size }: LoggedCheckpoint,
): Promise<Witnessed> =>
  askWitness({
    url,
    tree,
    note,
    size,
    isTrusted: trustIn(keys, note),
    outbound,
    pause,
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
  })

const askOne = async (options: AskWitnessesOptions, url: string, first: LoggedCheckpoint): Promise<void> => {
  const { log, newest, clock, onWitness, isOver } = options
  const before = log.reports().find((report) => report.url === url)
  if (before?.failure === undefined && before?.cosigned === first.size) return
  let signed = first
  let witnessed = await ask(options, url, signed)
  // Another server of the same history may have been ahead.
  if (witnessed.kind === 'SawMore' && !isOver()) {
    const again = await newest()
    if (E.isRight(again)) signed = again.right
    witnessed = await ask(options, url, signed)
  }
  if (isOver()) return
  const failure = witnessed.kind === 'Cosigned' ? undefined : witnessRefusal(witnessed)
  if (witnessed.kind === 'Cosigned') log.cosign(signed.number, witnessed.lines)
  const cosigned = failure === undefined ? signed.size : before?.cosigned
  log.report({ url, at: clock.now(), cosigned, failure })
  if (failure !== before?.failure) onWitness(url, failure)
}

/** Signs the present history and asks each witness to cosign that has not yet; the outcome is recorded in the log. */
export const askWitnesses = async (options: AskWitnessesOptions): Promise<void> => {
  const signed = await options.newest()
  if (E.isLeft(signed)) return
  await Promise.all(options.witnesses.urls.map((url) => askOne(options, url, signed.right)))
}
