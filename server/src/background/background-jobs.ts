import { pause } from '@forgefold/adapters/clock'
import {
  type Caller,
  type Forge,
  type Periodic,
  periodically,
  REACTOR,
  type RunningReactor,
  reactorStream,
  runReactor,
  systemCaller,
} from '@forgefold/core/app'
import { deleteOverdueEnvironments, stopOverdueEnvironments } from '@forgefold/core/domains/delivery/environment'
import { isArtifact } from '@forgefold/core/domains/delivery/job-output'
import { startDelayedJobs } from '@forgefold/core/domains/delivery/pipeline'
import { runDueSchedules } from '@forgefold/core/domains/delivery/pipeline-schedule'
import { collectDueEvidence } from '@forgefold/core/domains/delivery/release'
import { revokeOutlivedTokens } from '@forgefold/core/domains/identity/personal-access-token'
import { approveWaitingUsers, deactivateDormantUsers } from '@forgefold/core/domains/identity/user'
import { collectPackages } from '@forgefold/core/domains/packages/package'
import { takeBackAccessTokens } from '@forgefold/core/domains/projects/access-token'
import { eraseOverdueGroups } from '@forgefold/core/domains/projects/group'
import { expireShares } from '@forgefold/core/domains/projects/group-share'
import { expireMembers } from '@forgefold/core/domains/projects/member'
import { endInactiveProjects, eraseOverdueProjects } from '@forgefold/core/domains/projects/project'
import { runWebhooks } from '@forgefold/core/domains/webhooks/webhook'
import { DAY_MS, type Rejection, type StoredEvent, type StreamName, secondsAfter } from '@forgefold/core/kernel'
import type { Checkpoints, Subscription } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { transientReason } from '../http/transient-failures.js'
import { daily, startRepositoryChecks } from './index.js'
import { startLongTextGarbageCollection } from './long-text-garbage-collection.js'
import { makeReactors } from './reactors.js'

const dailyJobs = [
  expireMembers,
  expireShares,
  revokeOutlivedTokens,
  takeBackAccessTokens,
  eraseOverdueGroups,
  eraseOverdueProjects,
  endInactiveProjects,
  deactivateDormantUsers,
  approveWaitingUsers,
]

const HOUR_SECONDS = 3600

/** Deletes packages marked for destruction an hour ago, and files that nothing has referred to for a day. Rejections: `Unavailable`. */
const collectGarbage = (forge: Forge, caller: Caller): Promise<E.Either<Rejection, unknown>> =>
  collectPackages(forge, caller, {
    markedBefore: secondsAfter(caller.context.at, -HOUR_SECONDS),
    writtenBefore: Date.now() - DAY_MS,
    isKeptElsewhere: (sha256) => isArtifact(forge, sha256),
  })

/** Runs every daily job, also where others fail; resolves to whether all succeeded. */
const dailyWork = async (forge: Forge, onDefect: (error: unknown, where: string) => void): Promise<boolean> => {
  let allSucceeded = true
  const run = async (where: string, job: () => Promise<E.Either<Rejection, unknown>>): Promise<void> => {
    try {
      const done = await job()
      if (E.isRight(done)) return
      onDefect(done.left, where)
    } catch (error) {
      onDefect(error, where)
    }
    allSucceeded = false
  }
  for (const job of dailyJobs) await run('daily jobs', () => job(forge, systemCaller(forge, 'expiry')))
  await run('collection of packages', () => collectGarbage(forge, systemCaller(forge, 'collection')))
  return allSucceeded
}

const TICK_MS = 1000

const dueJobs = [
  startDelayedJobs,
  stopOverdueEnvironments,
  deleteOverdueEnvironments,
  runDueSchedules,
  collectDueEvidence,
]

/** Delayed work that has become due. */
const dueWork = async (forge: Forge, onDefect: (error: unknown, where: string) => void): Promise<void> => {
  for (const job of dueJobs) {
    const done = await job(forge, systemCaller(forge, 'schedule'))
    if (E.isLeft(done)) onDefect(done.left, 'due jobs')
  }
}

/** Lets reactors replay their parked events on request and after some of them were dropped, from any server. Earlier requests are covered by the replay at each start. */
const watchRetryRequests = (
  { events, read }: Pick<Forge, 'events' | 'read'>,
  running: ReadonlyMap<StreamName, RunningReactor>,
  onDropped: (error: unknown) => void,
): Subscription => {
  const after = read.position()
  return events.subscribe({
    ...(after === undefined ? {} : { after }),
    filter: { categories: [REACTOR.category], types: ['RetryRequested', 'ParkedEventsDropped'] },
    onEvents: async (requests) => {
      for (const stream of new Set(requests.map((event) => event.stream))) void running.get(stream)?.retry()
    },
    onDropped,
  })
}

/** Starts the background jobs: reactors from their checkpoints, and periodic work. `runNow` runs the daily jobs once more. */
export const startBackgroundJobs =
  (forge: Forge, checkpoints: Checkpoints, onDefect: (error: unknown, where: string) => void) =>
  async (mayAct: () => boolean): Promise<Periodic> => {
    const host = {
      store: forge.events,
      checkpoints,
      pause,
      mayAct,
      mayPass: (error: unknown) => transientReason(error) !== undefined,
      onFailure: (reactor: string, _event: unknown, error: unknown) => onDefect(error, `reactor ${reactor}`),
      onDropped: (reactor: string, error: unknown) => onDefect(error, `reactor ${reactor}`),
      onParked: (reactor: string, { stream, revision }: StoredEvent, reason: string) =>
        onDefect(new Error(`event ${revision} of ${stream} is parked: ${reason}`), `reactor ${reactor}`),
    }
    const days = await daily({
      clock: forge.clock,
      pause,
      work: async () => mayAct() && (await dailyWork(forge, onDefect)),
      onFailure: (error) => onDefect(error, 'daily jobs'),
    })
    const schedule = periodically({
      pause,
      delay: () => TICK_MS,
      work: async () => {
        if (mayAct()) await dueWork(forge, onDefect)
      },
      onFailure: (error) => onDefect(error, 'due jobs'),
    })
    const checks = startRepositoryChecks(forge, mayAct, (error) => onDefect(error, 'repository checks'))
    const texts = startLongTextGarbageCollection(forge, mayAct, (error) => onDefect(error, 'collection of long texts'))
    const running = new Map<StreamName, RunningReactor>()
    const stopFirst = async (): Promise<void> => {
      await days.stop()
      await schedule.stop()
    }
    const stopRest = async (): Promise<void> => {
      const ends = [checks.stop(), texts.stop(), ...Array.from(running.values(), (reactor) => reactor.stop())]
      // Packing a large repository takes too long to wait for.
      forge.git.cancelMaintenance()
      await Promise.all(ends)
    }
    try {
      for (const reactor of makeReactors()) {
        if (!mayAct()) break
        running.set(reactorStream(reactor.name), await runReactor(forge.reactorActivity.observed(reactor), forge, host))
      }
    } catch (error) {
      await stopFirst()
      await stopRest()
      throw error
    }
    const webhooks = runWebhooks(forge, {
      store: forge.events,
      checkpoints,
      pause,
      mayAct,
      onFailure: (error) => onDefect(error, 'webhooks'),
      payloadOf: async (of, deliverable) => (await import('../webhooks/index.js')).payloadOf(of, deliverable),
    })
    const retryRequests = watchRetryRequests(forge, running, (error) => onDefect(error, 'replay of parked events'))
    return {
      runNow: days.runNow,
      stop: async () => {
        await stopFirst()
        await retryRequests.stop()
        await webhooks.stop()
        await stopRest()
      },
    }
  }
