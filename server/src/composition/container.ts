import { quickActions } from '@forgefold/core/domains/conversation/quick-action'
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
import { discardForeignReadModel, makeReadModel } from '@forgefold/adapters/read-model'
import {
  openSqliteCheckpoints,
  openSqlitePersonalData,
  openSqliteSnapshots,
  openSqliteTreeTiles,
  removeSnapshots,
  type Sharing,
} from '@forgefold/adapters/sqlite'
import { type Forge, KeyedMutex, makeAggregateRepository, makeNumbers, makeReservations } from '@forgefold/core/app'
import { commitPipelinesOf } from '@forgefold/core/domains/delivery/pipeline'
import { tagReleasesOf } from '@forgefold/core/domains/delivery/release'
import { makeSettingsView } from '@forgefold/core/domains/instance/settings'
import { issueFinder } from '@forgefold/core/domains/planning/issue'
import {
  makeMergeRequestProcessState,
  mergedChangesOf,
  mergeRequestFinder,
} from '@forgefold/core/domains/review/merge-request'
import { millisecondsOf } from '@forgefold/core/kernel'
import type { Blobs, EventStore, GitRepositories } from '@forgefold/core/ports'
import { type DependencyContainer, instanceCachingFactory as once, container as rootContainer } from 'tsyringe'
import { makeDeploymentFragments } from '../api/v4/delivery/deployments/presenter.js'
import { MergeRequestFragments } from '../api/v4/review/merge-requests/presenter/fragments.js'
import { GuessLimiter } from '../limits/guess-limiter.js'
import { RecentlySeen } from '../limits/recently-seen.js'
import { observedEventStore } from '../operations/observed-event-store.js'
import { auditorOf } from './auditor-of.js'
import { openEventStore } from './event-store.js'
import { mailOf } from './mail.js'
import { nameDeclarations } from './name-declarations.js'
import type { CompositionOptions } from './options.js'
import { MarkdownPictures } from './pictures.js'
import { refRulesOf } from './ref-rules.js'
import { settingsReferencesOf } from './settings-references.js'
import { blobsAt, repositoriesAt } from './stores-at.js'
import { TOKENS } from './tokens.js'

const READ_MODEL = 'read-model.sqlite'
const SNAPSHOTS = 'snapshots.sqlite'
const HISTORY_TREE = 'history-tree.sqlite'

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
  scope.register(TOKENS.markdown, {
    useFactory: once((from) => {
      const pictures = from.resolve(TOKENS.pictures)
      return makeMarkdown(() => pictures.sources())
    }),
  })
  scope.register(TOKENS.pictures, {
    useFactory: once((from) => new MarkdownPictures(from.resolve(TOKENS.settings), options.instance.externalUrl)),
  })
  scope.register(TOKENS.ciPlanner, { useFactory: once(() => makeCiPlanner()) })
  scope.register(TOKENS.mail, { useFactory: once(() => mailOf(options)) })
  scope.register(TOKENS.outbound, { useFactory: once(() => makeOutbound()) })
  scope.register(TOKENS.patterns, { useFactory: once(() => makePatterns()) })
  scope.register(TOKENS.emojiNames, { useFactory: once(() => makeEmojiNames()) })
}

const registerCore = (scope: DependencyContainer, options: CompositionOptions, places: Places | undefined): void => {
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
  scope.register(TOKENS.forge, {
    useFactory: once(
      (from): Forge => ({
        events: from.resolve(TOKENS.events),
        aggregates: from.resolve(TOKENS.aggregates),
        numbers: from.resolve(TOKENS.numbers),
        reservations: from.resolve(TOKENS.reservations),
        mutex: new KeyedMutex(),
        mergeRequestState: makeMergeRequestProcessState(),
        recentDownloads: new RecentlySeen(),
        guessLimiter: new GuessLimiter(() => millisecondsOf(from.resolve(TOKENS.clock).now()), options.wrongTokens),
        deploymentFragments: makeDeploymentFragments(),
        mergeRequestFragments: new MergeRequestFragments(),
        read: from.resolve(TOKENS.readModel).read,
        blobs: from.resolve(TOKENS.blobs),
        packageFiles: from.resolve(TOKENS.packageFiles),
        clock: from.resolve(TOKENS.clock),
        ids: from.resolve(TOKENS.ids),
        secrets: from.resolve(TOKENS.secrets),
        passwords: from.resolve(TOKENS.passwords),
        secretBox: from.resolve(TOKENS.secretBox),
        personalData: from.resolve(TOKENS.personalData),
        markdown: from.resolve(TOKENS.markdown),
        ciPlanner: from.resolve(TOKENS.ciPlanner),
        outbound: from.resolve(TOKENS.outbound),
        mail: from.resolve(TOKENS.mail),
        emojiNames: from.resolve(TOKENS.emojiNames),
        patterns: from.resolve(TOKENS.patterns),
        git: from.resolve(TOKENS.git),
        refRules: refRulesOf(() => from.resolve(TOKENS.forge)),
        issuables: { Issue: issueFinder, MergeRequest: mergeRequestFinder },
        tagReleases: tagReleasesOf(() => from.resolve(TOKENS.forge)),
        openIssues: { count: (...asked) => from.resolve(TOKENS.forge).read.issues.openCount(...asked) },
        commitPipelines: commitPipelinesOf(() => from.resolve(TOKENS.forge)),
        quickActions,
        discussionState: { allResolved: ({ read }, mergeRequestId) => read.discussions.allResolved(mergeRequestId) },
        mergedChanges: mergedChangesOf(() => from.resolve(TOKENS.forge)),
        settings: from.resolve(TOKENS.settings),
        settingsReferences: settingsReferencesOf(() => from.resolve(TOKENS.forge)),
        instance: from.resolve(TOKENS.instance),
        auditor: auditorOf(() => from.resolve(TOKENS.forge)),
      }),
    ),
  })
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
  const git = ports.git ?? (await repositoriesAt(places?.beside('repositories')))
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
  registerStores(scope, places, key)
  registerCore(scope, options, places)
  registerGiven(scope, options)
  return scope
}
