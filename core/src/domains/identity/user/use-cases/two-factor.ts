import * as E from 'fp-ts/lib/Either.js'
import { administrator, signedIn } from '../../../../access/instance-policy.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, Lookup, UseCase, UseCaseResult } from '../../../../app/forge.js'
import { badRequest, forbidden, millisecondsOf, notFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import type { UserCommand } from '../commands.js'
import { user } from '../decider.js'
import { secondFactorDemand, secondFactorGrace } from '../instance-rules.js'

const RECOVERY_CODES = 10
const HOUR = 3_600_000
const OF_ADMINISTRATORS = 'Two-factor authentication for admins cannot be disabled via the API. Use the Rails console'

const newRecoveryCodes = (forge: Forge) => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => forge.secrets.hex(8))
  return { codes, recoveryDigests: codes.map((code) => forge.secrets.digest(code)) }
}

/** Executes a command on the caller's own account. */
const executeOwn = async (forge: Forge, { principal, context }: Caller, command: UserCommand): UseCaseResult<void> => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const done = await forge.aggregates.execute(user, known.right.userId, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/**
 * Enables two-factor authentication of the caller with this secret; returns the recovery codes, which are shown once.
 *
 * Rejections: `Unauthenticated`, `NotFound` (User); `Conflict` where it is enabled.
 */
export const enableTwoFactor: UseCase<string, ReadonlyArray<string>> = async (forge, caller, secret) => {
  const { codes, recoveryDigests } = newRecoveryCodes(forge)
  const command = { type: 'EnableTwoFactor', secret: forge.secretBox.seal(secret), recoveryDigests } as const
  return E.map(() => codes)(await executeOwn(forge, caller, command))
}

/** Disables two-factor authentication of the caller; nothing where it is disabled. Rejections: `Unauthenticated`, `NotFound` (User). */
export const disableTwoFactor: UseCase<void, void> = (forge, caller) =>
  executeOwn(forge, caller, { type: 'DisableTwoFactor' })

/**
 * Disables two-factor authentication of a user, for administrators.
 *
 * Rejections: `Unauthenticated`; `NotFound` (User); `Forbidden`, also for other administrators; `BadRequest` where it is disabled.
 */
export const disableTwoFactorOf: UseCase<number, void> = async (forge, { principal, context }, userId) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const row = forge.read.users.byId(userId)
  if (row === undefined) return refuse(notFound('User'))
  if (row.admin) return refuse(forbidden(OF_ADMINISTRATORS))
  if (!row.twoFactorEnabled) return refuse(badRequest('Two-factor authentication is not enabled for this user'))
  const done = await forge.aggregates.execute(user, userId, { type: 'DisableTwoFactor' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/**
 * Generates new recovery codes for the caller, which are shown once, and invalidates the old ones.
 *
 * Rejections: `Unauthenticated`, `NotFound` (User); `Unprocessable` where two-factor authentication is disabled.
 */
export const renewRecoveryCodes: UseCase<void, ReadonlyArray<string>> = async (forge, caller) => {
  const { codes, recoveryDigests } = newRecoveryCodes(forge)
  return E.map(() => codes)(await executeOwn(forge, caller, { type: 'RenewRecoveryCodes', recoveryDigests }))
}

/** A code of a user who may not be signed in yet. */
export interface SecondFactor {
  readonly userId: number
  readonly code: string
}

/** People type the blanks that apps show inside a code. */
const withoutBlanks = (code: string): string => code.replace(/\s/g, '')

/** Whether a one-time code matches a secret that is not in use yet. */
export const matchesSecret: Lookup<{ readonly secret: string; readonly code: string }, boolean> = (
  forge,
  { secret, code },
) => forge.oneTimeCodes.stepOf(secret, withoutBlanks(code), forge.clock.now()) !== undefined

/**
 * Uses a one-time code or a recovery code.
 *
 * Rejections: `Unauthenticated` where it is neither, or two-factor authentication is disabled; `Unprocessable` where it was used before.
 */
export const useSecondFactor: UseCase<SecondFactor, void> = async (forge, { context }, input) => {
  const { userId } = input
  const loaded = await forge.aggregates.load(user, userId)
  if (E.isLeft(loaded)) return loaded
  const twoFactor = loaded.right.state.kind === 'live' ? loaded.right.state.twoFactor : undefined
  if (twoFactor === undefined) return refuse(unauthenticated)
  const code = withoutBlanks(input.code)
  const secret = forge.secretBox.open(twoFactor.secret)
  const step = secret === undefined ? undefined : forge.oneTimeCodes.stepOf(secret, code, forge.clock.now())
  const command =
    step === undefined
      ? ({ type: 'UseRecoveryCode', digest: forge.secrets.digest(code.toLowerCase()) } as const)
      : ({ type: 'UseOneTimeCode', step } as const)
  return E.map((): void => undefined)(await forge.aggregates.execute(user, userId, command, context))
}

/** Whether groups require a second factor of their members; the group domain implements it. */
export interface GroupSecondFactor {
  /** The shortest grace period in hours of the user's groups; undefined where none requires a second factor. */
  readonly graceOf: (userId: number) => number | undefined
}

declare module '../../../../app/forge.js' {
  interface Forge {
    readonly groupSecondFactor: GroupSecondFactor
  }
}

/**
 * Whether the caller has to set up a second factor now, is in the grace period, or need not; the first call begins the grace period.
 * Rejections: `Unauthenticated`.
 */
export const demandSecondFactor: UseCase<
  { readonly twoFactorEnabled: boolean },
  ReturnType<typeof secondFactorDemand>
> = async (forge, { principal, context }, { twoFactorEnabled }) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  if (twoFactorEnabled) return E.right('none')
  const grace = secondFactorGrace(forge.settings.current(), forge.groupSecondFactor.graceOf(known.right.userId))
  if (grace === undefined) return E.right('none')
  const command = { type: 'AskForSecondFactor', at: context.at } as const
  const asked = await forge.aggregates.execute(user, known.right.userId, command, context)
  const state = E.isRight(asked) && asked.right.state.kind === 'live' ? asked.right.state : undefined
  const since = state?.secondFactorAskedAt ?? context.at
  const askedHoursAgo = (millisecondsOf(context.at) - millisecondsOf(since)) / HOUR
  return E.right(secondFactorDemand({ twoFactorEnabled, askedHoursAgo }, grace))
}
