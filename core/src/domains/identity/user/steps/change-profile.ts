import * as E from 'fp-ts/lib/Either.js'
import type { ExecuteReserved } from '../../../../app/aggregate-repository.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { retriedWithoutPause } from '../../../../app/retry.js'
import { notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import type { UserCommand } from '../commands.js'
import { user } from '../decider.js'
import { openProfile, type Profile, sealProfile } from '../profile.js'
import type { UserState } from '../state.js'

const differs = (a: Profile, b: Profile): boolean =>
  (Object.keys(a) as ReadonlyArray<keyof Profile>).some(
    (field) => a[field] !== b[field] && JSON.stringify(a[field]) !== JSON.stringify(b[field]),
  )

/** How often a concurrent change of the same profile is retried. */
const ATTEMPTS = 8

/**
 * Edits the profile of a user. The first attempt starts from the profile cached in this process; a refusal, or that nothing changes, is
 * answered only for the profile that the store has now.
 *
 * Rejections: `NotFound` (User); those of `edit`; `Conflict` where e-mail or user name are taken, or others keep changing it.
 */
export const changeProfile = async (
  forge: Forge,
  context: CommandContext,
  userId: number,
  edit: (before: Profile) => Promise<E.Either<Rejection, Profile>>,
  execute: ExecuteReserved<UserCommand, UserState> = (command, own) =>
    forge.aggregates.execute(user, userId, command, own),
): Promise<E.Either<Rejection, unknown>> => {
  const write = (before: string, profile: Profile): Promise<E.Either<Rejection, unknown>> =>
    execute({ type: 'ChangeProfile', profile: sealProfile(forge.personalData, userId, profile), before }, context)
  let tried: { readonly before: string; readonly outcome: E.Either<Rejection, unknown> } | undefined
  const done = await retriedWithoutPause(ATTEMPTS, async (attempt) => {
    const loaded = await (attempt === 1 ? forge.aggregates.recall : forge.aggregates.load)(user, userId)
    if (E.isLeft(loaded)) return loaded
    const { state } = loaded.right
    if (state.kind !== 'live') return attempt === 1 ? undefined : refuse(notFound('User'))
    if (tried?.before === state.profile) return tried.outcome
    const before = openProfile(forge.personalData, userId, state.profile)
    if (before === undefined) return refuse(notFound('User'))
    const after = await edit(before)
    const isChange = E.isRight(after) && differs(before, after.right)
    const outcome = isChange ? await write(state.profile, after.right) : after
    if (isChange && !(E.isLeft(outcome) && outcome.left.kind === 'Conflict')) return outcome
    tried = { before: state.profile, outcome }
    return undefined
  })
  return done ?? tried?.outcome ?? refuse(notFound('User'))
}
