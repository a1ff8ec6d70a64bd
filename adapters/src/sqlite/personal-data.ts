import type { PersonalData } from '@forgefold/core/ports'
import type { InstanceKey } from '../crypto/instance-key.js'
import { openWith, sealWith } from '../crypto/sealing.js'
import { makePersonalData, type SubjectKeys } from '../crypto/subject-keys.js'
import type { Closable } from './closable.js'
import { type Connection, openForReading, retryWhileBusy, type Sharing } from './connection.js'
import { type Migrations, openMigrated } from './migrations.js'

/** A subject whose key is null is permanently erased. */
const VAULT: Migrations = ['CREATE TABLE subject (subject TEXT PRIMARY KEY, key TEXT) STRICT']

const MAX_OPEN_KEYS = 10_000

/** The stored key; undefined if there never was one. */
const unwrapped = (
  master: Buffer,
  subject: string,
  wrapped: string | null | undefined,
): Buffer | 'erased' | undefined => {
  if (wrapped === undefined) return undefined
  if (wrapped === null) return 'erased'
  const key = openWith(master, wrapped, subject)
  if (key === undefined) throw new Error('the vault of personal keys belongs to another instance key')
  return key
}

/** Stored keys are wrapped by a key of the instance; keys in use are cached unwrapped until another process writes. */
const keysIn = (connection: Connection, master: Buffer): SubjectKeys => {
  const find = connection.prepare<[string], string | null>('SELECT key FROM subject WHERE subject = ?').pluck()
  const keep = connection.prepare<[string, string]>('INSERT INTO subject VALUES (?, ?) ON CONFLICT DO NOTHING')
  const erase = connection.prepare<[string]>(
    'INSERT INTO subject VALUES (?, NULL) ON CONFLICT DO UPDATE SET key = NULL',
  )
  const dataVersion = connection.prepare('PRAGMA data_version').pluck()
  const open = new Map<string, Buffer | 'erased'>()
  let seen: unknown

  const found = (subject: string): Buffer | 'erased' | undefined => {
    const version = dataVersion.get()
    if (version !== seen || open.size > MAX_OPEN_KEYS) open.clear()
    seen = version
    const known = open.get(subject)
    if (known !== undefined) return known
    const wrapped = find.get(subject)
    const key = unwrapped(master, subject, wrapped)
    if (key === undefined) return undefined
    open.set(subject, key)
    return key
  }

  return {
    find: found,
    keep: (subject, key) => {
      retryWhileBusy(() => keep.run(subject, sealWith(master, key, subject)))
      return found(subject) ?? 'erased'
    },
    erase: (subject) => {
      retryWhileBusy(() => erase.run(subject))
      open.delete(subject)
      // The key must not remain in the write-ahead log either.
      connection.pragma('wal_checkpoint(TRUNCATE)')
    },
  }
}

/**
 * Personal data sealed under keys in a file of their own, outside the event log.
 *
 * A key is durable before anything sealed under it is returned; an erased key is overwritten on disk.
 *
 * @example
 * import { makeInstanceKey } from '@forgefold/adapters/crypto'
 * import { mkdtempSync } from 'node:fs'
 * const people = openSqlitePersonalData(`${mkdtempSync('keys-')}/keys.sqlite`, makeInstanceKey())
 * assert.equal(people.open('user-1', people.seal('user-1', 'Jane')), 'Jane')
 */
export const openSqlitePersonalData = (
  path: string,
  instance: InstanceKey,
  sharing: Sharing = 'oneMachine',
): PersonalData & Closable => {
  const connection = openMigrated(path, { synchronous: 'FULL', sharing }, VAULT)
  connection.pragma('secure_delete = ON')
  return {
    ...makePersonalData(keysIn(connection, instance.derive('personal keys'))),
    close: () => {
      connection.close()
    },
  }
}

/**
 * The same read-only, also next to a running server: nothing is sealed or erased.
 *
 * @example
 * import { makeInstanceKey } from '@forgefold/adapters/crypto'
 * assert.throws(() => readSqlitePersonalData('/no/such/file.sqlite', makeInstanceKey()))
 */
export const readSqlitePersonalData = (path: string, instance: InstanceKey): PersonalData & Closable => {
  const connection = openForReading(path)
  const find = connection.prepare<[string], string | null>('SELECT key FROM subject WHERE subject = ?').pluck()
  const master = instance.derive('personal keys')
  const data = makePersonalData({
    find: (subject) => unwrapped(master, subject, find.get(subject)),
    keep: () => 'erased',
    erase: () => undefined,
  })
  return {
    ...data,
    close: () => {
      connection.close()
    },
  }
}
