import type { Tier } from '@forgefold/core/app'
import { readInstant } from '@forgefold/core/kernel'
import type { Clock } from '@forgefold/core/ports'
import { DEFAULT_RELEASE } from '@forgefold/core/releases'
import { checkInstance, type EventStoreChoice, type ForgefoldOptions, type Ports } from '../composition/index.js'
import { checkedPorts } from './check-ports.js'
import { KnownAddress } from './known-address.js'
import { checkOptions, shown } from './known-names.js'

/** The options of an embedded forge; all are optional. */
export interface ForgeOptions {
  /** Its URL for clients, without a path and a trailing slash. Default: the loopback address where it listens or is first asked; `http://localhost` before. */
  readonly url?: string
  /** Default: `free`. */
  readonly tier?: Tier
  /** An API release from 14.0 to 16.0; default 15.3. */
  readonly release?: string
  /** The folder of all data; default: in memory only. */
  readonly data?: string
  /** Default: SQLite in the data folder. */
  readonly eventStore?: EventStoreChoice
  /** How many seconds a start waits for an EventStoreDB that does not answer (yet), before `createForge` rejects; default 60. */
  readonly eventStorePatience?: number
  /** How many seconds one request, or one use case, may wait for the event store altogether, before it is answered 503 or `Unavailable`; default 15. */
  readonly eventStoreDeadline?: number
  /** Provided ports, any subset; the others are chosen by the other options. A provided port is closed by its provider, after the forge. */
  readonly ports?: Partial<Ports>
  readonly clock?: Clock
  readonly mail?: ForgefoldOptions['mail']
  /** Called with each defect and its origin: the id of the request, or the background work. Must not throw. Default: a warning of the process. */
  readonly onDefect?: (error: unknown, where: string) => void
  /** Called with the reason why a request was answered 503, and its id; also with what a start waits for, and `start`. Must not throw. */
  readonly onUnavailable?: (cause: string, requestId: string) => void
}

const OPTIONS: Readonly<Record<keyof ForgeOptions, true>> = {
  url: true,
  tier: true,
  release: true,
  data: true,
  eventStore: true,
  eventStorePatience: true,
  eventStoreDeadline: true,
  ports: true,
  clock: true,
  mail: true,
  onDefect: true,
  onUnavailable: true,
}

const A_MOMENT = '2024-03-01T09:00:00.000Z'

const MAIL: Readonly<Record<keyof NonNullable<ForgefoldOptions['mail']>, true>> = { smtp: true, from: true }

