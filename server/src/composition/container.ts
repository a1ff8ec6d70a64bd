import 'reflect-metadata/lite'
import { rm } from 'node:fs/promises'
import { pause } from '@forgefold/adapters/clock'
import { loadInstanceKey, loadSigningKey, makeInstanceKey, makeSigningKey } from '@forgefold/adapters/crypto'
import { makeMemorySnapshots } from '@forgefold/adapters/memory'
import { discardForeignReadModel, type RunningReadModel } from '@forgefold/adapters/read-model'
import { removeSnapshots } from '@forgefold/adapters/sqlite'
import { makeAggregateRepository, makeNumbers, makeReservations } from '@forgefold/core/app'
import { makeSettingsView } from '@forgefold/core/domains/instance/settings'
import type { Clock, EventStore, GitRepositories } from '@forgefold/core/ports'
import { type DependencyContainer, instanceCachingFactory as once, container as rootContainer } from 'tsyringe'
import { observedEventStore } from '../operations/observed-event-store.js'
import type { CompositionOptions } from './composition-options.js'
import { type DataFolders, dataFoldersOf, READ_MODEL, SIGNING_KEY } from './data-folders.js'
import { openEventStore } from './event-store.js'
import { type Resolver, TOKENS } from './injection-tokens.js'
import { nameDeclarations } from './name-declarations.js'
import { folderOrTemporary, openBlobsIn, openRepositoriesIn } from './open-stores.js'
import { OpenedPorts } from './opened-ports.js'
import {
  registerMarkdown,
  registerPorts,
  registerProvidedPorts,
  registerReadModel,
  registerStores,
  SNAPSHOTS,
} from './register-ports.js'
import { resolveForge } from './resolve-forge.js'
import { storeOfStart } from './store-of-a-start.js'

/** The parts of core that are built on registered ports. */
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
  scope.register(TOKENS.forge, { useFactory: once((from) => resolveForge((token) => from.resolve(token), options)) })
}

/** Discards a read model and snapshots of another history, whose positions and revisions would be wrong. */
const discardForeignDerivedData = async (
  events: EventStore,
  folders: DataFolders,
  onDamage: CompositionOptions['onDamage'],
): Promise<void> => {
  const found = await discardForeignReadModel(events, folders.local(READ_MODEL), pause)
  if (found === 'damaged') onDamage?.('the read model was damaged; it is made anew from the events')
  if (found !== 'kept') removeSnapshots(folders.local(SNAPSHOTS))
}

const openStore = async (options: CompositionOptions, opened: OpenedPorts): Promise<EventStore> => {
  const store = opened.add(await openEventStore(options))
  return options.givenUp === undefined ? store : storeOfStart(store, options.givenUp)
}

/** Wires ports to adapters in a new scope, and opens what is opened asynchronously. Whatever is opened for it, now or later, is noted. */
export const compose = async (
  options: CompositionOptions,
  opened = new OpenedPorts(),
): Promise<DependencyContainer> => {
  const folders = dataFoldersOf(options)
  const { onAppended, ports = {} } = options
  const key =
    options.key ?? (folders === undefined ? makeInstanceKey() : loadInstanceKey(folders.shared('instance.key')))
  const blobs = ports.blobs ?? (await openBlobsIn(folders?.shared('blobs')))
  const packageFiles = ports.packageFiles ?? (await openBlobsIn(folders?.shared('packages')))
  const repositories = ports.git === undefined ? await folderOrTemporary(folders?.shared('repositories')) : undefined
  if (repositories !== undefined && folders === undefined)
    // A git program that was just ended may still be writing into it.
    opened.atEnd(() => rm(repositories, { recursive: true, force: true, maxRetries: 10 }))
  const git = ports.git ?? opened.add(await openRepositoriesIn(repositories))
  const store = ports.events ?? (await openStore(options, opened))
  const events = onAppended === undefined ? store : observedEventStore(store, onAppended)
  if (folders !== undefined) await discardForeignDerivedData(events, folders, options.onDamage)
  const scope = rootContainer.createChildContainer()
  registerPorts(scope, options, { events, key, blobs, packageFiles, git })
  const signingKey = folders?.shared(SIGNING_KEY)
  scope.register(TOKENS.signingKey, {
    useValue: signingKey === undefined ? makeSigningKey : () => loadSigningKey(signingKey),
  })
  // A factory, because the value may be undefined.
  scope.register(TOKENS.repositories, { useFactory: () => repositories })
  registerStores(scope, folders, key, opened)
  registerReadModel(scope, options, folders, opened)
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

/** A child scope with these ports and everything built on them, in place of the parent's. */
export const composeWithOverrides = (
  parts: Resolver,
  options: CompositionOptions,
  overrides: PortOverrides,
): Resolver => {
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
