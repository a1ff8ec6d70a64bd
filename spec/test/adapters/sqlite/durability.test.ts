import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeInstanceKey } from '@forgefold/adapters/crypto'
import {
  type Closable,
  NewerSchema,
  openSqliteCheckpointLog,
  openSqliteCheckpoints,
  openSqliteEventStore,
  openSqlitePersonalData,
  openSqliteSnapshots,
  openSqliteTreeTiles,
} from '@forgefold/adapters/sqlite'
import {
  checkpointCases,
  checkpointLogCases,
  type DurablePort,
  personalDataCases,
  snapshotCases,
  treeTileCases,
} from '@forgefold/spec/laws'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCases } from '../../run-cases.js'

const onDisk =
  <Port>(open: (path: string) => Port & Closable) =>
  async (): Promise<DurablePort<Port>> => {
    const folder = mkdtempSync(join(tmpdir(), 'forgefold-kept-'))
    return {
      connect: async () => {
        const port = open(join(folder, 'kept.sqlite'))
        return { port, close: async () => port.close() }
      },
      remove: async () => rmSync(folder, { recursive: true }),
    }
  }

const key = makeInstanceKey()

runCases('checkpoints on SQLite', checkpointCases(onDisk(openSqliteCheckpoints)))
runCases('snapshots on SQLite', snapshotCases(onDisk(openSqliteSnapshots)))
runCases('the log of checkpoints on SQLite', checkpointLogCases(onDisk(openSqliteCheckpointLog)))
runCases('tiles of the tree on SQLite', treeTileCases(onDisk(openSqliteTreeTiles)))
runCases('personal data on SQLite', personalDataCases(onDisk((path) => openSqlitePersonalData(path, key))))

describe('the vault of personal keys', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'forgefold-vault-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const path = () => join(folder, 'vault.sqlite')

  it('hears at once of what another process erased', () => {
    const [one, two] = [openSqlitePersonalData(path(), key), openSqlitePersonalData(path(), key)]
    const sealed = one.seal('user:1', 'Ann')
    expect(two.open('user:1', sealed)).toBe('Ann')
    two.erase('user:1')
    expect(one.open('user:1', sealed)).toBeUndefined()
    one.close()
    two.close()
  })

  it('keeps no trace of an erased key on the disk', () => {
    const vault = openSqlitePersonalData(path(), key)
    vault.seal('user:1', 'Ann')
    const database = new Database(path(), { readonly: true })
    const wrapped = database.prepare<[], string>('SELECT key FROM subject').pluck().get() as string
    database.close()
    vault.erase('user:1')
    for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file), 'latin1')).not.toContain(wrapped)
    vault.close()
  })

  it('refuses to work with another instance key', () => {
    const vault = openSqlitePersonalData(path(), key)
    const sealed = vault.seal('user:1', 'Ann')
    vault.close()
    const other = openSqlitePersonalData(path(), makeInstanceKey())
    expect(() => other.open('user:1', sealed)).toThrow('another instance key')
    other.close()
  })
})

describe('a file of a newer version', () => {
  it('is refused and left alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgefold-newer-'))
    const path = join(folder, 'events.sqlite')
    const file = new Database(path)
    file.exec(
      "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT; INSERT INTO schema_version VALUES (99, '')",
    )
    file.close()
    expect(() => openSqliteEventStore({ path })).toThrow(NewerSchema)
    rmSync(folder, { recursive: true })
  })
})
