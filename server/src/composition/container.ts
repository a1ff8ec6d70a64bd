import 'reflect-metadata'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeCiPlanner } from '@forgefold/adapters/ci-file'
import { pause, systemClock } from '@forgefold/adapters/clock'
import {
  historyKeyOf,
  type InstanceKey,
  loadInstanceKey,
  loadSigningKey,
  makeIds,
  makeInstanceKey,
  makePasswordHasher,
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
  type Sharing,
} from '@forgefold/adapters/sqlite'
import { makeAggregateRepository, makeNumbers, makeReservations } from '@forgefold/core/app'
import { makeSettingsView } from '@forgefold/core/domains/instance/settings'
import type { Blobs, Clock, EventStore, GitRepositories } from '@forgefold/core/ports'
import { type DependencyContainer, instanceCachingFactory as once, container as rootContainer } from 'tsyringe'
import { observedEventStore } from '../operations/observed-event-store.js'
import { openEventStore } from './event-store.js'
import { forgeOf } from './forge-of.js'
import { type Parts, TOKENS } from './injection-tokens.js'
import { mailOf } from './mail.js'
import { nameDeclarations } from './name-declarations.js'
import type { CompositionOptions } from './options.js'
import { MarkdownPictures } from './pictures.js'
import { blobsAt, folderOr, repositoriesAt } from './stores-at.js'

const READ_MODEL = 'read-model.sqlite'
const COPIES = 'read-model-copies'
const MOMENTS = 'moments'
const SNAPSHOTS = 'snapshots.sqlite'
const DELIVERIES = 'webhook-deliveries.sqlite'
const HISTORY_TREE = 'history-tree.sqlite'

/** Where moments of the past are made, and the copies that they begin with; undefined: in memory. */
export const pastPlaces = (
  options: CompositionOptions,
): { readonly moments: string; readonly copies: string } | undefined => {
  const places = placesOf(options)
  return places && { moments: places.own(MOMENTS), copies: places.own(COPIES) }
}

/** Everything the instance keeps on disk; undefined where it lives in memory only. */
interface Places {
  readonly beside: (name: string) => string
  /** What is this server's own. */
  readonly own: (name: string) => string
  readonly sharing: Sharing
}

const placesOf = ({ data, local }: CompositionOptions): Places | undefined => {
  if (data === undefined) return undefined
  return {
    beside: (name) => join(data, name),
    own: (name) => join(local ?? data, name),
    sharing: local === undefined ? 'oneMachine' : 'severalMachines',
  }
}

const registerStores = (scope: DependencyContainer, places: Places | undefined, key: InstanceKey): void => {
  const use = <A>(token: symbol | string, make: () => A): void => {
    scope.register(token, { useFactory: once(make) })
  }
  use(TOKENS.checkpoints as symbol, () =>
    places === undefined
      ? makeMemoryCheckpoints()
      : openSqliteCheckpoints(places.beside('checkpoints.sqlite'), places.sharing),
  )
  use(TOKENS.deliveryLog as symbol, () => openSqliteDeliveryLog(places?.beside(DELIVERIES), places?.sharing))
  use(TOKENS.snapshots as symbol, () =>
    places === undefined ? makeMemorySnapshots() : openSqliteSnapshots(places.own(SNAPSHOTS)),
  )
  use(TOKENS.treeTiles as symbol, () =>
    places === undefined ? makeMemoryTreeTiles() : openSqliteTreeTiles(places.own(HISTORY_TREE)),
  )
  use(TOKENS.historyKey as symbol, () => historyKeyOf(key))
  use(TOKENS.personalData as symbol, () =>
    places === undefined
      ? makeMemoryPersonalData()
      : openSqlitePersonalData(places.beside('subject-keys.sqlite'), key, places.sharing),
  )
}

interface OpenedFirst {
  readonly events: EventStore
  readonly key: InstanceKey
  readonly blobs: Blobs
  readonly packageFiles: Blobs
  readonly git: GitRepositories
}

/** Texts are rendered as the settings want it. */
const registerTexts = (scope: DependencyContainer, options: Pick<CompositionOptions, 'instance'>): void => {
  scope.register(TOKENS.markdown, {
    useFactory: once((from) => {
      const pictures = from.resolve(TOKENS.pictures)
      return makeMarkdown(() => pictures.sources())
    }),
  })
  scope.register(TOKENS.pictures, {
    useFactory: once((from) => new MarkdownPictures(from.resolve(TOKENS.settings), options.instance.externalUrl)),
  })
}

