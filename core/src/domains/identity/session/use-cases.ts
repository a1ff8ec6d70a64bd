import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../access/instance-policy.js'
import { type CommandContext, withNewCommandId } from '../../../app/command-context.js'
import type { Forge, Query, UseCase, UseCaseResult } from '../../../app/forge.js'
import { type SessionCommand, session } from './aggregate.js'

/** Whose session begins, and how long it lasts. */
export interface BeginSession {
  readonly userId: number
  readonly twoFactor: boolean
  /** Seconds. */
  readonly lifetime: number
}

/** Begins a session; its secret is told this once. */
export const beginSession: UseCase<BeginSession, { readonly secret: string }> = async (forge, { context }, input) => {
  const { userId, twoFactor, lifetime } = input
  const secret = forge.secrets.hex(32)
  const command = { type: 'Begin', userId, twoFactor, lifetime, at: context.at } as const
  const begun = await forge.aggregates.execute(session, forge.secrets.digest(secret), command, context)
  return E.isLeft(begun) ? begun : E.right({ secret })
}

/** Brings a command to the session of a secret. Rejections: as the decider refuses. */
const execute = async (
  forge: Forge,
  context: CommandContext,
  secret: string,
  command: SessionCommand,
): UseCaseResult<void> => {
  const done = await forge.aggregates.execute(session, forge.secrets.digest(secret), command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** A session by its secret, and for how many seconds from now on. */
export interface SessionLifetime {
  readonly secret: string
  readonly lifetime: number
}

/** Lets a session last so many seconds from now on. Rejections: `NotFound` (Session) where it has ended or expired. */
export const prolongSession: UseCase<SessionLifetime, void> = (forge, { context }, { secret, lifetime }) =>
  execute(forge, context, secret, { type: 'Prolong', lifetime, at: context.at })

/** Lets an administrator who has proved again who they are do administrative work for so many seconds. Rejections: `NotFound` (Session) where it has ended or expired. */
export const enterAdminMode: UseCase<SessionLifetime, void> = (forge, { context }, { secret, lifetime }) =>
  execute(forge, context, secret, { type: 'EnterAdminMode', lifetime, at: context.at })

/** Ends the admin mode of the session with this secret; ending it twice is no error. */
export const leaveAdminMode: UseCase<string, void> = (forge, { context }, secret) =>
  execute(forge, context, secret, { type: 'LeaveAdminMode' })

/** How many sessions of the caller have not expired. Rejections: `Unauthenticated`. */
export const countOwnSessions: Query<void, number> = (forge, { principal }) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const now = forge.clock.now()
  return E.right(forge.read.sessions.ofUser(known.right.userId).filter(({ expiresAt }) => expiresAt > now).length)
}

/** Ends the session with this secret; ending it twice is no error. */
export const endSession: UseCase<string, void> = (forge, { context }, secret) =>
  execute(forge, context, secret, { type: 'End' })

/** Ends every session of the caller but the one with this secret. Rejections: `Unauthenticated`. */
export const endOtherSessions: UseCase<string, void> = async (forge, { principal, context }, kept) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const keptDigest = forge.secrets.digest(kept)
  for (const row of forge.read.sessions.ofUser(known.right.userId)) {
    if (row.digest === keptDigest) continue
    const ended = await forge.aggregates.execute(session, row.digest, { type: 'End' }, withNewCommandId(forge, context))
    if (E.isLeft(ended)) return ended
  }
  return E.right(undefined)
}
