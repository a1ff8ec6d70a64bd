import { actorOf, SCOPES, type SignedIn } from '@forgefold/core/access'
import { type Caller, type Forge, systemCaller } from '@forgefold/core/app'
import * as domains from '@forgefold/core/domains'
import { createForgefold, type Forgefold } from '../composition/index.js'
import { startInTime } from '../composition/start-in-time.js'
import { DEFAULT_DEADLINE_MS, storeDeadline } from '../composition/store-deadline.js'
import { type HttpHandler, InFlightRequests } from '../http/index.js'
import { type InProcess, listenInProcess, relativeRequest } from '../transport/fetch.js'
import { chooseTransport, type Listening } from '../transport/index.js'
import { clientAddressOf, sentFrom } from '../transport/remote-address.js'
import { boundUseCases, type UseCases } from './bound-use-cases.js'
import { checkFeed, type EventFeed, eventFeed, type FeedOptions, failingFeed } from './event-feed.js'
import type { KnownAddress } from './known-address.js'
import { shown } from './known-names.js'
import { checkListenAt, type ListenAt } from './listen-at.js'
import { compositionOf, type ForgeOptions } from './options.js'

/** A user who calls use cases. */
export interface ForgeUser {
  readonly username: string
  readonly useCases: UseCases
}

/**
 * A forge inside another program.
 *
 * Once it is being closed it answers nothing: whatever gives a promise rejects with `the forge is closed` (`fetch` with the `TypeError` of a
 * failed fetch, whose cause says so), a new feed throws it at its first event, and whatever answers at once (`as`, queries) throws it.
 */
export interface EmbeddedForge extends AsyncDisposable {
  /** Sends a request without a socket; paths are relative to its URL. */
  readonly fetch: typeof fetch
  /** Serves over a socket until the forge is closed; returns the address. Rejects where the address is in use. */
  readonly listen: (at?: ListenAt) => Promise<{ readonly url: string; readonly port: number }>
  /** Past and future events, typed; continue after a stop with the last `position`. */
  readonly subscribe: (options?: FeedOptions) => EventFeed
  /**
   * The use cases of every domain, called by the instance itself; refusals are values. Each call has the deadline of a request for what it asks
   * of the event store (`eventStoreDeadline`).
   */
  readonly useCases: UseCases
  /** The use cases called by a user, with that user's rights. Throws for an unknown name. */
  readonly as: (username: string) => ForgeUser
  /** The forge that use cases take. */
  readonly forge: Forge
  /**
   * Finishes requests and use cases in progress, then closes everything that it opened; later requests are refused. What does not finish is
   * waited for no longer than 10 seconds on sockets, and 5 more elsewhere; then it is cut.
   */
  readonly close: () => Promise<void>
}

const LOOPBACK = '127.0.0.1'

const signedIn = (forge: Forge, username: string): SignedIn => {
  const user = domains.user.userByName(forge, username)
  if (user === undefined) throw new Error(`no user is called ${shown(username)}`)
  const credential = { kind: 'session', id: 'embedded', scopes: SCOPES } as const
  const { id: userId, admin, external } = user
  const auditor = domains.user.isAuditor(user, forge.instance.tier)
  return { kind: 'user', userId, admin, auditor, external, credential }
}

const callerAs = (forge: Forge, username: string): Caller => {
  const principal = signedIn(forge, username)
  const id = forge.ids.commandId()
  return { principal, context: { id, at: forge.clock.now(), actor: actorOf(principal), correlationId: id } }
}

const CLOSED = 'the forge is closed'

/** The parts of an embedded forge that are created from the composed one while it is open. */
class Embedded implements EmbeddedForge {
  readonly fetch: typeof fetch
  readonly useCases: UseCases
  readonly #forgefold: Forgefold
  readonly #address: KnownAddress
  readonly #ended = new AbortController()
  readonly #listening = new Set<Listening>()
  readonly #inProcess: InProcess
  readonly #underWay = new InFlightRequests()
  readonly #scopeOf: ReturnType<typeof storeDeadline>
  #closed: Promise<void> | undefined

  constructor(forgefold: Forgefold, address: KnownAddress, deadline: number) {
    this.#forgefold = forgefold
    this.#address = address
    this.#scopeOf = storeDeadline(forgefold.forge, deadline)
    this.useCases = this.#bound(() => systemCaller(this.forge, 'embedding'))
    this.#inProcess = listenInProcess(forgefold.handler)
    this.fetch = async (input, init) => {
      if (this.#closed !== undefined) throw new TypeError('fetch failed', { cause: new Error(CLOSED) })
      const request = relativeRequest(address.url, input, init)
      address.learn(request.url)
      if (input instanceof Request) sentFrom(request, clientAddressOf(input))
      return this.#underWay.add(this.#inProcess.ask(request))
    }
  }

  get forge(): Forge {
    return this.#forgefold.forge
  }

  #open(): Forge {
    if (this.#closed !== undefined) throw new Error(CLOSED)
    return this.forge
  }

  #bound(caller: () => Caller): UseCases {
    return boundUseCases(domains, {
      forge: () => {
        this.#open()
        return this.#scopeOf().forge
      },
      caller,
      underWay: (answer) => void this.#underWay.add(answer),
    })
  }

  readonly as = (username: string): ForgeUser => {
    signedIn(this.#open(), username)
    return { username, useCases: this.#bound(() => callerAs(this.forge, username)) }
  }

  readonly subscribe = (options: FeedOptions = {}): EventFeed => {
    checkFeed(options)
    if (this.#closed !== undefined) return failingFeed(new Error(CLOSED))
    return eventFeed(this.forge.events, this.#ended.signal, options)
  }

  readonly listen: EmbeddedForge['listen'] = async (at = {}) => {
    this.#open()
    checkListenAt(at)
    const { port = 0, host = LOOPBACK, transport = 'node' } = at
    const handler: HttpHandler = (request) => this.#forgefold.handler(request)
    const listening = await chooseTransport(transport).listen(handler, host, port)
    this.#listening.add(listening)
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`
    this.#address.learn(url)
    return { url, port: listening.port }
  }

  readonly close = (): Promise<void> => {
    this.#closed ??= this.#end()
    return this.#closed
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #end(): Promise<void> {
    this.#ended.abort()
    await Promise.all([...this.#listening].map((one) => one.close()))
    await this.#underWay.ended()
    this.#inProcess.cut(new Error(CLOSED))
    await this.#forgefold.close()
  }
}

/**
 * Creates a forge, without opening a socket. Throws a sentence with the valid values for an invalid option, `DataDirInUse` where another
 * process uses its folder, `UnusableFolder` where it cannot be made or written, and an error that names the address where an EventStoreDB does not
 * come in time (`eventStorePatience`) or refuses.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { createForge } from '@forgefold/server'
 *
 * const forge = await createForge({ tier: 'ultimate' })
 * const response = await forge.fetch('/api/v4/projects')
 * assert.deepEqual(await response.json(), [])
 * await forge.close()
 */
export const createForge = async (options: ForgeOptions = {}): Promise<EmbeddedForge> => {
  const { composition, address, patience } = compositionOf(options)
  const tell = (line: string): void => composition.onUnavailable?.(line, 'start')
  const forgefold = await startInTime(composition, { timeout: patience, tell }, createForgefold)
  return new Embedded(forgefold, address, composition.eventStoreDeadline ?? DEFAULT_DEADLINE_MS)
}
