import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { KeyUsage, UserKeyKind } from './aggregate.js'

/** A key of a user, with its personal data decrypted. */
export interface UserKeyRow {
  readonly id: number
  readonly userId: number
  readonly title: string
  /** As it was sent. */
  readonly key: string
  readonly fingerprint: string
  readonly usage: KeyUsage | null
  readonly expiresAt: Instant | null
  readonly createdAt: Instant
}

/** The queries of keys of users. */
export interface UserKeyQueries {
  readonly byId: (kind: UserKeyKind, id: number) => UserKeyRow | undefined
  /** SSH keys, by their SHA-256 or MD5. */
  readonly byFingerprint: (fingerprint: string) => UserKeyRow | undefined
  /** By id. */
  readonly ofUser: (kind: UserKeyKind, userId: number, page: PageRequest) => Page<UserKeyRow>
  /** Keys of erased users. */
  readonly left: (userId: number) => ReadonlyArray<{ readonly kind: UserKeyKind; readonly id: number }>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly userKeys: UserKeyQueries
  }
}
