import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { instant, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  invalid,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { gpgKeyFingerprint, sshKeyFingerprint } from '../../naming/unique-names.js'

/** What an SSH key is for. */
export const KEY_USAGES = ['auth', 'signing', 'auth_and_signing'] as const
export type KeyUsage = (typeof KEY_USAGES)[number]

const added = t.type({
  userId: safeInteger,
  /** Title and text of the key, sealed under the key of the user's personal data: see `details.ts`. */
  details: t.string,
  /** `SHA256:…` for SSH keys, hexadecimal for OpenPGP keys. */
  fingerprint: t.string,
  /** For SSH keys only, like the next two. */
  md5: nullable(t.string),
  usage: nullable(oneOf(KEY_USAGES)),
  expiresAt: nullable(instant),
})
const nothing = t.type({})

const userKeyEvents = eventCatalogue({
  UserKeyAdded: current(added),
  UserKeyRemoved: current(nothing),
})

export type UserKeyEvent = EventOf<typeof userKeyEvents>

type AddedKey = Readonly<t.TypeOf<typeof added>>

export type UserKeyState =
  | { readonly kind: 'none' }
  | { readonly kind: 'live'; readonly fingerprint: string }
  | { readonly kind: 'removed' }

export type UserKeyCommand = ({ readonly type: 'Add' } & AddedKey) | { readonly type: 'Remove' }

/** The kinds of keys that users have. */
export type UserKeyKind = 'ssh' | 'gpg'

const taken = invalid({ fingerprint: ['has already been taken'] })

/** The unique name of a key: its fingerprint. */
export const userKeyName = (kind: UserKeyKind, fingerprint: string) => ({
  ...(kind === 'ssh' ? sshKeyFingerprint(fingerprint) : gpgKeyFingerprint(fingerprint)),
  refusal: () => taken,
})

const userKey = (kind: UserKeyKind): Aggregate<UserKeyCommand, UserKeyEvent, UserKeyState> => ({
  category: `${kind}_key`,
  stateVersion: 1,
  events: userKeyEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [userKeyName(kind, state.fingerprint)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Remove')
      return state.kind === 'live' ? E.right([{ type: 'UserKeyRemoved', data: {} }]) : refuse(recordNotFound)
    const { type: _, ...data } = command
    return state.kind === 'none' ? E.right([{ type: 'UserKeyAdded', data }]) : refuse(conflict())
  },
  evolve: (_, event) =>
    event.type === 'UserKeyAdded' ? { kind: 'live', fingerprint: event.data.fingerprint } : { kind: 'removed' },
})

/** An SSH key of a user. */
export const sshKey = userKey('ssh')

/** An OpenPGP key of a user. */
export const gpgKey = userKey('gpg')

/** The aggregate of a kind of keys. */
export const userKeyOf = (kind: UserKeyKind): typeof sshKey => (kind === 'ssh' ? sshKey : gpgKey)
