import type { Forge } from '@forgefold/core/app'
import { USE_RECORDED_EVERY_SECONDS } from '@forgefold/core/domains/identity/personal-access-token'
import { accountRefusal, isAuditor, userById } from '@forgefold/core/domains/identity/user'
import {
  categoryOf,
  type Instant,
  type Rejection,
  type StoredEvent,
  secondsAfter,
  unauthenticated,
} from '@forgefold/core/kernel'
import type { ExchangedToken } from './conan-token.js'
import type { ResolvedToken, TokenKind } from './token-kind.js'

/** A raw token with everything that was looked up for it. */
export interface KnownToken extends ResolvedToken {
  readonly admin: boolean
  readonly auditor: boolean
  readonly external: boolean
  /** Why its user may not use the instance. */
  readonly standing: Rejection | undefined
  readonly kind: TokenKind
  /** When its next use is recorded; undefined: none has been. */
  nextNoteAt: Instant | undefined
}

const CAPACITY = 20_000
const HARMLESS: ReadonlySet<string> = new Set([
  'SecondFactorAsked',
  'SignedIn',
  'OneTimeCodeUsed',
  'RecoveryCodeUsed',
  'UserRegistered',
  'TermsAccepted',
  'TermsDeclined',
  'ActivityNoted',
])

/**
 * Looks up raw tokens, with a cache by the raw token, because hashing the token of each request would cost more than everything else.
 *
 * Events that could make an entry outdated remove it at once: see `forget`.
 */
export class TokenCache {
  readonly #forge: Forge
  readonly #kinds: ReadonlyArray<TokenKind>
  readonly #known = new Map<string, KnownToken>()

  constructor(forge: Forge, kinds: ReadonlyArray<TokenKind>) {
    this.#forge = forge
    this.#kinds = kinds
  }

  /** The cached entry. */
  kept(raw: string): KnownToken | undefined {
    return this.#known.get(raw)
  }

  find(raw: string): KnownToken | undefined {
    return this.#known.get(raw) ?? this.#remember(raw, this.#lookUp(this.#forge.secrets.digest(raw)))
  }

  /** To be called with every event whose rows are committed. */
  forget(events: ReadonlyArray<StoredEvent>): void {
    if (this.#known.size > 0 && events.some((event) => this.#voids(event))) this.#known.clear()
  }

  #voids(event: StoredEvent): boolean {
    if (categoryOf(event.stream) === 'user') return !HARMLESS.has(event.type)
    return this.#kinds.some((kind) => kind.voidedBy(event))
  }

  /** The token for which another was issued; looked up each time, because the cache is by raw tokens only. */
  ofExchanged({ digest, isExpired }: ExchangedToken): KnownToken | undefined {
    return isExpired ? undefined : this.#lookUp(digest)
  }

  /** Records that a caller was accepted by it; to be called for no other. */
  noteUse(known: KnownToken): void {
    if (known.kind.noteUse === undefined) return
    const now = this.#forge.clock.now()
    if (known.nextNoteAt !== undefined && now < known.nextNoteAt) return
    known.nextNoteAt = secondsAfter(now, USE_RECORDED_EVERY_SECONDS)
    known.kind.noteUse(this.#forge, known)
  }

  #lookUp(digest: string): KnownToken | undefined {
    for (const kind of this.#kinds) {
      const found = kind.find(this.#forge, digest)
      if (found !== undefined) return this.#described(found, kind)
    }
    return undefined
  }

  #described(found: ResolvedToken, kind: TokenKind): KnownToken {
    const user = found.userId === undefined ? undefined : userById(this.#forge, found.userId)
    const { usedAt } = found
    return {
      ...found,
      // A job acts with its user's rights, except administrative ones.
      admin: user?.admin === true && found.credential.kind !== 'job',
      auditor: user !== undefined && found.credential.kind !== 'job' && isAuditor(user, this.#forge.instance.tier),
      external: user?.external ?? false,
      standing: found.userId === undefined ? undefined : accountRejection(user),
      kind,
      nextNoteAt:
        usedAt === undefined || usedAt === null ? undefined : secondsAfter(usedAt, USE_RECORDED_EVERY_SECONDS),
    }
  }

  #remember(raw: string, known: KnownToken | undefined): KnownToken | undefined {
    if (known === undefined) return undefined
    if (this.#known.size >= CAPACITY) {
      const oldest = this.#known.keys().next()
      if (oldest.done !== true) this.#known.delete(oldest.value)
    }
    this.#known.set(raw, known)
    return known
  }
}

const accountRejection = (user: ReturnType<typeof userById>): Rejection | undefined =>
  user === undefined ? unauthenticated : accountRefusal({ status: user.state, confirmed: user.confirmedAt !== null })
