import { RecencyCache } from '@forgefold/core/app'
import { DEFAULT_RELEASE } from '@forgefold/core/releases'
import type { HttpHandler } from '../http/index.js'
import { type Listening, listenNode } from '../transport/index.js'
import { instantIn } from './administration.js'
import { FamilyFolder } from './family-folder.js'
import { checkStartOptions } from './start-options.js'
import { StartedForge } from './started-forge.js'
import { emptyStoredForge, openStoredForge, type Setting, type StoredForge } from './stored-forge.js'
import type { Snapshot, StartOptions, TestForge } from './test-forge.js'
import { noteUnimplemented } from './unimplemented-mode.js'

const DEFAULT_CLOCK = '2024-03-01T09:00:00Z'

const NO_SOCKET = 'http://forge.test'

const LOOPBACK = '127.0.0.1'

/** Listens before the forge exists, because its links contain the port. */
const listen = async (port: number | false, answer: () => HttpHandler): Promise<Listening | undefined> =>
  port === false ? undefined : listenNode((request) => answer()(request), LOOPBACK, port)

const open = async (
  options: StartOptions,
  world: StoredForge,
  tokens: Readonly<Record<string, string>>,
  family?: FamilyFolder,
): Promise<StartedForge> => {
  const {
    tier = 'ultimate',
    release = DEFAULT_RELEASE,
    randomness = 'forgefold',
    port = 0,
    unimplemented = 'throw',
  } = options
  let forge: StartedForge | undefined
  const overSocket: HttpHandler = async (request) => {
    if (forge === undefined) return { status: 503, headers: [], body: null }
    const response = await forge.handler(request)
    const endpoint =
      response.status === 501 ? response.headers.find(([name]) => /unimplemented$/i.test(name)) : undefined
    noteUnimplemented(endpoint?.[1], unimplemented, false)
    return response
  }
  const listening = await listen(port, () => overSocket)
  const url = listening === undefined ? NO_SOCKET : `http://${LOOPBACK}:${listening.port}`
  const folder = family ?? FamilyFolder.make()
  folder.join()
  const setting: Setting = {
    instance: { externalUrl: url, tier, release, publicRegistries: {} },
    randomness,
    onDefect: (error, where) => process.emitWarning(error instanceof Error ? error : String(error), { detail: where }),
  }
  try {
    const running = await openStoredForge(world, setting, folder.place())
    forge = new StartedForge({ open, url, options, setting, folder, running, listening, tokens })
  } catch (error) {
    await listening?.close(0)
    await folder.leave()
    throw error
  }
  const isFork = family !== undefined
  return isFork ? forge.begin({ world, tokens }) : forge
}

const MAX_CACHED_STARTS = 8

/** Initial states of forges. They are the same for the same options, so that a process makes each once. */
const beginnings = new RecencyCache<string, Snapshot>(MAX_CACHED_STARTS)

const beginningOf = ({ tier, release, randomness, clock = DEFAULT_CLOCK }: StartOptions): string =>
  JSON.stringify([tier, release, randomness, instantIn('clock', clock)])

/**
 * Starts a forge for tests, with the administrator `root`. Throws if an option is invalid or the seed is refused.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { startForge } from '@forgefold/testing'
 *
 * const forge = await startForge({ tier: 'premium', clock: '2024-03-01T09:00:00Z' })
 * const response = await fetch(`${forge.url}/api/v4/user`, { headers: { 'private-token': forge.tokens.root } })
 * assert.equal((await response.json()).username, 'root')
 * await forge.close()
 */
export const startForge = async (options: StartOptions = {}): Promise<TestForge> => {
  checkStartOptions(options)
  const { clock = DEFAULT_CLOCK } = options
  const name = beginningOf(options)
  const known = beginnings.get(name)
  const empty = emptyStoredForge(instantIn('clock', clock))
  const started = await open(options, known?.world ?? empty, known?.tokens ?? {})
  try {
    const beginning = known ?? (await started.settleFirst())
    beginnings.set(name, beginning)
    const isBare = options.settings === undefined && options.seed === undefined
    if (!isBare) await started.settle()
    return started.begin(isBare ? beginning : undefined)
  } catch (error) {
    await started.close()
    throw error
  }
}
