import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { millisecondsOf, refuse, unauthenticated } from '../../../../kernel/index.js'
import { user } from '../decider.js'
import { secondFactorDemand } from '../instance-rules.js'

const RECOVERY_CODES = 10
const HOUR = 3_600_000

/** A change of one's own second factor. */
export interface OwnSecondFactor {
  readonly userId: number
  readonly context: CommandContext
}

const newRecoveryCodes = (forge: Forge) => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => forge.secrets.hex(8))
  return { codes, recoveryDigests: codes.map((code) => forge.secrets.digest(code)) }
}

/** Turns two-factor authentication on; gives the recovery codes, told this once. Rejections: `NotFound` (User); `Conflict` where it is on. */
export const enableTwoFactor = async (
  forge: Forge,
  { userId, context, secret }: OwnSecondFactor & { readonly secret: string },
): UseCaseResult<ReadonlyArray<string>> => {
  const { codes, recoveryDigests } = newRecoveryCodes(forge)
  const command = { type: 'EnableTwoFactor', secret: forge.secretBox.seal(secret), recoveryDigests } as const
  return E.map(() => codes)(await forge.aggregates.execute(user, userId, command, context))
}

/** Turns two-factor authentication off; nothing happens where it is off. Rejections: `NotFound` (User). */
export const disableTwoFactor = async (forge: Forge, { userId, context }: OwnSecondFactor): UseCaseResult<void> =>
  E.map((): void => undefined)(await forge.aggregates.execute(user, userId, { type: 'DisableTwoFactor' }, context))

/** Makes new recovery codes, told this once, and voids the old ones. Rejections: `NotFound` (User); a refusal where two-factor authentication is off. */
export const renewRecoveryCodes = async (
  forge: Forge,
  { userId, context }: OwnSecondFactor,
): UseCaseResult<ReadonlyArray<string>> => {
  const { codes, recoveryDigests } = newRecoveryCodes(forge)
  const command = { type: 'RenewRecoveryCodes', recoveryDigests } as const
  return E.map(() => codes)(await forge.aggregates.execute(user, userId, command, context))
}

/**
 * Uses a one-time code or a recovery code up. `stepOf` gives the time step (RFC 6238) at which the code fits the secret, if any.
 *
 * Rejections: `Unauthenticated` where it is neither, or two-factor authentication is off; a refusal where it was used before.
 */
export const useSecondFactor = async (
  forge: Forge,
  input: OwnSecondFactor & {
    readonly code: string
    readonly stepOf: (secret: string, code: string) => number | undefined
  },
): UseCaseResult<void> => {
  const { userId, context } = input
  const loaded = await forge.aggregates.load(user, userId)
  if (E.isLeft(loaded)) return loaded
  const twoFactor = loaded.right.state.kind === 'live' ? loaded.right.state.twoFactor : undefined
  if (twoFactor === undefined) return refuse(unauthenticated)
  const code = input.code.replace(/\s/g, '')
  const secret = forge.secretBox.open(twoFactor.secret)
  const step = secret === undefined ? undefined : input.stepOf(secret, code)
  const command =
    step === undefined
      ? ({ type: 'UseRecoveryCode', digest: forge.secrets.digest(code.toLowerCase()) } as const)
      : ({ type: 'UseOneTimeCode', step } as const)
  return E.map((): void => undefined)(await forge.aggregates.execute(user, userId, command, context))
}

/** Whether a user has to set up a second factor now, may wait, or need not; the first time that this is asked begins the waiting time. */
export const demandSecondFactor = async (
  forge: Forge,
  { userId, context, twoFactorEnabled }: OwnSecondFactor & { readonly twoFactorEnabled: boolean },
): Promise<ReturnType<typeof secondFactorDemand>> => {
  const settings = forge.settings.current()
  if (secondFactorDemand({ twoFactorEnabled, askedHoursAgo: 0 }, settings) === 'none') return 'none'
  const asked = await forge.aggregates.execute(user, userId, { type: 'AskForSecondFactor', at: context.at }, context)
  const state = E.isRight(asked) && asked.right.state.kind === 'live' ? asked.right.state : undefined
  const since = state?.secondFactorAskedAt ?? context.at
  const askedHoursAgo = (millisecondsOf(context.at) - millisecondsOf(since)) / HOUR
  return secondFactorDemand({ twoFactorEnabled, askedHoursAgo }, settings)
}
