import 'reflect-metadata'
import { mkdir } from 'node:fs/promises'
import { makeCiPlanner } from '@forgefold/adapters/ci-file'
import { pause, systemClock } from '@forgefold/adapters/clock'
import { makeCron } from '@forgefold/adapters/cron'
import {
  historyKeyOf,
  type InstanceKey,
  loadInstanceKey,
  loadSigningKey,
  makeIds,
  makeInstanceKey,
  makePasswordHasher,
  makePublicKeys,
  makeSecretBox,
  makeSecrets,
  makeSigningKey,
} from '@forgefold/adapters/crypto'
import { makeEmojiNames } from '@forgefold/adapters/emoji'
import { makeMarkdown } from '@forgefold/adapters/markdown'
import {
  makeMemoryCheckpoints,
  makeMemoryPersonalData,
  makeMemorySnapshots,
  makeMemoryTreeTiles,
} from '@forgefold/adapters/memory'
import { makeOutbound } from '@forgefold/adapters/outbound'
import { makePatterns } from '@forgefold/adapters/patterns'
import { discardForeignReadModel, makeReadModel, type RunningReadModel } from '@forgefold/adapters/read-model'
import {
  openSqliteCheckpoints,
  openSqliteDeliveryLog,
  openSqlitePersonalData,
  openSqliteSnapshots,
  openSqliteTreeTiles,
  removeSnapshots,
} from '@forgefold/adapters/sqlite'
import { makeAggregateRepository, makeNumbers, makeReservations } from '@forgefold/core/app'
import { makeSettingsView } from '@forgefold/core/domains/instance/settings'
import type { Blobs, Clock, EventStore, GitRepositories } from '@forgefold/core/ports'
import { type DependencyContainer, instanceCachingFactory as once, container as rootContainer } from 'tsyringe'
import { observedEventStore } from '../operations/observed-event-store.js'
import { type DataFolders, dataFoldersOf, READ_MODEL } from './data-folders.js'
import { openEventStore } from './event-store.js'
import { forgeOf } from './forge-of.js'
import { type Parts, TOKENS } from './injection-tokens.js'
import { mailOf } from './mail.js'
import { MarkdownImages } from './markdown-images.js'
import { nameDeclarations } from './name-declarations.js'
import type { CompositionOptions } from './options.js'
import { blobsAt, folderOr, repositoriesAt } from './stores-at.js'

const SNAPSHOTS = 'snapshots.sqlite'
const DELIVERIES = 'webhook-deliveries.sqlite'
const HISTORY_TREE = 'history-tree.sqlite'

