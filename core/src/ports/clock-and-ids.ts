import type { CommandId, EventId } from '../kernel/envelope.js'
import type { Instant } from '../kernel/instant.js'

/** Tells the time; a test may move it. */
export interface Clock {
  readonly now: () => Instant
}

/** Makes time-ordered ids. */
export interface Ids {
  /** A UUIDv7 whose last 16 bits are zero, so that the ids of its events derive from it. */
  readonly commandId: () => CommandId
  /** The id of what a reactor does about an event: always the same for the same cause and purpose, so that doing it twice is doing it once. */
  readonly derived: (cause: EventId, purpose: string) => CommandId
  readonly uuid: () => string
}

/** Makes secrets that nobody can guess, and digests of them. */
export interface Secrets {
  /** So many characters of `A-Z a-z 0-9 - _`. */
  readonly token: (length: number) => string
  /** So many random bytes as lower-case hexadecimal text. */
  readonly hex: (bytes: number) => string
  /** SHA-256 of a secret as lower-case hexadecimal text: what may stand in an event. */
  readonly digest: (secret: string) => string
  /** A digest of a name under the instance's own key: what may stand in the name of a stream. */
  readonly keyedDigest: (text: string) => string
  /** Compares in constant time. */
  readonly equal: (a: string, b: string) => boolean
}

/** Hashes passwords at the current cost, slowly on purpose. */
export interface PasswordHasher {
  /** `isRandom` says that a program drew the password, of 112 bits at least: nobody finds it by trying, so its hash need not be slow. */
  readonly hash: (password: string, isRandom?: boolean) => Promise<string>
  /** False for any malformed hash too. */
  readonly verify: (password: string, hash: string) => Promise<boolean>
}

/** Seals text under the instance's key, for secret settings at rest. */
export interface SecretBox {
  readonly seal: (clear: string) => string
  /** Undefined where the key is another or the text was altered. */
  readonly open: (sealed: string) => string | undefined
}

/**
 * Seals the personal fields of one person under a key of that person's own, kept outside the event log:
 * erasing the person destroys the key and no history.
 */
export interface PersonalData {
  /** Makes the subject's key where there is none yet. */
  readonly seal: (subject: string, clear: string) => string
  /** Undefined once the subject is erased. */
  readonly open: (subject: string, sealed: string) => string | undefined
  readonly erase: (subject: string) => void
}

/** Where the name of something leads. */
export interface ReferenceLink {
  readonly href: string
  readonly title: string
  readonly kind: 'user' | 'issue' | 'merge_request'
  /** What is told besides, as `data-…`. */
  readonly data: Readonly<Record<string, string | number>>
}

/** What a name in a text (`@ann`, `#1`, `group/project!2`) stands for; undefined where that is nothing to the one who reads. */
export type ReferenceLinks = (name: string) => ReferenceLink | undefined

/** Turns Markdown into sanitised HTML. */
export interface Markdown {
  /** Block HTML; empty text for empty text. Names are links where `links` knows them. */
  readonly render: (markdown: string, links?: ReferenceLinks) => Promise<string>
  /** Inline HTML without a paragraph. */
  readonly renderInline: (markdown: string, links?: ReferenceLinks) => Promise<string>
}

/** Knows emoji by their names. */
export interface EmojiNames {
  /** The one name of the emoji that a name, or another name of it, stands for; undefined where there is none. */
  readonly canonical: (name: string) => string | undefined
}

/** Times that come again, as cron expressions of five fields say them. */
export interface Cron {
  readonly isExpression: (text: string) => boolean
  /** Whether it names a time zone of the IANA database. */
  readonly isTimezone: (text: string) => boolean
  /** The first moment after another at which a sound expression holds in a time zone; undefined where there is none in the next years. */
  readonly next: (expression: string, timezone: string, after: Instant) => Instant | undefined
}
