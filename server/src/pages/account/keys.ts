import {
  addUserKey,
  type KeyUsage,
  listUserKeys,
  type NewUserKey,
  removeUserKey,
  type UserKeyKind,
  type UserKeyRow,
} from '@forgefold/core/domains/identity/user-key'
import { invalid, readDay, refuse, startOfDay } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { PlainRoute } from '../../http/index.js'
import { html } from '../html.js'
import type { PageContext } from '../page-context.js'
import { dayOr, type OwnList, ownListPages } from './own-list.js'

const FIRST_PAGE = { page: 1, perPage: 100 }

const MEANINGS: Readonly<Record<KeyUsage, string>> = {
  auth: 'Signing in',
  signing: 'Signing',
  auth_and_signing: 'Signing in and signing',
}

/** What lists of keys of both kinds share. */
const keysOf = (kind: UserKeyKind): Pick<OwnList<UserKeyRow>, 'list' | 'remove'> => ({
  list: ({ forge, visitor }) => {
    const found = listUserKeys(forge, visitor, { kind, userId: undefined, page: FIRST_PAGE })
    return E.isLeft(found) ? found : E.right(found.right.rows)
  },
  remove: ({ forge, caller }, keyId) => removeUserKey(forge, caller(), { kind, userId: undefined, keyId }),
})

const addKey = ({ forge, caller }: PageContext, key: Omit<NewUserKey, 'userId'>) =>
  addUserKey(forge, caller(), { ...key, userId: undefined })

const fingerprint = ({ fingerprint }: UserKeyRow) => html`<code>${fingerprint}</code>`
const made = ({ createdAt }: UserKeyRow) => dayOr(createdAt, '')

const sshKeys: OwnList<UserKeyRow> = {
  ...keysOf('ssh'),
  path: '/profile/keys',
  title: 'SSH keys',
  about: html`<p>All users can read your public keys. They give no access here: git is served over HTTP.</p>`,
  nameOf: ({ title }) => title,
  columns: [
    ['Fingerprint', fingerprint],
    ['Use', ({ usage }) => MEANINGS[usage ?? 'auth_and_signing']],
    ['Made', made],
    ['Expires', ({ expiresAt }) => dayOr(expiresAt, 'Never')],
  ],
  adding: 'Add an SSH key',
  inputs: [
    { id: 'key', name: 'key', label: 'Public key', lines: 3, hint: 'One line, such as the content of id_ed25519.pub.' },
    { id: 'title', name: 'title', label: 'Title', optional: true, hint: 'The comment of the key if blank.' },
    { id: 'expires_at', name: 'expires_at', label: 'Expires on', type: 'date', optional: true },
  ],
  add: async (visit, typed) => {
    const day = readDay(typed('expires_at'))
    if (typed('expires_at') !== '' && day === undefined) return refuse(invalid({ expires_at: ['is no day'] }))
    const title = typed('title').trim()
    return addKey(visit, {
      kind: 'ssh',
      key: typed('key'),
      title: title === '' ? undefined : title,
      expiresAt: day === undefined ? null : startOfDay(day),
    })
  },
}

const gpgKeys: OwnList<UserKeyRow> = {
  ...keysOf('gpg'),
  path: '/profile/gpg_keys',
  title: 'GPG keys',
  about: html`<p>All users can read your public keys.</p>`,
  nameOf: ({ fingerprint }) => fingerprint.slice(-16).toUpperCase(),
  columns: [
    ['Fingerprint', fingerprint],
    ['Made', made],
  ],
  adding: 'Add a GPG key',
  inputs: [
    { id: 'key', name: 'key', label: 'Public key', lines: 8, hint: 'In ASCII armour, with its first and last line.' },
  ],
  add: (visit, typed) => addKey(visit, { kind: 'gpg', key: typed('key') }),
}

/** `/profile/keys` and `/profile/gpg_keys`: list, add and delete one's own public keys. */
export const keyPages: ReadonlyArray<PlainRoute> = [...ownListPages(sshKeys), ...ownListPages(gpgKeys)]
