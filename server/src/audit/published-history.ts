import { pause } from '@forgefold/adapters/clock'
import { type HistoryKey, sha256 } from '@forgefold/adapters/crypto'
import { periodically } from '@forgefold/core/app'
import { type HistoryTree, type LiveHistoryTree, type VerifierKey, verifierKeyText } from '@forgefold/core/audit'
import type { Rejection } from '@forgefold/core/kernel'
import type { CheckpointLog, Clock, LoggedCheckpoint, Outbound, TreeTiles } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { signIntoLog } from './sign-into-log.js'
import { askWitnesses, type OnWitness } from './witnesses.js'

/** Milliseconds between two additions to the tree. */
const INTERVAL_MS = 10_000

/** The longest delay of a timer: the tree is built only when a checkpoint is requested. */
const UNASKED_MS = 2_147_483_647

/** Milliseconds between two periodic checkpoints. */
const SIGN_EVERY_MS = 300_000

/** What an instance publishes of its history, so that outsiders can verify that nothing they have seen is altered. */
export interface PublishedHistory {
  /**
   * A signed checkpoint of the present history (C2SP tlog-checkpoint). Rejections: `Refused` where the history contradicts what was signed
   * before; `Unavailable`.
   */
  readonly checkpoint: () => Promise<E.Either<Rejection, string>>
  /** Earlier checkpoints after that number, oldest first. */
  readonly checkpoints: CheckpointLog['after']
  /** The key that verifies checkpoints (C2SP signed-note). */
  readonly key: () => string
  /** The hashes of a tile; empty where there is no such tile. */
  readonly tile: (level: number, index: number) => Uint8Array
  readonly stop: () => Promise<void>
}

/** The witnesses of checkpoints, and when they are asked. */
export interface Witnesses {
  /** Each without `/add-checkpoint`. */
  readonly urls: ReadonlyArray<string>
  /** Theirs: what none of them signed is no cosignature. Default: whatever a witness answers is kept for those to judge who have its key. */
  readonly keys?: ReadonlyArray<VerifierKey> | undefined
  /** Milliseconds between two checkpoints; default: 300,000. */
  readonly every?: number | undefined
  /** The time-out of one answer in milliseconds; default: 20,000. */
  readonly timeout?: number | undefined
}

export interface PublishOptions {
  readonly tree: HistoryTree
  readonly tiles: TreeTiles
  /** Lets the tree follow events as they happen. */
  readonly follow: (onDropped: (error: unknown) => void) => LiveHistoryTree
  /** Opens the log when it is first needed. */
  readonly openLog: () => CheckpointLog
  readonly key: HistoryKey
  readonly clock: Clock
  readonly outbound: Pick<Outbound, 'post'>
  readonly witnesses: Witnesses
  /** Adds events to the tree as they happen; otherwise at each requested checkpoint. */
  readonly keepsUp: boolean
  /** Called when a witness begins or ceases to fail. */
  readonly onWitness: OnWitness
  readonly onFailure: (error: unknown) => void
}

/** Keeps the tree up to date in the background, publishes it, logs what was signed, and has it cosigned. */
export const publishHistory = (options: PublishOptions): PublishedHistory => {
  const { tree, tiles, follow, openLog, key, witnesses, keepsUp, onFailure } = options
  let stopping = false
  let isReported = false
  let opened: CheckpointLog | undefined
  const log = (): CheckpointLog => {
    opened ??= openLog()
    return opened
  }
  let caughtUp: E.Either<Rejection, number> = E.right(tree.size())
  const tellOnce = ({ kind, ...rejection }: Rejection): void => {
    if (isReported || kind !== 'Refused') return
    isReported = true
    onFailure(new Error('message' in rejection ? String(rejection.message) : kind))
  }
  let followed: LiveHistoryTree | undefined
  const dropped = (error: unknown): void => {
    followed = undefined
    onFailure(error)
  }
  const keeper = periodically({
    pause,
    delay: () => (keepsUp ? INTERVAL_MS : UNASKED_MS),
    work: async () => {
      followed?.flush()
      caughtUp = await tree.catchUp(() => stopping)
      if (E.isLeft(caughtUp)) tellOnce(caughtUp.left)
      else if (keepsUp && !stopping) followed ??= follow(dropped)
    },
    onFailure,
  })

  const newest = async (): Promise<E.Either<Rejection, LoggedCheckpoint>> => {
    await keeper.runNow()
    if (E.isLeft(caughtUp)) return caughtUp
    const signed = signIntoLog(tree, log(), key)
    if (E.isLeft(signed)) tellOnce(signed.left)
    return signed
  }

  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const signer = periodically({
    pause,
    delay: () => witnesses.every ?? SIGN_EVERY_MS,
    // Closing does not wait for a witness that does not answer.
    work: () => Promise.race([askWitnesses({ ...options, newest, log: log(), isOver: () => stopping }), ended]),
    onFailure,
  })
  if (witnesses.urls.length > 0) void signer.runNow()

  return {
    key: () => verifierKeyText(sha256, key.verifier),
    tile: tiles.tile,
    checkpoint: async () => E.map(({ note }: LoggedCheckpoint) => note)(await newest()),
    checkpoints: (number, limit) => log().after(number, limit),
    stop: async () => {
      stopping = true
      end()
      await Promise.all([keeper.stop(), signer.stop()])
      await followed?.stop()
      opened?.close()
      tiles.close()
    },
  }
}
