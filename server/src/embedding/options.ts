import type { Tier } from '@forgefold/core/app'
import type { Clock } from '@forgefold/core/ports'
import { DEFAULT_RELEASE } from '@forgefold/core/releases'
import { checkInstance, type EventStoreChoice, type ForgefoldOptions, type Ports } from '../composition/index.js'

/** The options of an embedded forge; all are optional. */
export interface ForgeOptions {
  /** Its URL for clients, without a trailing slash. Default: the listening address, while that is a loopback address. */
  readonly url?: string
  /** Default: `free`. */
  readonly tier?: Tier
  /** An API release from 14.0 to 16.0; default 15.3. */
  readonly release?: string
  /** The folder of all data; default: in memory only. */
  readonly data?: string
  /** Default: SQLite in the data folder. */
  readonly eventStore?: EventStoreChoice
  /** Provided ports, any subset; the others are chosen by the other options. A provided port is closed by its provider, after the forge. */
  readonly ports?: Partial<Ports>
  readonly clock?: Clock
  readonly mail?: ForgefoldOptions['mail']
  /** Called with each defect and its origin: the id of the request, or the background work. Must not throw. Default: a warning of the process. */
  readonly onDefect?: (error: unknown, where: string) => void
  /** Called with the reason why a request was answered 503, and its id; must not throw. */
  readonly onUnavailable?: (cause: string, requestId: string) => void
}

const OPTIONS: Readonly<Record<keyof ForgeOptions, true>> = {
  url: true,
  tier: true,
  release: true,
  data: true,
  eventStore: true,
  ports: true,
  clock: true,
  mail: true,
  onDefect: true,
  onUnavailable: true,
}

const PORTS: Readonly<Record<keyof Ports, true>> = {
  events: true,
  git: true,
  blobs: true,
  packageFiles: true,
  clock: true,
  ids: true,
  secrets: true,
  passwords: true,
  secretBox: true,
  personalData: true,
  markdown: true,
  ciPlanner: true,
  outbound: true,
  mail: true,
  emojiNames: true,
  patterns: true,
  checkpoints: true,
  snapshots: true,
  readModel: true,
}

const refuseUnknown = (what: string, given: object, known: object): void => {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(known, name))
      throw new RangeError(`there is no ${what} ${name}; there are ${Object.keys(known).join(', ')}`)
    if (what === 'port' && value !== undefined && typeof value !== 'object' && typeof value !== 'function')
      throw new TypeError(`the port ${name} is ${value === null ? 'null' : typeof value}`)
  }
}

const checkEventStore = (eventStore: unknown): void => {
  const isKnown = eventStore === undefined || eventStore === 'sqlite' || eventStore === 'memory'
  const { connectionString } = (eventStore ?? {}) as { readonly connectionString?: unknown }
  if (!isKnown && typeof connectionString !== 'string') {
    const given = typeof eventStore === 'string' ? eventStore : JSON.stringify(eventStore)
    throw new RangeError(`there is no event store ${given}; there are sqlite, memory, { connectionString }`)
  }
}

const GUESSED_URL = 'http://localhost'

const warn = (error: unknown, where: string): void =>
  process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), { detail: where })

/** What the composition is told. Throws a sentence that lists what there is where an option, a port, an event store, a release or a tier is none. */
export const compositionOf = (options: ForgeOptions): ForgefoldOptions => {
  refuseUnknown('option', options, OPTIONS)
  refuseUnknown('port', options.ports ?? {}, PORTS)
  checkEventStore(options.eventStore)
  if (options.data !== undefined && typeof options.data !== 'string')
    throw new RangeError("data has to be a folder's path")
  const { url, tier = 'free', release = DEFAULT_RELEASE, onDefect = warn, ...others } = options
  const instance = { externalUrl: url ?? GUESSED_URL, tier, release }
  checkInstance(instance)
  return {
    ...others,
    instance,
    guessedExternalUrl: url === undefined,
    onDefect,
    onProjectionFailure: ({ type, position }, projection, problem) =>
      onDefect(new Error(`${type} at ${position} could not be projected: ${problem}`), projection),
  }
}
