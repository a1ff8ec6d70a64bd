import { pause } from '@forgefold/adapters/clock'
import { type HistoryKey, sha256 } from '@forgefold/adapters/crypto'
import { periodically } from '@forgefold/core/app'
import { checkpointText, type HistoryTree, signedNote, verifierKeyText } from '@forgefold/core/audit'
import type { Rejection } from '@forgefold/core/kernel'
import type { TreeTiles } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'

/** Milliseconds between looks at what has happened since. */
const EVERY_MS = 10_000

/** What an instance publishes of its history, so that outsiders can hold it to what they have seen. */
export interface PublishedHistory {
  /**
   * The newest head of the tree, signed (C2SP tlog-checkpoint), with all that has happened until now. Rejections: `Refused` where the
   * history contradicts what was signed before; `Unavailable`.
   */
  readonly checkpoint: () => Promise<E.Either<Rejection, string>>
  /** The key that verifies checkpoints (C2SP signed-note). */
  readonly key: () => string
  /** The hashes of a tile; none where there is no such tile. */
  readonly tile: (level: number, index: number) => Uint8Array
  readonly stop: () => Promise<void>
}

/** Signs the head of a tree. */
export const signedCheckpoint = (tree: HistoryTree, { verifier, sign }: HistoryKey): string => {
  const size = tree.size()
  const text = checkpointText({ origin: verifier.name, size, root: tree.root(size) })
  return signedNote(sha256, text, verifier, sign)
}

/** Keeps the tree up with the history, off the way of requests, and publishes it. */
export const publishHistory = (
  tree: HistoryTree,
  tiles: TreeTiles,
  key: HistoryKey,
  onFailure: (error: unknown) => void,
): PublishedHistory => {
  let stopping = false
  let told = false
  let caughtUp: E.Either<Rejection, number> = E.right(tree.size())
  let signed: { readonly size: number; readonly note: string } | undefined
  const keeper = periodically({
    pause,
    delay: () => EVERY_MS,
    work: async () => {
      caughtUp = await tree.catchUp(() => stopping)
      if (told || E.isRight(caughtUp) || caughtUp.left.kind !== 'Refused') return
      told = true
      onFailure(new Error(caughtUp.left.message))
    },
    onFailure,
  })
  return {
    key: () => verifierKeyText(sha256, key.verifier),
    tile: tiles.tile,
    checkpoint: async () => {
      await keeper.again()
      if (E.isLeft(caughtUp)) return caughtUp
      if (signed?.size !== tree.size()) signed = { size: tree.size(), note: signedCheckpoint(tree, key) }
      return E.right(signed.note)
    },
    stop: async () => {
      stopping = true
      await keeper.stop()
      tiles.close()
    },
  }
}
