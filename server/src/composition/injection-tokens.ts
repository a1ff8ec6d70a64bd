import type { KeyObject } from 'node:crypto'
import type { HistoryKey } from '@forgefold/adapters/crypto'
import type { RunningReadModel } from '@forgefold/adapters/read-model'
import type { Closable } from '@forgefold/adapters/sqlite'
import type { AggregateRepository, Forge, Instance, NumberSource, Reservations } from '@forgefold/core/app'
import type { CiPlanner } from '@forgefold/core/domains/delivery/pipeline'
import type { SettingsView } from '@forgefold/core/domains/instance/settings'
import type {
  Blobs,
  CheckpointLog,
  Checkpoints,
  Clock,
  Cron,
  DeliveryLog,
  EmojiNames,
  EventStore,
  GitRepositories,
  Ids,
  Mail,
  Markdown,
  OneTimeCodes,
  Outbound,
  PasswordHasher,
  Patterns,
  PersonalData,
  PublicKeys,
  SecretBox,
  Secrets,
  Snapshots,
  TreeTiles,
} from '@forgefold/core/ports'
import type { DependencyContainer, InjectionToken } from 'tsyringe'
import type { HistoricalForgePool } from '../as-of/index.js'
import type { MarkdownImages } from './markdown-images.js'

/** The token that a part of the composition is registered under. */
export type Token<A> = InjectionToken<A>

/** Resolves the parts of a composition by their tokens. */
export type Resolver = Pick<DependencyContainer, 'resolve'>

const token = <A>(name: string): InjectionToken<A> => Symbol(name)

/** The token of each part of the composition. */
export const TOKENS = {
  instance: token<Instance>('Instance'),
  events: token<EventStore>('EventStore'),
  checkpoints: token<Checkpoints>('Checkpoints'),
  deliveryLog: token<DeliveryLog & Closable>('DeliveryLog'),
  snapshots: token<Snapshots>('Snapshots'),
  blobs: token<Blobs>('Blobs'),
  packageFiles: token<Blobs>('PackageFiles'),
  clock: token<Clock>('Clock'),
  git: token<GitRepositories>('GitRepositories'),
  /** The folder of the repositories; undefined where they are provided. */
  repositories: token<string | undefined>('Repositories'),
  ids: token<Ids>('Ids'),
  secrets: token<Secrets>('Secrets'),
  passwords: token<PasswordHasher>('PasswordHasher'),
  secretBox: token<SecretBox>('SecretBox'),
  personalData: token<PersonalData>('PersonalData'),
  images: token<MarkdownImages>('MarkdownImages'),
  markdown: token<Markdown>('Markdown'),
  ciPlanner: token<CiPlanner>('CiPlanner'),
  outbound: token<Outbound>('Outbound'),
  mail: token<Mail>('Mail'),
  emojiNames: token<EmojiNames>('EmojiNames'),
  patterns: token<Patterns>('Patterns'),
  cron: token<Cron>('Cron'),
  oneTimeCodes: token<OneTimeCodes>('OneTimeCodes'),
  publicKeys: token<PublicKeys>('PublicKeys'),
  readModel: token<RunningReadModel>('ReadModel'),
  aggregates: token<AggregateRepository>('AggregateRepository'),
  numbers: token<NumberSource>('NumberSource'),
  reservations: token<Reservations>('Reservations'),
  settings: token<SettingsView>('SettingsView'),
  forge: token<Forge>('Forge'),
  /** Answers auditors; registered with an opened instance or history. */
  auditor: token<Forge['auditor']>('Auditor'),
  /** The instance as of points in its history. */
  historicalForges: token<Pick<HistoricalForgePool, 'acquire'>>('HistoricalForges'),
  treeTiles: token<TreeTiles>('TreeTiles'),
  checkpointLog: token<CheckpointLog>('CheckpointLog'),
  /** Signs checkpoints of the history. */
  historyKey: token<HistoryKey>('HistoryKey'),
  /** Signs ID tokens. */
  signingKey: token<() => Promise<KeyObject>>('SigningKey'),
} as const
