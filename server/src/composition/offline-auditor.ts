import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileBlobs } from '@forgefold/adapters/blobs'
import { pause } from '@forgefold/adapters/clock'
import { loadInstanceKey } from '@forgefold/adapters/crypto'
import { openGitRepositories } from '@forgefold/adapters/git'
import { ReadModelCopies } from '@forgefold/adapters/read-model'
import { readSqlitePersonalData } from '@forgefold/adapters/sqlite'
import type { SignedIn } from '@forgefold/core/access'
import type { Instance } from '@forgefold/core/app'
import { eachEvent } from '@forgefold/core/audit'
import { type Position, unavailable } from '@forgefold/core/kernel'
import { type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { HistoricalForgePool } from '../as-of/index.js'
import { makeAuditor } from '../audit/auditor.js'
import type { Auditor } from '../audit/auditor-questions.js'
import { makeDocuments } from '../audit/documents.js'
import { acquireHistoricalForge } from './auditor-for-requests.js'
import type { CompositionOptions } from './composition-options.js'
import { compose } from './container.js'
import { historicalForgeFolders } from './data-folders.js'
import { knownNames } from './event-catalogues.js'
import { forgeOnHistory } from './forge-on-history.js'
import { openHistoricalForge } from './historical-forge.js'
import { TOKENS } from './injection-tokens.js'

/** The first administrator, in whose name documents are read on the command line. */
const OPERATOR: SignedIn = {
  kind: 'user',
  userId: 1,
  admin: true,
  external: false,
  credential: { kind: 'personal_access_token', id: '0', scopes: ['api'] },
}

/** Two points are compared, and two more may be read meanwhile. */
const POOL = { capacity: 4, opening: 1, waiting: 16, idle: 60_000 } as const

/** A history, and the instance's other data. */
export interface OfflineAuditorOptions {
  readonly instance: Instance
  readonly events: EventStore
  /** The data folder of the instance; missing data is done without. */
  readonly data: string | undefined
}

/** An auditor of a history, also beside a running server: neither is written to. */
export interface OfflineAuditor {
  readonly auditor: Auditor
  readonly close: () => Promise<void>
}

/** The instance's other data: keys, texts and repositories; undefined where its key is missing. */
const openStores = async (data: string | undefined) => {
  const file = data === undefined ? '' : join(data, 'instance.key')
  if (data === undefined || !existsSync(file)) return undefined
  const key = loadInstanceKey(file)
  const personalData = readSqlitePersonalData(join(data, 'subject-keys.sqlite'), key)
  const repositories = join(data, 'repositories')
  const git = await openGitRepositories({ root: repositories })
  const blobs = await openFileBlobs(join(data, 'blobs'))
  const packageFiles = await openFileBlobs(join(data, 'packages'))
  return { key, repositories, ports: { personalData, git, blobs, packageFiles } }
}

/** How many persons a history erased. Throws where the store does not answer. */
const erasuresIn = async (events: EventStore): Promise<number> => {
  let count = 0
  const walked = await eachEvent({ events, pause }, { filter: { types: ['UserErased'] } }, () => {
    count++
    return undefined
  })
  if (E.isLeft(walked)) throw new Error('the event store does not answer')
  return count
}

const headOf = async (events: EventStore): Promise<Position | undefined> => {
  const last = await lastEvent(events)
  return E.isRight(last) ? last.right?.position : undefined
}

/** Opens an auditor on a history and the instance's other data. */
export const openOfflineAuditor = async ({
  instance,
  events,
  data,
}: OfflineAuditorOptions): Promise<OfflineAuditor> => {
  const stores = await openStores(data)
  const options: CompositionOptions = {
    instance,
    ports: { events, ...stores?.ports },
    ...(stores === undefined ? {} : { key: stores.key }),
  }
  const scope = await compose(options)
  const forge = scope.resolve(TOKENS.forge)
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-audit-'))
  const copies = new ReadModelCopies(
    historicalForgeFolders({ ...options, data })?.copies ?? folder,
    Number.POSITIVE_INFINITY,
  )
  const erasures = await erasuresIn(events)
  const sources = {
    scope,
    options,
    repositories: stores?.repositories,
    folder,
    // They belong to the server: unsuitable ones are ignored, and stay.
    copies: { restore: copies.restore.bind(copies), discard: async () => undefined },
    erasures: () => erasures,
  }
  const forges = new HistoricalForgePool({ open: (point) => openHistoricalForge(sources, point), ...POOL })
  scope.register(TOKENS.historicalForges, { useValue: forges })
  const acquire = acquireHistoricalForge(scope, OPERATOR)
  const current = async () => {
    const position = await headOf(events)
    return position === undefined
      ? E.left(unavailable('there is no history yet'))
      : acquire({ position, at: forge.clock.now() })
  }
  const auditor = makeAuditor({
    known: knownNames,
    history: { events, pause },
    personalData: stores?.ports.personalData,
    documents: makeDocuments({
      base: forge,
      principal: OPERATOR,
      over: forgeOnHistory(scope, options),
      acquire,
      current,
    }),
  })
  const close = async (): Promise<void> => {
    await forges.close()
    await scope.resolve(TOKENS.readModel).close()
    stores?.ports.personalData.close()
    await forge.git.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { auditor, close }
}
