import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '@forgefold/adapters/clock'
import { type HistoryKey, historyKeyOf, loadInstanceKey, sha256 } from '@forgefold/adapters/crypto'
import { openSqliteTreeTiles } from '@forgefold/adapters/sqlite'
import { type HistoryTree, historyTree, type VerifierKey } from '@forgefold/core/audit'
import type { EventStore } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Terminal } from '../command.js'
import { type Flags, refuseWithoutEffect, UsageError } from '../flags.js'
import { withHistory } from '../history-reader.js'
import { placeOf } from '../instance-flags.js'
import { reasonOf } from './audit-question.js'

const TREE = 'history-tree.sqlite'

/** Throws `UsageError` where the flags name a running server. */
export const refuseServer = (flags: Flags): void => {
  if (flags.text('server') !== undefined)
    throw new UsageError('this asks a folder or an event store, not a running server')
  refuseWithoutEffect(flags, ['server-token'], 'without --server')
}

/** The file of the tree of the flags. Throws `UsageError` without an instance there, and for a remote server. */
export const treeFileOf = (flags: Flags): string => {
  refuseServer(flags)
  const { data, local } = placeOf(flags)
  if (data === undefined) throw new UsageError('an instance in memory leaves no history to be read')
  return join(local ?? data, TREE)
}

/** The signing key of the flags' instance. Throws `UsageError` where there is none. */
const keyOf = (flags: Flags): HistoryKey => {
  const file = join(placeOf(flags).data ?? '', 'instance.key')
  if (!existsSync(file)) throw new UsageError(`there is no instance: ${file} is missing`)
  return historyKeyOf(loadInstanceKey(file))
}

/** The public key of the flags' instance. Throws `UsageError` where there is none. */
export const instanceVerifier = (flags: Flags): VerifierKey => keyOf(flags).verifier

/** Opens the history of the flags and its up-to-date tree, and closes both after the work; returns the exit code. */
export const withHistoryTree = (
  flags: Flags,
  terminal: Terminal,
  work: (tree: HistoryTree, key: HistoryKey, events: EventStore) => Promise<number>,
): Promise<number> => {
  const file = treeFileOf(flags)
  return withHistory(flags, terminal, async (events) => {
    const key = keyOf(flags)
    const tiles = openSqliteTreeTiles(file)
    try {
      const tree = historyTree({ events, tiles, sha256, pause })
      const caughtUp = await tree.catchUp()
      if (E.isRight(caughtUp)) return await work(tree, key, events)
      terminal.tell(`forgefold: ${reasonOf(caughtUp.left)}`)
      return 1
    } finally {
      tiles.close()
    }
  })
}
