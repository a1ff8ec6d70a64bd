import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '@forgefold/adapters/clock'
import { loadInstanceKey, makeSecrets } from '@forgefold/adapters/crypto'
import { checkRows, type RowCheck } from '@forgefold/adapters/read-model'
import { readSqlitePersonalData } from '@forgefold/adapters/sqlite'
import { makeAggregateRepository } from '@forgefold/core/app'
import { type CheckNames, makeNameCheck } from '@forgefold/core/audit'
import type { Position } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { READ_MODEL } from './data-folders.js'
import { nameDeclarations } from './name-declarations.js'

/** Comparisons of an instance's data with its history, which need its keys. */
export interface AuditChecks {
  readonly checkNames: CheckNames
  /** Takes as long as a rebuild, and disk space for two read models in the temporary folder. */
  readonly checkRows: (onProgress: (position: Position) => void) => Promise<RowCheck>
  readonly close: () => void
}

/** The folders of an instance that are compared with its history. */
export interface AuditChecksFolders {
  readonly events: EventStore
  readonly data: string
  /** The server's own folder. */
  readonly local: string
}

/** Opens the comparison of reservations and rows with a history; undefined where the keys of the instance are missing. */
export const openAuditChecks = ({ events, data, local }: AuditChecksFolders): AuditChecks | undefined => {
  const [keyFile, subjectKeys] = [join(data, 'instance.key'), join(data, 'subject-keys.sqlite')]
  if (!existsSync(keyFile) || !existsSync(subjectKeys)) return undefined
  const key = loadInstanceKey(keyFile)
  const personalData = readSqlitePersonalData(subjectKeys, key)
  const { load } = makeAggregateRepository({ store: events, reached: async () => true, pause })
  const file = join(local, READ_MODEL)
  return {
    checkNames: makeNameCheck({
      events,
      load,
      declarations: nameDeclarations,
      open: personalData.open,
      secrets: makeSecrets(key),
    }),
    checkRows: async (onProgress) => {
      if (!existsSync(file)) return { kind: 'NotComparable' }
      const scratch = await mkdtemp(join(tmpdir(), 'forgefold-rows-'))
      try {
        return await checkRows({ file, store: events, personalData, scratch, pause, onProgress })
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    },
    close: () => personalData.close(),
  }
}
