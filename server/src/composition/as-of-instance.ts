import { rm } from 'node:fs/promises'
import { ReadModelCopies, type RunningReadModel } from '@forgefold/adapters/read-model'
import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { HistoricalForgePool, makeAsOfReads } from '../as-of/index.js'
import type { Authenticator } from '../auth/index.js'
import { askForCredentials, isGitFetch, isGitRequest } from '../git-http/index.js'
import type { AsOf, AsOfReads } from '../http/index.js'
import { principalIn } from '../limits/request-caller.js'
import type { CompositionOptions } from './composition-options.js'
import { historicalForgeFolders } from './data-folders.js'
import { openHistoricalForge } from './historical-forge.js'
import { type Resolver, TOKENS } from './injection-tokens.js'

const COPIES = 12
const COPY_EVERY = 50_000
const OPEN = 4
const OPENING = 2
const WAITING = 16
const IDLE_MS = 5 * 60_000

/** Reads of an instance as of points in its past. */
export interface AsOfInstance {
  readonly asOfReads: AsOfReads
  readonly forges: HistoricalForgePool
  readonly close: () => Promise<void>
}

/** Copies the read model each time `every` events have been applied since the last copy. */
const copyPeriodically = (
  copies: ReadModelCopies,
  readModel: RunningReadModel,
  every: number,
  onFailure: OnFailure,
) => {
  let since = 0
  readModel.projector.onApplied((events) => {
    since += events.length
    if (since < every) return
    since = 0
    copies.take(readModel).catch(onFailure)
  })
}

/** Closes forges and removes copies that still contain the data of an erased person. */
const discardOnErasure = (
  readModel: RunningReadModel,
  forges: HistoricalForgePool,
  copies: ReadModelCopies | undefined,
  onFailure: OnFailure,
) => {
  readModel.projector.onApplied((events) => {
    if (!events.some(({ type }) => type === 'UserErased')) return
    forges.clear().catch(onFailure)
    copies?.clear().catch(onFailure)
  })
}

type OnFailure = (error: unknown) => void

export interface AsOfInstanceOptions {
  readonly authenticator: Pick<Authenticator, 'identify' | 'holderOf'>
  /** Every request is answered as of this point. */
  readonly asOf?: AsOf | undefined
  readonly onFailure: OnFailure
}

/** To be called before the read model begins to follow the history. */
export const openAsOfInstance = async (
  scope: Resolver,
  options: CompositionOptions,
  { authenticator, asOf, onFailure }: AsOfInstanceOptions,
): Promise<AsOfInstance> => {
  const forge: Forge = scope.resolve(TOKENS.forge)
  const readModel = scope.resolve(TOKENS.readModel)
  const limits = options.past ?? {}
  const folders = historicalForgeFolders(options)
  const copies = folders && new ReadModelCopies(folders.copies, limits.copies ?? COPIES)
  // Leftovers of a crash.
  if (folders !== undefined) await rm(folders.open, { recursive: true, force: true })
  if (copies !== undefined) {
    await copies.prune()
    copyPeriodically(copies, readModel, limits.copyEvery ?? COPY_EVERY, onFailure)
  }
  const sources = {
    scope,
    options,
    repositories: scope.resolve(TOKENS.repositories),
    folder: folders?.open,
    copies,
    erasures: forge.read.users.erasures,
  }
  const forges = new HistoricalForgePool({
    open: (point) => openHistoricalForge(sources, point),
    capacity: limits.moments ?? OPEN,
    opening: OPENING,
    waiting: WAITING,
    idle: IDLE_MS,
  })
  discardOnErasure(readModel, forges, copies, onFailure)
  const asOfReads = makeAsOfReads({
    events: forge.events,
    clock: forge.clock,
    forges,
    identify: (request) => principalIn(authenticator, request) ?? anonymous,
    reads: isGitFetch,
    asksForBasic: isGitRequest,
    askForBasic: askForCredentials,
    ...(asOf === undefined ? {} : { always: asOf }),
  })
  return { asOfReads, forges, close: () => forges.close() }
}
