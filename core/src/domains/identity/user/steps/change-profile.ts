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

/** How often others may change the same profile meanwhile. */
const ATTEMPTS = 8

/**
 * Makes another profile of the one that the user has: of the one that is remembered here first. That it is refused or changes nothing is
 * said only of the one that the store has now.
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
    if (E.isRight(after) && differs(before, after.right)) {
      const profile = sealProfile(forge.personalData, userId, after.right)
      const command = { type: 'ChangeProfile', profile, before: state.profile } as const
      const changed = await execute(command, context)
      if (E.isRight(changed) || changed.left.kind !== 'Conflict') return changed
      tried = { before: state.profile, outcome: changed }
    } else tried = { before: state.profile, outcome: after }
    return undefined
  })
  return done ?? tried?.outcome ?? refuse(notFound('User'))
}
