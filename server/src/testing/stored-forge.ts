import { createHash } from 'node:crypto'
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

/** The complete state of a forge, at rest. It is never written to: forges opened on it copy what they change. */
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
  /** How many random bytes were consumed for ids, for request ids and for secrets. */
  readonly taken: { readonly ids: number; readonly requestIds: number; readonly secrets: number }
}

/** The state before anything happened. */
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

/** The configuration of a forge for tests, independent of its state. */
export interface Setting {
  readonly instance: Instance
  /** The seed of ids and secrets; the same text gives the same ones. */
  readonly randomness: string
  readonly onDefect: (error: unknown, where: string) => void
}

/** A forge that runs on its own copy of a state. */
export interface RunningForge {
  readonly forgefold: Forgefold
  readonly clock: MovableClock
  /** Its current state; the repositories are copied to the given folder if necessary. */
  readonly capture: (folder: () => string) => StoredForge
  /** Resolves when everything that follows from past events has been done. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Test passwords protect nothing: hashing them costs as little as possible. */
const CHEAPEST = { logN: 1, r: 1, p: 1 }

/** Made once: a signal without a reason makes an error with a stack each time. */
const DISCARDED = new Error('the forge is closed')

const keys = new Map<string, InstanceKey>()

/** The key derived from a text; keys derived from it are made once per process. */
const keyFor = (randomness: string): InstanceKey => {
  const known = keys.get(randomness) ?? instanceKeyOf(createHash('sha256').update(randomness).digest())
  keys.set(randomness, known)
  return known
}

/** Opens a forge on a state, which is copied when it is changed; its repositories are in the folder, which is deleted with it. */
export const openStoredForge = async (world: StoredForge, setting: Setting, folder: string): Promise<RunningForge> => {
  const { instance, randomness, onDefect } = setting
  const clock = makeMovableClock(world.now)
  const idBytes = makeSeededRandom(`${randomness} ids`, world.taken.ids)
  // Background work of the forge may run between requests at any time: request ids do not depend on it.
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
  const opened = await openGitRepositories({ root: folder, createsRoot: false })
  const repositories = new SharedRepositories(opened, folder, world.repositories)
  const { git } = repositories
  const rows = world.rows ?? emptyRows()
  let readModel: RunningReadModel | undefined
  const discarded = new AbortController()
  const forgefold = await createForgefold({
    instance,
    givenUp: discarded.signal,
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
    // Nobody continues from where its reactors are.
    discarded.abort(DISCARDED)
    await forgefold.close()
    await events.close()
    await git.close()
    await repositories.remove()
  }
  const reactorsSettled = untilSettled(events, kept.checkpoints)
  const settled = async (): Promise<void> => {
    await forgefold.forge.aggregates.namesReleased()
    await reactorsSettled()
  }
  return { forgefold, clock, capture, settled, close }
}
