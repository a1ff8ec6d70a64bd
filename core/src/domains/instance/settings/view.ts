import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Loaded } from '../../../app/index.js'
import { type Instant, type Rejection, type Revision, secondsAfter } from '../../../kernel/index.js'
import { SETTINGS_ID, type SettingsState, settings } from './aggregate.js'
import { INITIAL_SETTINGS, inEdition, type Settings } from './catalogue/index.js'
import { unsealSettings } from './sealing.js'

/** The settings with the times of their record. */
export interface SettingsRecord {
  readonly createdAt: Instant | undefined
  readonly updatedAt: Instant | undefined
  readonly values: Settings
  /** When each setting that was ever changed took the value it has. */
  readonly changedAt: SettingsState['changedAt']
}

/** The settings as everything else in this process sees them: a copy that is refreshed when it is older than the interval. */
export interface SettingsView {
  /** The copy at hand, at once, as the settings work on this tier and release. A change made through this process is in it; one made elsewhere after the interval at the latest. */
  readonly current: () => Settings
  /** The copy at once where it is young enough, else a promise of it refreshed; asked in front of every request. The old copy stays where the store is away. */
  readonly fresh: () => Settings | Promise<Settings>
  /** Reads the record from the store, past the interval, and keeps the copy. Rejections: `Unavailable`. */
  readonly reload: () => Promise<E.Either<Rejection, SettingsRecord>>
  /** Takes a state just read or written; one that is older than the copy changes nothing. */
  readonly adopt: (loaded: Loaded<SettingsState>) => Promise<SettingsRecord>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly settings: SettingsView
  }
}

/** What the settings cache lasts where nothing else is said (docs/reference/behaviour/instance.md#settings-cache). */
const DEFAULT_SETTINGS_CACHE_SECONDS = 60

/** While the store is away it is asked again after this long. */
const RETRY_SECONDS = 5

type Needs = Pick<Forge, 'aggregates' | 'instance' | 'blobs' | 'clock' | 'secretBox' | 'secrets'>

/** A view over the one stream of settings; `cacheSeconds` of 0 reads the store each time it is asked. */
export const makeSettingsView = (forge: Needs, cacheSeconds = DEFAULT_SETTINGS_CACHE_SECONDS): SettingsView => {
  const { tier, release } = forge.instance
  let record: Settings = INITIAL_SETTINGS
  let copy: Settings = inEdition(record, { tier, release })
  let known = -1
  /** From when on the copy is too old; instants sort as text. */
  let staleAt: Instant | undefined
  let under: Promise<unknown> | undefined

  const adopt = async ({ state, revision = -1 as Revision }: Loaded<SettingsState>): Promise<SettingsRecord> => {
    const values = revision === known ? record : await unsealSettings(forge, state)
    if (revision >= known) {
      if (revision > known) copy = inEdition(values, { tier, release })
      record = values
      known = revision
      staleAt = secondsAfter(forge.clock.now(), cacheSeconds)
    }
    const { createdAt, updatedAt, changedAt } = state
    return { createdAt, updatedAt, values, changedAt }
  }

  const reload = async (): Promise<E.Either<Rejection, SettingsRecord>> => {
    const loaded = await forge.aggregates.load(settings, SETTINGS_ID)
    if (E.isRight(loaded)) return E.right(await adopt(loaded.right))
    staleAt = secondsAfter(forge.clock.now(), Math.min(cacheSeconds, RETRY_SECONDS))
    return loaded
  }

  const isStale = (): boolean => staleAt === undefined || forge.clock.now() >= staleAt

  const refreshed = async (): Promise<Settings> => {
    under ??= reload().finally(() => {
      under = undefined
    })
    await under
    return copy
  }

  return {
    current: () => copy,
    fresh: () => (isStale() ? refreshed() : copy),
    reload,
    adopt,
  }
}
