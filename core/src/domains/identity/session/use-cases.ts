import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../access/instance-policy.js'
import type { CommandContext } from '../../../app/command-context.js'
import { executeForEach } from '../../../app/execute-for-each.js'
import type { Forge, Query, UseCase, UseCaseResult } from '../../../app/forge.js'
import { type Instant, isAfter, isExpired } from '../../../kernel/index.js'
import { type SessionCommand, session } from './aggregate.js'
import type { SessionRow } from './queries.js'

/** The user of a new session, and its lifetime. */
export interface BeginSession {
  readonly userId: number
  readonly twoFactor: boolean
  /** Seconds. */
  readonly lifetime: number
}

/** Begins a session; its secret is shown once. */
export const beginSession: UseCase<BeginSession, { readonly secret: string }> = async (forge, { context }, input) => {
  const { userId, twoFactor, lifetime } = input
  const secret = forge.secrets.hex(32)
  const command = { type: 'Begin', userId, twoFactor, lifetime, at: context.at } as const
  const begun = await forge.aggregates.execute(session, forge.secrets.digest(secret), command, context)
  return E.isLeft(begun) ? begun : E.right({ secret })
}

/** Executes a command on the session of a secret. Rejections: the decider's. */
const execute = async (
  forge: Forge,
  context: CommandContext,
  secret: string,
  command: SessionCommand,
): UseCaseResult<void> => {
  const done = await forge.aggregates.execute(session, forge.secrets.digest(secret), command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** A session by its secret, and its lifetime in seconds from now on. */
export interface SessionLifetime {
  readonly secret: string
  readonly lifetime: number
}

/** Extends a session to this lifetime from now on. Rejections: `NotFound` (Session) where it has ended or expired. */
export const prolongSession: UseCase<SessionLifetime, void> = async (forge, { context }, { secret, lifetime }) =>
  execute(forge, context, secret, { type: 'Prolong', lifetime, at: context.at })

/**
 * Puts the session of an administrator who has authenticated again into admin mode for this lifetime. Rejections: `NotFound` (Session) where
 * it has ended or expired.
 */
export const enterAdminMode: UseCase<SessionLifetime, void> = async (forge, { context }, { secret, lifetime }) =>
  execute(forge, context, secret, { type: 'EnterAdminMode', lifetime, at: context.at })

/** Ends the admin mode of the session with this secret; ending it twice is no error. */
export const leaveAdminMode: UseCase<string, void> = async (forge, { context }, secret) =>
  execute(forge, context, secret, { type: 'LeaveAdminMode' })

/** The caller's open sessions, the newest first. Rejections: `Unauthenticated`. */
export const listOwnSessions: Query<void, ReadonlyArray<SessionRow>> = (forge, { principal }) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const now = forge.clock.now()
  const open = forge.read.sessions.ofUser(known.right.userId).filter((session) => !isExpired(session, now))
  return E.right(open.sort((one, other) => (one.authenticatedAt < other.authenticatedAt ? 1 : -1)))
}

/** Ends the session with this secret; ending it twice is no error. */
export const endSession: UseCase<string, void> = async (forge, { context }, secret) =>
  execute(forge, context, secret, { type: 'End' })

/** The user whose sessions end, and the exceptions. */
export interface EndSessions {
  readonly userId: number
  /** The secret of a session to keep. */
  readonly kept?: string | undefined
  /** Sessions that began after this are kept. */
  readonly begunUntil?: Instant | undefined
}

/** Ends the sessions of a user; who may ask is asked before (docs/reference/behaviour/identity.md#what-ends-sessions-and-tokens). Rejections: `Unavailable`. */
export const endSessionsOf: UseCase<EndSessions, void> = async (forge, { context }, { userId, kept, begunUntil }) => {
  const keptDigest = kept === undefined ? undefined : forge.secrets.digest(kept)
  const leaving = forge.read.sessions
    .ofUser(userId)
    .filter(({ digest, authenticatedAt }) => digest !== keptDigest && !isAfter(authenticatedAt, begunUntil))
  const ended = await executeForEach(forge, context, leaving, ({ digest }, own) =>
    forge.aggregates.execute(session, digest, { type: 'End' }, own),
  )
  return E.isLeft(ended) ? ended : E.right(undefined)
}

/** Ends every session of the caller but the one with this secret. Rejections: `Unauthenticated`; `Unavailable`. */
export const endOtherSessions: UseCase<string, void> = async (forge, caller, kept) => {
  const known = signedIn(caller.principal)
  return E.isLeft(known) ? known : endSessionsOf(forge, caller, { userId: known.right.userId, kept })
}
