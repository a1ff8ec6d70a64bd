import * as E from 'fp-ts/lib/Either.js'
import { alongside, type CommandContext } from '../../../app/command-context.js'
import type { UseCase } from '../../../app/forge.js'
import { session } from '../decider.js'

/** Whose session begins, and how long it lasts. */
export interface BeginSession {
  readonly context: CommandContext
  readonly userId: number
  readonly twoFactor: boolean
  /** Seconds. */
  readonly lifetime: number
}

/** Begins a session; its secret is told this once. */
export const beginSession =
  (input: BeginSession): UseCase<{ readonly secret: string }> =>
  (forge) =>
  async () => {
    const { context, userId, twoFactor, lifetime } = input
    const secret = forge.secrets.hex(32)
    const command = { type: 'Begin', userId, twoFactor, lifetime, at: context.at } as const
    const begun = await forge.aggregates.execute(session, forge.secrets.digest(secret), command, context)
    return E.isLeft(begun) ? begun : E.right({ secret })
  }

/** Lets a session last so many seconds from now on. Rejections: `NotFound` (Session) where it has ended or expired. */
export const prolongSession =
  (input: { readonly context: CommandContext; readonly secret: string; readonly lifetime: number }): UseCase<void> =>
  (forge) =>
  async () => {
    const { context, secret, lifetime } = input
    const command = { type: 'Prolong', lifetime, at: context.at } as const
    const done = await forge.aggregates.execute(session, forge.secrets.digest(secret), command, context)
    return E.isLeft(done) ? done : E.right(undefined)
  }

/** Lets an administrator who has proved again who they are do administrative work for so many seconds. Rejections: `NotFound` (Session) where it has ended or expired. */
export const enterAdminMode =
  (input: { readonly context: CommandContext; readonly secret: string; readonly lifetime: number }): UseCase<void> =>
  (forge) =>
  async () => {
    const { context, secret, lifetime } = input
    const command = { type: 'EnterAdminMode', lifetime, at: context.at } as const
    const done = await forge.aggregates.execute(session, forge.secrets.digest(secret), command, context)
    return E.isLeft(done) ? done : E.right(undefined)
  }

/** Ends that; ending it twice is no error. */
export const leaveAdminMode =
  (context: CommandContext, secret: string): UseCase<void> =>
  (forge) =>
  async () => {
    const digest = forge.secrets.digest(secret)
    const left = await forge.aggregates.execute(session, digest, { type: 'LeaveAdminMode' }, context)
    return E.isLeft(left) ? left : E.right(undefined)
  }

/** Ends a session; ending it twice is no error. */
export const endSession =
  (context: CommandContext, secret: string): UseCase<void> =>
  (forge) =>
  async () => {
    const ended = await forge.aggregates.execute(session, forge.secrets.digest(secret), { type: 'End' }, context)
    return E.isLeft(ended) ? ended : E.right(undefined)
  }

/** Ends every session of a user but the one that is kept. */
export const endOtherSessions =
  (context: CommandContext, userId: number, kept: string | undefined): UseCase<void> =>
  (forge) =>
  async () => {
    const keptDigest = kept === undefined ? undefined : forge.secrets.digest(kept)
    for (const row of forge.read.sessions.ofUser(userId)) {
      if (row.digest === keptDigest) continue
      const ended = await forge.aggregates.execute(session, row.digest, { type: 'End' }, alongside(forge, context))
      if (E.isLeft(ended)) return ended
    }
    return E.right(undefined)
  }
