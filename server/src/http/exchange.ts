import { anonymous, type Principal } from '@forgefold/core/access'
import type { CommandContext, Forge } from '@forgefold/core/app'
import { type DeprecationNote, isDeprecated, lifespanOf, type ReleaseItemId } from '@forgefold/core/releases'
import type { ApplicationOptions, RequestScope } from './application-options.js'
import type { Sunsets } from './deprecation.js'
import type { HttpRequest } from './message.js'
import type { Context } from './route.js'

const REQUEST_ID = /^[A-Za-z0-9_-][A-Za-z0-9_.:+/=-]{0,127}$/

/** A request in progress, with what is known about it. */
export class Exchange implements Context {
  readonly #scope: RequestScope | undefined
  /** The present forge, or a historical one. */
  forge: Forge
  readonly request: HttpRequest
  readonly #options: ApplicationOptions
  /** Milliseconds on the monotonic clock. */
  readonly startedAt = performance.now()
  /** The pattern of the matched route. */
  pattern = 'none'
  principal: Principal = anonymous
  #requestId: string | undefined
  #baseUrl: string | undefined
  #usedDeprecations: Array<DeprecationNote> | undefined

  constructor(options: ApplicationOptions, request: HttpRequest) {
    this.#scope = options.scopeOf?.()
    this.forge = this.#scope?.forge ?? options.forge
    this.#options = options
    this.request = request
  }

  /** The client's own request id, where it sent a valid one. */
  get requestId(): string {
    if (this.#requestId === undefined) {
      const sent = this.request.headers.get('x-request-id')
      this.#requestId = sent !== undefined && REQUEST_ID.test(sent) ? sent : this.#options.requestId()
    }
    return this.#requestId
  }

  get baseUrl(): string {
    this.#baseUrl ??= this.#options.baseUrl?.(this.request) ?? this.forge.instance.externalUrl
    return this.#baseUrl
  }

  /** The result of the work, or `late` where the request's time for the store is over. */
  inTime<A>(work: Promise<A>, late: A): Promise<A> {
    return this.#scope?.inTime(work, late) ?? work
  }

  // Handlers take these apart from the exchange. Most requests need none of them, so they are made when they are taken.

  get command(): () => CommandContext {
    return () => this.commandBy(this.principal)
  }

  get commandBy(): (principal: Principal) => CommandContext {
    return (principal) => this.#options.commandContext(principal, this.request, this.requestId)
  }

  get calledBy(): (principal: Principal) => void {
    return (principal) => {
      this.principal = principal
    }
  }

  /** Deprecated things that were used, besides parameters and the route itself; undefined: none. */
  get usedDeprecations(): ReadonlyArray<DeprecationNote> | undefined {
    return this.#usedDeprecations
  }

  get usesDeprecated(): (item: ReleaseItemId) => void {
    return (item) => {
      const note = lifespanOf(item)
      if (!isDeprecated(note, this.forge.instance.release)) return
      this.#usedDeprecations = [...(this.#usedDeprecations ?? []), note]
      this.usedDeprecated([item])
    }
  }

  get sunsets(): Sunsets {
    return this.#options.sunsets ?? {}
  }

  /** Reports deprecated parameters for counting. */
  usedDeprecated(names: ReadonlyArray<string>): void {
    this.#options.onDeprecatedUse?.(this.pattern, names)
  }
}