const registerWorld = (scope: DependencyContainer, options: CompositionOptions, opened: OpenedFirst): void => {
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
  registerTexts(scope, options)
  scope.register(TOKENS.ciPlanner, { useFactory: once(() => makeCiPlanner()) })
  scope.register(TOKENS.mail, { useFactory: once(() => mailOf(options)) })
  scope.register(TOKENS.outbound, { useFactory: once(() => makeOutbound()) })
  scope.register(TOKENS.patterns, { useFactory: once(() => makePatterns()) })
  scope.register(TOKENS.emojiNames, { useFactory: once(() => makeEmojiNames()) })
}

const registerReadModel = (
  scope: DependencyContainer,
  options: CompositionOptions,
  places: Places | undefined,
): void => {
  scope.register(TOKENS.readModel, {
    useFactory: once((from) => {
      const sources = { store: from.resolve(TOKENS.events), personalData: from.resolve(TOKENS.personalData) }
      if (options.ports?.readModel !== undefined) return options.ports.readModel(sources)
      return makeReadModel({
        ...sources,
        file: places === undefined ? ':memory:' : places.own(READ_MODEL),
        ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
        ...(options.onProjectionFailure === undefined ? {} : { onFailure: options.onProjectionFailure }),
      })
    }),
  })
}

/** What core builds on its ports; they have to be registered. */
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

/** What was derived from another history than this one is thrown away: its positions and revisions would mislead. */
const keepDerivedOf = async (
  events: EventStore,
  places: Places,
  onDamage: CompositionOptions['onDamage'],
): Promise<void> => {
  const found = await discardForeignReadModel(events, places.own(READ_MODEL), pause)
  if (found === 'damaged') onDamage?.('the read model was damaged; it is made anew from the events')
  if (found !== 'kept') removeSnapshots(places.own(SNAPSHOTS))
}

/** Ports that the caller has made count before those of the composition. */
const registerGiven = (scope: DependencyContainer, { ports = {} }: CompositionOptions): void => {
  const { readModel: _, events: __, ...rest } = ports
  for (const [name, port] of Object.entries(rest)) {
    if (port !== undefined) scope.register(TOKENS[name as keyof typeof rest] as symbol, { useValue: port })
  }
}

/** Wires ports to adapters in a scope of its own; what has to be opened asynchronously is opened here. */
export const compose = async (options: CompositionOptions): Promise<DependencyContainer> => {
  const places = placesOf(options)
  for (const folder of [options.data, options.local])
    if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
  const { onAppended, ports = {} } = options
  const key = options.key ?? (places === undefined ? makeInstanceKey() : loadInstanceKey(places.beside('instance.key')))
  const blobs = ports.blobs ?? (await blobsAt(places?.beside('blobs')))
  const packageFiles = ports.packageFiles ?? (await blobsAt(places?.beside('packages')))
  const repositories = ports.git === undefined ? await folderOr(places?.beside('repositories')) : undefined
  const git = ports.git ?? (await repositoriesAt(repositories))
  const opened = ports.events ?? (await openEventStore(options))
  const events = onAppended === undefined ? opened : observedEventStore(opened, onAppended)
  if (places !== undefined) await keepDerivedOf(events, places, options.onDamage)
  const scope = rootContainer.createChildContainer()
  registerWorld(scope, options, { events, key, blobs, packageFiles, git })
  scope.register(TOKENS.signingKey, {
    useFactory: once(() =>
      places === undefined ? makeSigningKey() : loadSigningKey(places.beside('signing-key.pem')),
    ),
  })
  // A factory, because no folder is a value too.
  scope.register(TOKENS.repositories, { useFactory: () => repositories })
  registerStores(scope, places, key)
  registerReadModel(scope, options, places)
  registerCore(scope, options)
  registerGiven(scope, options)
  return scope
}

/** Ports that a forge has of its own beside those of another. */
export interface OwnPorts {
  readonly events: EventStore
  readonly readModel: RunningReadModel
  readonly clock: Clock
  readonly git: GitRepositories
}

/** A forge that shares everything with the one of the scope but these ports, and what is built on them. */
export const composeBeside = (parts: Parts, options: CompositionOptions, own: OwnPorts): Parts => {
  const beside = (parts as DependencyContainer).createChildContainer()
  beside.register(TOKENS.events, { useValue: own.events })
  beside.register(TOKENS.readModel, { useValue: own.readModel })
  beside.register(TOKENS.clock, { useValue: own.clock })
  beside.register(TOKENS.git, { useValue: own.git })
  beside.register(TOKENS.snapshots, { useValue: makeMemorySnapshots() })
  if (options.ports?.markdown === undefined) registerTexts(beside, options)
  registerCore(beside, options)
  return beside
}
