import { actorOf, SCOPES, type SignedIn } from '@forgefold/core/access'
import { type Caller, type Forge, systemCaller } from '@forgefold/core/app'
import * as domains from '@forgefold/core/domains'
import { createForgefold, type Forgefold } from '../composition/index.js'
import type { HttpHandler } from '../http/index.js'
import { asFetch, chooseTransport, type Listening } from '../transport/index.js'
import { clientAddressOf, sentFrom } from '../transport/remote-address.js'
import { boundUseCases, type UseCases } from './bound-use-cases.js'
import { checkFeed, type EventFeed, eventFeed, type FeedOptions } from './event-feed.js'
import type { KnownAddress } from './known-address.js'
import { checkListenAt, type ListenAt } from './listen-at.js'
import { compositionOf, type ForgeOptions } from './options.js'

/** A user who calls use cases. */
export interface ForgeUser {
  readonly username: string
  readonly useCases: UseCases
}

/** A forge inside another program. */
export interface EmbeddedForge extends AsyncDisposable {
  /** Sends a request without a socket; paths are relative to its URL. */
  readonly fetch: typeof fetch
  /** Serves over a socket until the forge is closed; returns the address. Rejects where the address is in use. */
  readonly listen: (at?: ListenAt) => Promise<{ readonly url: string; readonly port: number }>
  /** Past and future events, typed; continue after a stop with the last `position`. */
  readonly subscribe: (options?: FeedOptions) => EventFeed
  /** The use cases of every domain, called by the instance itself; refusals are values. */
  readonly useCases: UseCases
  /** The use cases called by a user, with that user's rights. Throws for an unknown name. */
  readonly as: (username: string) => ForgeUser
  /** The forge that use cases take. */
  readonly forge: Forge
  /** Finishes requests in progress, then closes everything that it opened; later requests are refused. */
  readonly close: () => Promise<void>
}

const LOOPBACK = '127.0.0.1'

const signedIn = (forge: Forge, username: string): SignedIn => {
  const user = domains.user.userByName(forge, username)
  if (user === undefined) throw new Error(`no user is called ${username}`)
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
  #closed: Promise<void> | undefined

  constructor(forgefold: Forgefold, address: KnownAddress) {
    this.#forgefold = forgefold
    this.#address = address
    this.useCases = boundUseCases(
      domains,
      () => this.#open(),
      () => systemCaller(this.forge, 'embedding'),
    )
    const ask = asFetch(forgefold.handler)
    this.fetch = async (input, init) => {
      if (this.#closed !== undefined) throw new TypeError('fetch failed', { cause: new Error(CLOSED) })
      const isRequest = input instanceof Request
      const request = new Request(isRequest ? input : new URL(String(input), address.url), init)
      address.learn(request.url)
      return ask(isRequest ? sentFrom(request, clientAddressOf(input)) : request)
    }
  }

  get forge(): Forge {
    return this.#forgefold.forge
  }

  #open(): Forge {
    if (this.#closed !== undefined) throw new Error(CLOSED)
    return this.forge
  }

  readonly as = (username: string): ForgeUser => {
    signedIn(this.#open(), username)
    const caller = (): Caller => callerAs(this.forge, username)
    return { username, useCases: boundUseCases(domains, () => this.#open(), caller) }
  }

  readonly subscribe = (options: FeedOptions = {}): EventFeed => {
    checkFeed(options)
    return eventFeed(this.#open().events, this.#ended.signal, options)
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
    await this.#forgefold.close()
  }
}

/**
 * Creates a forge, without opening a socket. Throws a sentence with the valid values for an invalid option, `DataDirInUse` where another
 * process uses its folder, `UnusableFolder` where it cannot be made or written.
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
  const { composition, address } = compositionOf(options)
  return new Embedded(await createForgefold(composition), address)
}
