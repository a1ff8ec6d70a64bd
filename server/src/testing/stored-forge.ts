import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type MovableClock, makeMovableClock } from '@forgefold/adapters/clock'
import {
  type InstanceKey,
  instanceKeyOf,
  makeIds,
  makePasswordHasher,
  makeSecrets,
  makeSeededRandom,
} from '@forgefold/adapters/crypto'
import { openGitRepositories } from '@forgefold/adapters/git'
import {
  type Forkable,
  MemoryHistory,
  makeMemoryBlobs,
  makeMemoryCheckpoints,
  makeMemoryEventStore,
  makeMemoryPersonalData,
} from '@forgefold/adapters/memory'
import { emptyRows, makeReadModel, type RunningReadModel, type SharedRows } from '@forgefold/adapters/read-model'
import type { Instance } from '@forgefold/core/app'
import { type Instant, millisecondsOf } from '@forgefold/core/kernel'
import type { Blobs, Checkpoints, PersonalData } from '@forgefold/core/ports'
import { createForgefold, type Forgefold } from '../composition/index.js'
import { untilSettled } from './settled.js'
import { SharedRepositories } from './shared-repositories.js'

/** Everything that a forge remembers, at rest. It is never written to: forges that are opened on it copy what they change. */
export interface StoredForge {
  readonly history: MemoryHistory
  readonly blobs: Forkable<Blobs>
  readonly packageFiles: Forkable<Blobs>
  readonly personalData: Forkable<PersonalData>
  readonly checkpoints: Forkable<Checkpoints>
  /** The rows of the read model; undefined: none yet. */
  readonly rows: SharedRows | undefined
  /** The folder of its repositories; undefined: there are none. */
  readonly repositories: string | undefined
  readonly now: Instant
  /** How many random bytes were taken for ids, for those of requests and for secrets. */
  readonly taken: { readonly ids: number; readonly requestIds: number; readonly secrets: number }
}

/** The world before anything happened. */
export const emptyStoredForge = (now: Instant): StoredForge => ({
  history: new MemoryHistory(),
  blobs: makeMemoryBlobs(),
  packageFiles: makeMemoryBlobs(),
  personalData: makeMemoryPersonalData(),
  checkpoints: makeMemoryCheckpoints(),
  rows: undefined,
  repositories: undefined,
  now,
  taken: { ids: 0, requestIds: 0, secrets: 0 },
})

/** What a forge for tests is, whatever it remembers. */
export interface Setting {
  readonly instance: Instance
  /** Makes ids and secrets, the same for the same text. */
  readonly randomness: string
  readonly onDefect: (error: unknown, where: string) => void
}

/** A forge at work on a world of its own. */
export interface RunningForge {
  readonly forgefold: Forgefold
  readonly clock: MovableClock
  /** What it remembers now; its repositories are copied to the folder that is named, where they have to be. */
  readonly capture: (folder: () => string) => StoredForge
  /** Resolves when everything that follows from what happened has been done. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Passwords of tests protect nothing: their hashes cost next to nothing. */
const CHEAPEST = { logN: 1, r: 1, p: 1 }

const keys = new Map<string, InstanceKey>()

/** The key that a text stands for; its derived keys are made once in a process. */
const keyFor = (randomness: string): InstanceKey => {
  const known = keys.get(randomness) ?? instanceKeyOf(createHash('sha256').update(randomness).digest())
  keys.set(randomness, known)
  return known
}

/** Opens a forge on the world, which it copies as it changes it; its repositories lie in the folder, which goes with it. */
export const openStoredForge = async (world: StoredForge, setting: Setting, folder: string): Promise<RunningForge> => {
  const { instance, randomness, onDefect } = setting
  const clock = makeMovableClock(world.now)
  const idBytes = makeSeededRandom(`${randomness} ids`, world.taken.ids)
  // What the forge does by itself comes between requests at any time: ids of requests do not depend on it.
  const requestIdBytes = makeSeededRandom(`${randomness} ids of requests`, world.taken.requestIds)
  const secretBytes = makeSeededRandom(`${randomness} secrets`, world.taken.secrets)
  const key = keyFor(randomness)
  const history = world.history.fork()
  const kept = {
    blobs: world.blobs.fork(),
    packageFiles: world.packageFiles.fork(),
    personalData: world.personalData.fork(),
    checkpoints: world.checkpoints.fork(),
  }
  const events = makeMemoryEventStore(history)
  const repositories = new SharedRepositories(await openGitRepositories({ root: folder }), folder, world.repositories)
  const { git } = repositories
  const rows = world.rows ?? emptyRows()
  let readModel: RunningReadModel | undefined
  const forgefold = await createForgefold({
    instance,
    key,
    movableClock: clock,
    requestIds: makeIds(() => millisecondsOf(clock.now()), requestIdBytes),
    onDefect,
    ports: {
      ...kept,
      events,
      git,
      clock,
      ids: makeIds(() => millisecondsOf(clock.now()), idBytes),
      secrets: makeSecrets(key, secretBytes),
      passwords: makePasswordHasher(CHEAPEST, secretBytes.slice),
      readModel: (sources) => {
        readModel = makeReadModel({ ...sources, file: ':memory:', rows })
        return readModel
      },
    },
  })
  const capture = (target: () => string): StoredForge => {
    if (readModel === undefined) throw new Error('the forge has no read model')
    return {
      history: history.fork(),
      blobs: kept.blobs.fork(),
      packageFiles: kept.packageFiles.fork(),
      personalData: kept.personalData.fork(),
      checkpoints: kept.checkpoints.fork(),
      rows: readModel.share(),
      repositories: repositories.capture(target),
      now: clock.now(),
      taken: { ids: idBytes.taken(), requestIds: requestIdBytes.taken(), secrets: secretBytes.taken() },
    }
  }
  const close = async (): Promise<void> => {
    await forgefold.close()
    await events.close()
    await git.close()
    await rm(folder, { recursive: true, force: true })
  }
  const reactorsSettled = untilSettled(events, kept.checkpoints)
  const settled = async (): Promise<void> => {
    await forgefold.forge.aggregates.namesReleased()
    await reactorsSettled()
  }
  return { forgefold, clock, capture, settled, close }
}
