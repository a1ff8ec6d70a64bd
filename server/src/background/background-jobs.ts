import { pause } from '@forgefold/adapters/clock'
import {
  type CommandContext,
  type Forge,
  type Periodic,
  periodically,
  type Reactor,
  runReactor,
} from '@forgefold/core/app'
import { discussionReactors } from '@forgefold/core/domains/conversation/discussion'
import { todoReactor } from '@forgefold/core/domains/conversation/todo'
import {
  deploymentOutcomes,
  deploymentsOfJobs,
  remainsOfEnvironments,
} from '@forgefold/core/domains/delivery/deployment'
import { stopOverdueEnvironments } from '@forgefold/core/domains/delivery/environment'
import { pushPipelines, startDelayedJobs } from '@forgefold/core/domains/delivery/pipeline'
import { revokeOutlivedTokens } from '@forgefold/core/domains/identity/personal-access-token'
import { deactivateDormantUsers, erasedUsers, letWaitingIn } from '@forgefold/core/domains/identity/user'
import { packageReactor } from '@forgefold/core/domains/packages/package'
import { issueReactors } from '@forgefold/core/domains/planning/issue'
import { eraseOverdueGroups } from '@forgefold/core/domains/projects/group'
import { expireMembers } from '@forgefold/core/domains/projects/member'
import { endInactiveProjects, eraseOverdueProjects } from '@forgefold/core/domains/projects/project'
import { defaultBranchReactor } from '@forgefold/core/domains/projects/protected-branch'
import { housekeeping } from '@forgefold/core/domains/projects/repository'
import { mergeRequestReactors } from '@forgefold/core/domains/review/merge-request'
import { systemActor } from '@forgefold/core/kernel'
import type { Checkpoints, Subscription } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { collectGarbage, daily, startRepositoryChecks } from './index.js'

const reactors: ReadonlyArray<Reactor> = [
  defaultBranchReactor,
  deploymentOutcomes,
  deploymentsOfJobs,
  erasedUsers,
  ...discussionReactors,
  ...issueReactors,
  ...mergeRequestReactors,
  packageReactor,
  pushPipelines,
  remainsOfEnvironments,
  todoReactor,
]

const dailyJobs = [
  expireMembers,
  revokeOutlivedTokens,
  eraseOverdueGroups,
  eraseOverdueProjects,
  endInactiveProjects,
  deactivateDormantUsers,
  letWaitingIn,
]

/** The context of a command that the instance gives by itself, in the name of one of its jobs. */
export const systemCommand = (forge: Forge, name: string): CommandContext => {
  const id = forge.ids.commandId()
  return { id, at: forge.clock.now(), actor: systemActor(name), correlationId: id }
}

const dailyWork = async (forge: Forge, onDefect: (error: unknown, where: string) => void): Promise<void> => {
  const contextOf = (): CommandContext => systemCommand(forge, 'expiry')
  for (const job of dailyJobs) {
    const done = await job(forge, { contextOf })
    if (E.isLeft(done)) onDefect(done.left, 'daily jobs')
  }
  const collected = await collectGarbage(forge, systemCommand(forge, 'collection'))
  if (E.isLeft(collected)) onDefect(collected.left, 'collection of packages')
}

const TICK_MS = 1000

/** What was put off and has come due. */
const dueWork = async (forge: Forge, onDefect: (error: unknown, where: string) => void): Promise<void> => {
  const contextOf = (): CommandContext => systemCommand(forge, 'schedule')
  for (const job of [startDelayedJobs, stopOverdueEnvironments]) {
    const done = await job(forge, { contextOf })
    if (E.isLeft(done)) onDefect(done.left, 'due jobs')
  }
}

/** Starts the background jobs: reactors from their checkpoints on, and what is done by the clock. `again` runs the daily jobs once more. */
export const startBackgroundJobs =
  (forge: Forge, checkpoints: Checkpoints, onDefect: (error: unknown, where: string) => void) =>
  async (mayAct: () => boolean): Promise<Periodic> => {
    const host = {
      store: forge.events,
      checkpoints,
      pause,
      mayAct,
      onFailure: (reactor: string, _event: unknown, error: unknown) => onDefect(error, `reactor ${reactor}`),
    }
    const days = await daily(
      forge.clock,
      async () => {
        if (mayAct()) await dailyWork(forge, onDefect)
      },
      (error) => onDefect(error, 'daily jobs'),
    )
    const schedule = periodically({
      pause,
      delay: () => TICK_MS,
      work: async () => {
        if (mayAct()) await dueWork(forge, onDefect)
      },
      onFailure: (error) => onDefect(error, 'due jobs'),
    })
    const checks = startRepositoryChecks(forge, mayAct, (error) => onDefect(error, 'repository checks'))
    const running: Array<Subscription> = []
    for (const reactor of [...reactors, housekeeping()]) running.push(await runReactor(reactor, forge, host))
    return {
      again: days.again,
      stop: async () => {
        await days.stop()
        await schedule.stop()
        const ends = [checks.stop(), ...running.map((subscription) => subscription.stop())]
        // Packing a large repository takes longer than anybody wants to wait for.
        forge.git.giveUpTidying()
        await Promise.all(ends)
      },
    }
  }
