import { type HistoryKey, sha256 } from '@forgefold/adapters/crypto'
import {
  checkpointText,
  type HistoryTree,
  readCheckpoint,
  sameHash,
  signedNote,
  type TreeCheckpoint,
} from '@forgefold/core/audit'
import { type Rejection, refused } from '@forgefold/core/kernel'
import type { CheckpointLog, LoggedCheckpoint } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'

/** Signs the head of a tree (C2SP tlog-checkpoint). */
export const signedCheckpoint = (tree: HistoryTree, { verifier, sign }: HistoryKey, size = tree.size()): string => {
  const text = checkpointText({ origin: verifier.name, size, root: tree.root(size) })
  return signedNote(sha256, text, verifier, sign)
}

const contradicts = (tree: HistoryTree, { size, root }: TreeCheckpoint): boolean =>
  size > tree.size() || !sameHash(root, tree.root(size))

/**
 * The newest checkpoint of the log where nothing has happened since, otherwise a new one, signed and logged. Rejections: `Refused` where the
 * tree contradicts the last one signed with this key.
 */
export const signIntoLog = (
  tree: HistoryTree,
  log: Pick<CheckpointLog, 'newest' | 'append'>,
  key: HistoryKey,
): E.Either<Rejection, LoggedCheckpoint> => {
  const newest = log.newest()
  const signed = newest === undefined ? undefined : readCheckpoint(newest.note)
  if (newest === undefined || signed?.origin !== key.verifier.name)
    return E.right(log.append(tree.size(), signedCheckpoint(tree, key)))
  if (contradicts(tree, signed))
    return E.left(
      refused(`the history does not begin as checkpoint ${newest.number}, over ${signed.size} events, says`),
    )
  return E.right(signed.size === tree.size() ? newest : log.append(tree.size(), signedCheckpoint(tree, key)))
}
