import { pause } from '@forgefold/adapters/clock'
import { sha256 } from '@forgefold/adapters/crypto'
import { historyTree, openLiveTree } from '@forgefold/core/audit'
import { type PublishedHistory, publishHistory } from '../audit/index.js'
import type { ForgefoldOptions } from './forgefold-options.js'
import { type Resolver, TOKENS } from './injection-tokens.js'

const NO_WITNESSES = { urls: [] } as const

/** Starts to maintain and publish the tree over the history of an instance; an instance of the past has no witnesses. */
export const openPublishedHistory = (
  scope: Resolver,
  { asOf, data, witnesses = NO_WITNESSES, onWitness }: ForgefoldOptions,
  onDefect: (error: unknown, where: string) => void,
): PublishedHistory => {
  const { events, clock, outbound } = scope.resolve(TOKENS.forge)
  const tiles = scope.resolve(TOKENS.treeTiles)
  return publishHistory({
    tree: historyTree({ events, tiles, sha256, pause }),
    follow: (onDropped) => openLiveTree({ events, tiles, sha256 }, onDropped),
    tiles,
    openLog: () => scope.resolve(TOKENS.checkpointLog),
    key: scope.resolve(TOKENS.historyKey),
    clock,
    outbound,
    witnesses: asOf === undefined ? witnesses : NO_WITNESSES,
    // In memory the tree ends with the process, and most forges are never asked for theirs.
    keepsUp: data !== undefined,
    onWitness: (url, failure) => onWitness?.(url, failure),
    onFailure: (error) => onDefect(error, 'history tree'),
  })
}
