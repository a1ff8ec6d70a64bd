import { makeCiPlanner } from '@forgefold/adapters/ci-file'
import { systemClock } from '@forgefold/adapters/clock'
import { makeCron } from '@forgefold/adapters/cron'
import {
  historyKeyOf,
  type InstanceKey,
  makeIds,
  makeOneTimeCodes,
  makePasswordHasher,
  makePublicKeys,
  makeSecretBox,
  makeSecrets,
} from '@forgefold/adapters/crypto'
import { makeEmojiNames } from '@forgefold/adapters/emoji'
import { makeMarkdown } from '@forgefold/adapters/markdown'
import {
  makeMemoryCheckpointLog,
  makeMemoryCheckpoints,
  makeMemoryPersonalData,
  makeMemorySnapshots,
  makeMemoryTreeTiles,
} from '@forgefold/adapters/memory'
import { makeOutbound } from '@forgefold/adapters/outbound'
import { makePatterns } from '@forgefold/adapters/patterns'
import { emptyRows, makeReadModel } from '@forgefold/adapters/read-model'
import {
  openSqliteCheckpointLog,
  openSqliteCheckpoints,
  openSqliteDeliveryLog,
  openSqlitePersonalData,
  openSqliteSnapshots,
  openSqliteTreeTiles,
} from '@forgefold/adapters/sqlite'
import type { Blobs, EventStore, GitRepositories } from '@forgefold/core/ports'
import { type DependencyContainer, instanceCachingFactory as once } from 'tsyringe'
import type { CompositionOptions } from './composition-options.js'
import { CHECKPOINT_LOG, type DataFolders, READ_MODEL } from './data-folders.js'
import { TOKENS } from './injection-tokens.js'
import { mailOf } from './mail.js'
import { MarkdownImages } from './markdown-images.js'
import type { OpenedPorts } from './opened-ports.js'

export const SNAPSHOTS = 'snapshots.sqlite'

const DELIVERIES = 'webhook-deliveries.sqlite'

const HISTORY_TREE = 'history-tree.sqlite'

export const registerStores = (
  scope: DependencyContainer,
  folders: DataFolders | undefined,
  key: InstanceKey,
  opened: OpenedPorts,
): void => {
  const use = <A>(token: symbol | string, make: () => A): void => {
    scope.register(token, { useFactory: once(() => opened.add(make())) })
  }
  use(TOKENS.checkpoints as symbol, () =>
    folders === undefined
      ? makeMemoryCheckpoints()
      : openSqliteCheckpoints(folders.shared('checkpoints.sqlite'), folders.sharing),
  )
  use(TOKENS.deliveryLog as symbol, () => openSqliteDeliveryLog(folders?.shared(DELIVERIES), folders?.sharing))
  use(TOKENS.snapshots as symbol, () =>
    folders === undefined ? makeMemorySnapshots() : openSqliteSnapshots(folders.local(SNAPSHOTS)),
  )
  use(TOKENS.treeTiles as symbol, () =>
    folders === undefined ? makeMemoryTreeTiles() : openSqliteTreeTiles(folders.local(HISTORY_TREE)),
  )
  use(TOKENS.checkpointLog as symbol, () =>
    folders === undefined ? makeMemoryCheckpointLog() : openSqliteCheckpointLog(folders.local(CHECKPOINT_LOG)),
  )
  use(TOKENS.historyKey as symbol, () => historyKeyOf(key))
  use(TOKENS.personalData as symbol, () =>
    folders === undefined
      ? makeMemoryPersonalData()
      : openSqlitePersonalData(folders.shared('subject-keys.sqlite'), key, folders.sharing),
  )
}

interface FirstPorts {
  readonly events: EventStore
  readonly key: InstanceKey
  readonly blobs: Blobs
  readonly packageFiles: Blobs
  readonly git: GitRepositories
}

/** Markdown, rendered according to the settings. */
export const registerMarkdown = (scope: DependencyContainer, options: Pick<CompositionOptions, 'instance'>): void => {
  scope.register(TOKENS.markdown, {
    useFactory: once((from) => {
      const images = from.resolve(TOKENS.images)
      return makeMarkdown(() => images.sources())
    }),
  })
  scope.register(TOKENS.images, {
    useFactory: once((from) => new MarkdownImages(from.resolve(TOKENS.settings), options.instance)),
  })
}

export const registerPorts = (scope: DependencyContainer, options: CompositionOptions, first: FirstPorts): void => {
  const { events, key, blobs, packageFiles, git } = first
  scope.register(TOKENS.events, { useValue: events })
  scope.register(TOKENS.instance, { useValue: options.instance })
  scope.register(TOKENS.blobs, { useValue: blobs })
  scope.register(TOKENS.packageFiles, { useValue: packageFiles })
  scope.register(TOKENS.git, { useValue: git })
  scope.register(TOKENS.clock, { useValue: options.clock ?? systemClock })
  scope.register(TOKENS.ids, { useFactory: once(() => makeIds()) })
  scope.register(TOKENS.secrets, { useFactory: once(() => makeSecrets(key)) })
  scope.register(TOKENS.passwords, { useFactory: once(() => makePasswordHasher()) })
  scope.register(TOKENS.secretBox, { useFactory: once(() => makeSecretBox(key)) })
  registerMarkdown(scope, options)
  scope.register(TOKENS.ciPlanner, { useFactory: once(() => makeCiPlanner()) })
  scope.register(TOKENS.mail, { useFactory: once(() => mailOf(options)) })
  scope.register(TOKENS.outbound, { useFactory: once(() => makeOutbound()) })
  scope.register(TOKENS.cron, { useFactory: once(() => makeCron()) })
  scope.register(TOKENS.oneTimeCodes, { useFactory: once(() => makeOneTimeCodes()) })
  scope.register(TOKENS.publicKeys, { useFactory: once(() => makePublicKeys()) })
  scope.register(TOKENS.patterns, { useFactory: once(() => makePatterns()) })
  scope.register(TOKENS.emojiNames, { useFactory: once(() => makeEmojiNames()) })
}

export const registerReadModel = (
  scope: DependencyContainer,
  options: CompositionOptions,
  folders: DataFolders | undefined,
  opened: OpenedPorts,
): void => {
  scope.register(TOKENS.readModel, {
    useFactory: once((from) => {
      const sources = { store: from.resolve(TOKENS.events), personalData: from.resolve(TOKENS.personalData) }
      if (options.ports?.readModel !== undefined) return opened.add(options.ports.readModel(sources))
      const place =
        folders === undefined ? { file: ':memory:', rows: emptyRows() } : { file: folders.local(READ_MODEL) }
      return opened.add(
        makeReadModel({
          ...sources,
          ...place,
          ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
          ...(options.onProjectionFailure === undefined ? {} : { onFailure: options.onProjectionFailure }),
          ...(options.onReadModelDefect === undefined ? {} : { onDefect: options.onReadModelDefect }),
        }),
      )
    }),
  })
}

/** Ports that the caller provides replace those of the composition. */
export const registerProvidedPorts = (scope: DependencyContainer, { ports = {} }: CompositionOptions): void => {
  const { readModel: _, events: __, ...rest } = ports
  for (const [name, port] of Object.entries(rest)) {
    if (port !== undefined) scope.register(TOKENS[name as keyof typeof rest] as symbol, { useValue: port })
  }
}