const checkMail = (mail: NonNullable<ForgefoldOptions['mail']>): void => {
  checkOptions('mail', mail, MAIL, 'option of mail:')
  const { smtp, from } = mail
  if (smtp !== undefined && !(/^smtps?:\/\//.test(smtp) && URL.canParse(smtp)))
    throw new RangeError('mail.smtp is an address such as smtp://host:port')
  if (from !== undefined && (typeof from !== 'string' || from === ''))
    throw new RangeError('mail.from has to be an address such as forge@example.com')
}

/** An address with credentials may be in a message, its credentials not. */
const withoutCredentials = (url: unknown): string => shown(url).replace(/\/\/[^/]*@/, '//…@')

const checkUrl = (url: unknown): void => {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.origin !== url)
    throw new RangeError(
      `url is ${withoutCredentials(url)}; it is an address of clients without a path, such as http://forge.example`,
    )
}

const checkFunction = (name: string, value: unknown): void => {
  if (value !== undefined && typeof value !== 'function') throw new TypeError(`${name} has to be a function`)
}

/** Every event has a time, which sorts as text: one in another form would damage the history. */
const checkClock = (name: string, clock: Clock): void => {
  const now: unknown = clock.now()
  if (typeof now !== 'string' || readInstant(now) !== now)
    throw new TypeError(`${name}.now() is ${shown(now)}; it has to be a text such as ${A_MOMENT}`)
}

/** Options that choose an adapter, and the port that replaces it. */
const CHOICES = { eventStore: 'events', clock: 'clock', mail: 'mail' } as const

const checkChoices = ({ ports = {}, ...options }: ForgeOptions): void => {
  for (const [option, port] of Object.entries(CHOICES) as ReadonlyArray<[keyof typeof CHOICES, keyof Ports]>)
    if (options[option] !== undefined && ports[port] !== undefined)
      throw new RangeError(`${option} has no effect with ports.${port}`)
}

const EVENT_STORE = { connectionString: true }

const checkEventStore = (eventStore: unknown): void => {
  const isKnown = eventStore === undefined || eventStore === 'sqlite' || eventStore === 'memory'
  if (isKnown) return
  const { connectionString } = (eventStore ?? {}) as { readonly connectionString?: unknown }
  if (typeof connectionString !== 'string') {
    throw new RangeError(`there is no event store ${shown(eventStore)}; there are sqlite, memory, { connectionString }`)
  }
  checkOptions('eventStore', eventStore as object, EVENT_STORE, 'option of eventStore:')
  if (!/^esdb(?:\+discover)?:\/\//.test(connectionString))
    throw new RangeError('eventStore.connectionString is an address such as esdb://host:2113')
}

/** The longest time of a timer (24.8 days); a longer one would end at once. */
const MAX_SECONDS = (2 ** 31 - 1) / 1000

const checkSeconds = (name: string, seconds: unknown, isWithin: (seconds: number) => boolean): void => {
  if (seconds !== undefined && !(typeof seconds === 'number' && isWithin(seconds) && seconds <= MAX_SECONDS))
    throw new RangeError(`${name} is ${shown(seconds)}; it is a number of seconds`)
}

const checkWaiting = ({ eventStore, eventStorePatience, eventStoreDeadline }: ForgeOptions): void => {
  checkSeconds('eventStorePatience', eventStorePatience, (seconds) => seconds >= 0)
  checkSeconds('eventStoreDeadline', eventStoreDeadline, (seconds) => seconds > 0)
  if (eventStorePatience !== undefined && typeof eventStore !== 'object')
    throw new RangeError('eventStorePatience has no effect without the event store { connectionString }')
}

const checkFolder = ({ data, eventStore }: ForgeOptions): void => {
  if (data === undefined) return
  if (typeof data !== 'string' || data === '') throw new RangeError("data has to be a folder's path")
  if (eventStore === 'memory') throw new RangeError('data has no effect with the event store memory')
}

const checkOthers = ({ url, clock, mail, onDefect, onUnavailable }: ForgeOptions): void => {
  if (url !== undefined) checkUrl(url)
  if (clock !== undefined && typeof clock?.now !== 'function')
    throw new TypeError('clock has to be an object with the function now')
  if (clock !== undefined) checkClock('clock', clock)
  if (mail !== undefined) checkMail(mail)
  checkFunction('onDefect', onDefect)
  checkFunction('onUnavailable', onUnavailable)
}

const warn = (error: unknown, where: string): void =>
  process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), { detail: where })

const PATIENCE_SECONDS = 60

/** What the composition is told, and how long it waits for its event store, in milliseconds. Throws a sentence that says what there is where an option or its value is invalid. */
export const compositionOf = (
  options: ForgeOptions,
): { readonly composition: ForgefoldOptions; readonly address: KnownAddress; readonly patience: number } => {
  checkOptions('what createForge is given', options, OPTIONS)
  const { ports } = options
  const given = ports === undefined ? {} : { ports: checkedPorts(ports) }
  checkEventStore(options.eventStore)
  checkWaiting(options)
  checkFolder(options)
  checkChoices(options)
  checkOthers(options)
  if (ports?.clock !== undefined) checkClock('ports.clock', ports.clock)
  const { url, tier = 'free', release = DEFAULT_RELEASE, onDefect = warn, ...more } = options
  const { eventStorePatience = PATIENCE_SECONDS, eventStoreDeadline, ...others } = more
  const address = new KnownAddress(url)
  const instance = {
    get externalUrl() {
      return address.url
    },
    tier,
    release,
  }
  checkInstance(instance)
  const composition = {
    ...others,
    ...given,
    ...(eventStoreDeadline === undefined ? {} : { eventStoreDeadline: eventStoreDeadline * 1000 }),
    instance,
    guessedExternalUrl: url === undefined,
    onDefect,
    onProjectionFailure: ({ type, position }, projection, problem) =>
      onDefect(new Error(`${type} at ${position} could not be projected: ${problem}`), projection),
  } satisfies ForgefoldOptions
  return { composition, address, patience: eventStorePatience * 1000 }
}