const registerStores = (scope: DependencyContainer, folders: DataFolders | undefined, key: InstanceKey): void => {
  const use = <A>(token: symbol | string, make: () => A): void => {
    scope.register(token, { useFactory: once(make) })
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
  use(TOKENS.historyKey as symbol, () => historyKeyOf(key))
  use(TOKENS.personalData as symbol, () =>
    folders === undefined
      ? makeMemoryPersonalData()
      : openSqlitePersonalData(folders.shared('subject-keys.sqlite'), key, folders.sharing),
  )
}

interface OpenedPorts {
  readonly events: EventStore
  readonly key: InstanceKey
  readonly blobs: Blobs
  readonly packageFiles: Blobs
  readonly git: GitRepositories
}

/** Markdown, rendered by the settings. */
const registerMarkdown = (scope: DependencyContainer, options: Pick<CompositionOptions, 'instance'>): void => {
  scope.register(TOKENS.markdown, {
    useFactory: once((from) => {
      const images = from.resolve(TOKENS.images)
      return makeMarkdown(() => images.sources())
    }),
  })
  scope.register(TOKENS.images, {
    useFactory: once((from) => new MarkdownImages(from.resolve(TOKENS.settings), options.instance.externalUrl)),
  })
}

const registerPorts = (scope: DependencyContainer, options: CompositionOptions, opened: OpenedPorts): void => {
  const { events, key, blobs, packageFiles, git } = opened
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
  scope.register(TOKENS.publicKeys, { useFactory: once(() => makePublicKeys()) })
  scope.register(TOKENS.patterns, { useFactory: once(() => makePatterns()) })
  scope.register(TOKENS.emojiNames, { useFactory: once(() => makeEmojiNames()) })
}

const registerReadModel = (
  scope: DependencyContainer,
  options: CompositionOptions,
  folders: DataFolders | undefined,
): void => {
  scope.register(TOKENS.readModel, {
    useFactory: once((from) => {
      const sources = { store: from.resolve(TOKENS.events), personalData: from.resolve(TOKENS.personalData) }
      if (options.ports?.readModel !== undefined) return options.ports.readModel(sources)
      return makeReadModel({
        ...sources,
        file: folders === undefined ? ':memory:' : folders.local(READ_MODEL),
        ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
        ...(options.onProjectionFailure === undefined ? {} : { onFailure: options.onProjectionFailure }),
      })
    }),
  })
}

/** What core builds on its ports, which have to be registered. */
const registerCore = (
  scope: DependencyContainer,
  options: Pick<CompositionOptions, 'settingsCache' | 'wrongTokens'>,
): void => {
  scope.register(TOKENS.aggregates, {
    useFactory: once((from) =>
      makeAggregateRepository({
        store: from.resolve(TOKENS.events),
        reached: from.resolve(TOKENS.readModel).read.reached,
        snapshots: from.resolve(TOKENS.snapshots),
        pause,
        numbers: from.resolve(TOKENS.numbers),
        names: {
          secrets: from.resolve(TOKENS.secrets),
          ids: from.resolve(TOKENS.ids),
          personalData: from.resolve(TOKENS.personalData),
          declarations: nameDeclarations,
        },
      }),
    ),
  })
  scope.register(TOKENS.numbers, {
    useFactory: once((from) =>
      makeNumbers(from.resolve(TOKENS.events), from.resolve(TOKENS.clock), from.resolve(TOKENS.ids), pause),
    ),
  })
  scope.register(TOKENS.reservations, {
    useFactory: once((from) =>
      makeReservations(
        from.resolve(TOKENS.events),
        from.resolve(TOKENS.aggregates),
        from.resolve(TOKENS.secrets),
        from.resolve(TOKENS.ids),
      ),
    ),
  })
  scope.register(TOKENS.settings, {
    useFactory: once((from) =>
      makeSettingsView(
        {
          aggregates: from.resolve(TOKENS.aggregates),
          blobs: from.resolve(TOKENS.blobs),
          clock: from.resolve(TOKENS.clock),
          instance: from.resolve(TOKENS.instance),
          secretBox: from.resolve(TOKENS.secretBox),
          secrets: from.resolve(TOKENS.secrets),
        },
        options.settingsCache,
      ),
    ),
  })
  scope.register(TOKENS.forge, { useFactory: once((from) => forgeOf((token) => from.resolve(token), options)) })
}

/** Discards a read model and snapshots of another history: their positions and revisions would be wrong here. */
const discardForeignDerivedData = async (
  events: EventStore,
  folders: DataFolders,
  onDamage: CompositionOptions['onDamage'],
): Promise<void> => {
  const found = await discardForeignReadModel(events, folders.local(READ_MODEL), pause)
  if (found === 'damaged') onDamage?.('the read model was damaged; it is made anew from the events')
  if (found !== 'kept') removeSnapshots(folders.local(SNAPSHOTS))
}

/** Ports that the caller provides replace those of the composition. */
const registerProvidedPorts = (scope: DependencyContainer, { ports = {} }: CompositionOptions): void => {
  const { readModel: _, events: __, ...rest } = ports
  for (const [name, port] of Object.entries(rest)) {
    if (port !== undefined) scope.register(TOKENS[name as keyof typeof rest] as symbol, { useValue: port })
  }
}

/** Wires ports to adapters in a scope of its own; what has to be opened asynchronously is opened here. */
export const compose = async (options: CompositionOptions): Promise<DependencyContainer> => {
  const folders = dataFoldersOf(options)
  for (const folder of [options.data, options.local])
    if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
  const { onAppended, ports = {} } = options
  const key =
    options.key ?? (folders === undefined ? makeInstanceKey() : loadInstanceKey(folders.shared('instance.key')))
  const blobs = ports.blobs ?? (await blobsAt(folders?.shared('blobs')))
  const packageFiles = ports.packageFiles ?? (await blobsAt(folders?.shared('packages')))
  const repositories = ports.git === undefined ? await folderOr(folders?.shared('repositories')) : undefined
  const git = ports.git ?? (await repositoriesAt(repositories))
  const opened = ports.events ?? (await openEventStore(options))
  const events = onAppended === undefined ? opened : observedEventStore(opened, onAppended)
  if (folders !== undefined) await discardForeignDerivedData(events, folders, options.onDamage)
  const scope = rootContainer.createChildContainer()
  registerPorts(scope, options, { events, key, blobs, packageFiles, git })
  scope.register(TOKENS.signingKey, {
    useFactory: once(() =>
      folders === undefined ? makeSigningKey() : loadSigningKey(folders.shared('signing-key.pem')),
    ),
  })
  // A factory, because no folder is a value too.
  scope.register(TOKENS.repositories, { useFactory: () => repositories })
  registerStores(scope, folders, key)
  registerReadModel(scope, options, folders)
  registerCore(scope, options)
  registerProvidedPorts(scope, options)
  return scope
}

/** Ports that replace those of a scope. */
export interface PortOverrides {
  readonly events: EventStore
  readonly readModel: RunningReadModel
  readonly clock: Clock
  readonly git: GitRepositories
}

/** A child scope with these ports, and all that is built on them, in place of the parent's. */
export const composeWithOverrides = (parts: Parts, options: CompositionOptions, overrides: PortOverrides): Parts => {
  const child = (parts as DependencyContainer).createChildContainer()
  child.register(TOKENS.events, { useValue: overrides.events })
  child.register(TOKENS.readModel, { useValue: overrides.readModel })
  child.register(TOKENS.clock, { useValue: overrides.clock })
  child.register(TOKENS.git, { useValue: overrides.git })
  child.register(TOKENS.snapshots, { useValue: makeMemorySnapshots() })
  if (options.ports?.markdown === undefined) registerMarkdown(child, options)
  registerCore(child, options)
  return child
}
