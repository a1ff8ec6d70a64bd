import type { Forge } from '../../../app/forge.js'
import { RecencyCache } from '../../../app/recency-cache.js'
import { type Instant, secondsAfter } from '../../../kernel/index.js'
import { type AskedUser, type AuthorizationDecision, authorizationDecision, authorizationRequest } from './rules.js'

/** For how long a decision holds, in seconds (docs/reference/behaviour/instance.md#external-authorization). */
const KEPT_SECONDS = 6 * 60 * 60
/** For how long one does that the service has not made: the requests that wait for it are answered by it, later ones ask again. */
const FAILURE_SECONDS = 1

const MAX_DECISIONS = 50_000

interface Kept extends AuthorizationDecision {
  readonly until: Instant
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly externalAuthorization: ExternalAuthorization
  }
}

/** Asks the external authorization service of the settings who may reach projects of which classification label, and remembers its decisions. */
export class ExternalAuthorization {
  readonly #forge: Pick<Forge, 'clock' | 'outbound' | 'settings'>
  readonly #decisions = new RecencyCache<string, Kept>(MAX_DECISIONS)
  readonly #asked = new Map<string, Promise<AuthorizationDecision>>()

  constructor(forge: Pick<Forge, 'clock' | 'outbound' | 'settings'>) {
    this.#forge = forge
  }

  get isOn(): boolean {
    return this.#forge.settings.current().external_authorization_service_enabled
  }

  /** The label that counts where a project has none of its own. */
  labelOr(own: string | null): string {
    const isOwn = own !== null && own.trim() !== ''
    return isOwn ? own : (this.#forge.settings.current().external_authorization_service_default_label ?? '')
  }

  /** What was decided about a user and a label; undefined where that is not known yet, or any more. */
  decision(userId: number, label: string): AuthorizationDecision | undefined {
    const kept = this.#decisions.get(this.#keyOf(userId, label))
    return kept === undefined || kept.until <= this.#forge.clock.now() ? undefined : kept
  }

  /** The same, from the service where it is not known; it is asked once, however many wait. */
  async decide(userId: number, user: AskedUser, label: string): Promise<AuthorizationDecision> {
    const known = this.decision(userId, label)
    if (known !== undefined) return known
    const key = this.#keyOf(userId, label)
    const asked = this.#asked.get(key) ?? this.#ask(key, user, label).finally(() => this.#asked.delete(key))
    this.#asked.set(key, asked)
    return asked
  }

  async #ask(key: string, user: AskedUser, label: string): Promise<AuthorizationDecision> {
    const { clock, outbound, settings } = this.#forge
    const decision = authorizationDecision(await outbound.post(authorizationRequest(settings.current(), user, label)))
    const seconds = decision.isKept ? KEPT_SECONDS : FAILURE_SECONDS
    this.#decisions.set(key, { ...decision, until: secondsAfter(clock.now(), seconds) })
    return decision
  }

  /** Decisions of another service do not count. */
  #keyOf(userId: number, label: string): string {
    return `${userId} ${this.#forge.settings.current().external_authorization_service_url} ${label}`
  }
}
