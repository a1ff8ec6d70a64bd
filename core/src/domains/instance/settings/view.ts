import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Loaded } from '../../../app/index.js'
import { type Instant, type Rejection, type Revision, secondsAfter } from '../../../kernel/index.js'
import { SETTINGS_ID, type SettingsState, settings } from './aggregate.js'
import type { Settings } from './catalogue/index.js'
import { inEdition } from './edition.js'
import { INITIAL_SETTINGS } from './initial/index.js'
import { type UnsealedSettings, unsealSettings } from './sealing.js'

/** The settings with their times. */
export interface SettingsRecord {
  readonly createdAt: Instant | undefined
  readonly updatedAt: Instant | undefined
  readonly values: Settings
  /** By setting that was ever changed, the time of its last change. */
  readonly changedAt: SettingsState['changedAt']
}

/** The cached settings of this process, which are refreshed when they are older than the interval. */
export interface SettingsView {
  /**
   * The cached settings that apply on this tier and release. They include changes made by this process at once, and those of other processes
   * after the interval at the latest.
   */
  readonly current: () => Settings
  /**
   * The cached settings at once where they are recent enough, else a promise of the refreshed ones; called before every request. The old ones
   * stay in use while the store is unavailable.
   */
  readonly fresh: () => Settings | Promise<Settings>
  /** Reads the settings from the store and caches them. Rejections: `Unavailable`. */
  readonly reload: () => Promise<E.Either<Rejection, SettingsRecord>>
  /** Sees to it that the cached settings are not older than this revision, which may have been written elsewhere. */
  readonly follow: (revision: Revision) => Promise<void>
  /** Caches a state that was just read or written, unless it is older than the cached one. */
  readonly adopt: (loaded: Loaded<SettingsState>) => Promise<SettingsRecord>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly settings: SettingsView
  }
}

/** The default interval of the settings cache (docs/reference/behaviour/instance.md#settings-cache). */
const DEFAULT_SETTINGS_CACHE_SECONDS = 60

/** The interval between reads while the store is unavailable. */
const RETRY_SECONDS = 5

type Needs = Pick<Forge, 'aggregates' | 'instance' | 'blobs' | 'clock' | 'secretBox' | 'secrets'>

/** Caches the settings stream; `cacheSeconds` of 0 reads the store each time. */
export const makeSettingsView = (forge: Needs, cacheSeconds = DEFAULT_SETTINGS_CACHE_SECONDS): SettingsView => {
  const { tier, release } = forge.instance
  let opened: UnsealedSettings = { state: settings.initial, values: INITIAL_SETTINGS }
  /** Those that apply here: made when they are asked for, because of changes that are written together only the last one counts. */
  let copy: Settings | undefined
  let known = -1
  /** When the cached settings become too old; instants sort as text. */
  let staleAt: Instant | undefined
  let under: Promise<unknown> | undefined

  const adopt = async ({ state, revision = -1 as Revision }: Loaded<SettingsState>): Promise<SettingsRecord> => {
    const values = revision === known ? opened.values : await unsealSettings(forge, state, opened)
    if (revision >= known) {
      if (revision > known) copy = undefined
      opened = { state, values }
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

  const current = (): Settings => {
    copy ??= inEdition(opened.values, { tier, release })
    return copy
  }

  const follow = async (revision: Revision): Promise<void> => {
    if (revision <= known) return
    const own = await forge.aggregates.recall(settings, SETTINGS_ID)
    if (E.isRight(own) && (own.right.revision ?? -1) >= revision) await adopt(own.right)
    else await reload()
  }

  const isStale = (): boolean => staleAt === undefined || forge.clock.now() >= staleAt

  const refreshed = async (): Promise<Settings> => {
    under ??= reload().finally(() => {
      under = undefined
    })
    await under
    return current()
  }

  return {
    current,
    fresh: () => (isStale() ? refreshed() : current()),
    reload,
    follow,
    adopt,
  }
}
