import type { CommandId, EventId } from '../kernel/envelope.js'
import type { Instant } from '../kernel/instant.js'

/** The time; tests may move it. */
export interface Clock {
  readonly now: () => Instant
}

/** Generates time-ordered ids. */
export interface Ids {
  /** A UUIDv7 whose last 16 bits are zero, so that the ids of its events derive from it. */
  readonly commandId: () => CommandId
  /** The command id of a reaction: the same for the same cause and purpose, so that a repeated reaction has no further effect. */
  readonly derived: (cause: EventId, purpose: string) => CommandId
  readonly uuid: () => string
}

/** Generates unguessable secrets, and digests of them. */
export interface Secrets {
  /** A random text of this length from `A-Z a-z 0-9 - _`. */
  readonly token: (length: number) => string
  /** Random bytes as lower-case hexadecimal text. */
  readonly hex: (bytes: number) => string
  /** SHA-256 of a secret as lower-case hexadecimal text, which events may contain. */
  readonly digest: (secret: string) => string
  /** A digest of a name under the instance's own key, which stream names may contain. */
  readonly keyedDigest: (text: string) => string
  /** Compares in constant time. */
  readonly equal: (a: string, b: string) => boolean
}

/** Hashes passwords at the configured cost, slowly on purpose. */
export interface PasswordHasher {
  /** `isRandom`: the password was generated with at least 112 bits, and cannot be found by trying, so its hash need not be slow. */
  readonly hash: (password: string, isRandom?: boolean) => Promise<string>
  /** False for malformed hashes too. */
  readonly verify: (password: string, hash: string) => Promise<boolean>
}

/** Seals text under the instance's key, for stored secrets. */
export interface SecretBox {
  readonly seal: (clear: string) => string
  /** Undefined where the key is another one or the text was altered. */
  readonly open: (sealed: string) => string | undefined
}

/**
 * Seals the personal data of one person under that person's own key, which is kept outside of the event log: erasing the person destroys the
 * key and leaves the history complete.
 */
export interface PersonalData {
  /** Creates the subject's key where it does not exist. */
  readonly seal: (subject: string, clear: string) => string
  /** Undefined once the subject is erased. */
  readonly open: (subject: string, sealed: string) => string | undefined
  readonly erase: (subject: string) => void
}

/** The link of a reference or mention. */
export interface ReferenceLink {
  readonly href: string
  readonly title: string
  readonly kind: 'user' | 'issue' | 'merge_request'
  /** Its `data-…` attributes. */
  readonly data: Readonly<Record<string, string | number>>
}

/** The link of a reference or mention in a text (`@ann`, `#1`, `group/project!2`); undefined where it stands for nothing that the reader may see. */
export type ReferenceLinks = (name: string) => ReferenceLink | undefined

/** Renders Markdown to sanitised HTML. */
export interface Markdown {
  /** Block HTML; empty text for empty text. References and mentions are linked where `links` knows them. */
  readonly render: (markdown: string, links?: ReferenceLinks) => Promise<string>
  /** Inline HTML without a paragraph. */
  readonly renderInline: (markdown: string, links?: ReferenceLinks) => Promise<string>
}

/** The names of emoji. */
export interface EmojiNames {
  /** The canonical name of an emoji by one of its names; undefined for unknown names. */
  readonly canonical: (name: string) => string | undefined
}

/** Recurring times as cron expressions of five fields. */
export interface Cron {
  readonly isExpression: (text: string) => boolean
  /** Whether it is a time zone of the IANA database. */
  readonly isTimezone: (text: string) => boolean
  /** The first moment after another at which a valid expression matches in a time zone; undefined where there is none in the next years. */
  readonly next: (expression: string, timezone: string, after: Instant) => Instant | undefined
}
