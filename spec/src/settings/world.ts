import { type MovableClock, makeMovableClock, pause } from '@forgefold/adapters/clock'
import { makeIds, makeInstanceKey, makeSecretBox, makeSecrets } from '@forgefold/adapters/crypto'
import { makeMemoryBlobs, makeMemoryEventStore } from '@forgefold/adapters/memory'
import { makePatterns } from '@forgefold/adapters/patterns'
import type { Principal } from '@forgefold/core/access'
import { type Caller, type CommandContext, makeAggregateRepository } from '@forgefold/core/app'
import {
  type Edition,
  makeSettingsView,
  readSettings,
  requestedChange,
  type SettingsPorts,
  type SettingsRecord,
  updateSettings,
} from '@forgefold/core/domains/instance/settings'
import { type Instant, type Rejection, userActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'

/** The settings alone: a history in memory and nothing else of an instance. */
export interface SettingsLaboratory {
  readonly world: SettingsPorts
  readonly events: EventStore
  readonly clock: MovableClock
  readonly change: (raw: Readonly<Record<string, unknown>>) => Promise<E.Either<Rejection, SettingsRecord>>
  readonly read: () => Promise<E.Either<Rejection, SettingsRecord>>
}

export const administrator: Principal = {
  kind: 'user',
  userId: 1,
  admin: true,
  external: false,
  credential: { kind: 'personal_access_token', id: '1', scopes: ['api'] },
}

const KEY = makeInstanceKey()

/** Changes settings as the API does: raw parameters are read, then carried out. */
export const changeSettings = async (
  world: SettingsPorts,
  caller: Caller,
  raw: Readonly<Record<string, unknown>>,
): Promise<E.Either<Rejection, SettingsRecord>> => {
  const change = requestedChange(world, raw)
  return E.isLeft(change) ? change : updateSettings(world, caller, change.right)
}

/** Opens the settings of a new instance; with `events`, a second process on the same history. */
export const openSettings = (
  edition: Edition,
  more: { readonly events?: EventStore; readonly clock?: MovableClock; readonly cacheSeconds?: number } = {},
): SettingsLaboratory => {
  const events = more.events ?? makeMemoryEventStore()
  const clock = more.clock ?? makeMovableClock('2022-08-22T12:00:00.000Z' as Instant)
  const ids = makeIds()
  const parts = {
    aggregates: makeAggregateRepository({ store: events, reached: async () => true, pause }),
    blobs: makeMemoryBlobs(),
    clock,
    patterns: makePatterns(),
    instance: { externalUrl: 'http://forge.test:8080', ...edition },
    secretBox: makeSecretBox(KEY),
    secrets: makeSecrets(KEY),
  }
  const settingsReferences = {
    groupId: (path: string) => (path === 'some/group' ? 42 : undefined),
    userExists: (name: string) => name === 'root',
    changed: async () => undefined,
  }
  const world: SettingsPorts = { ...parts, settingsReferences, settings: makeSettingsView(parts, more.cacheSeconds) }

  const context = (): CommandContext => ({
    id: ids.commandId(),
    at: clock.now(),
    actor: userActor(1),
    correlationId: 'laboratory',
  })
  const caller = () => ({ principal: administrator, context: context() })
  return {
    world,
    events,
    clock,
    change: (raw) => changeSettings(world, caller(), raw),
    read: () => readSettings(world, caller()),
  }
}
