import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../../access/instance-policy.js'
import { type AvatarChange, avatarErrors, storeAvatar } from '../../../../app/avatar.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { type Changes, fieldErrors, given, invalid, notFound, refuse } from '../../../../kernel/index.js'
import { endSessionsOf } from '../../session/use-cases.js'
import type { UserCommand } from '../commands.js'
import { user } from '../decider.js'
import {
  type Identity,
  type Preferences,
  type Profile,
  passwordErrors,
  profileErrors,
  subjectOf,
  withIdentity,
} from '../profile.js'
import type { UserRow } from '../queries.js'
import { runnerMinutesErrors } from '../runner-minutes.js'
import type { UserRights } from '../state.js'
import { changeProfile } from '../steps/change-profile.js'

/** A change of a user; omitted fields stay as they are. */
export interface UserChanges {
  readonly userId: number
  readonly profile?: Changes<Omit<Profile, 'identities' | 'avatar' | 'preferences'>>
  /** Replaces that of the same provider. */
  readonly identity?: Identity | undefined
  readonly preferences?: Changes<Preferences>
  readonly avatar?: AvatarChange
  /** Ends every session of the user except the kept one. */
  readonly password?: string | undefined
  /** The secret of the session in which users change their own password. */
  readonly keptSession?: string | undefined
  readonly admin?: boolean | undefined
  readonly auditor?: boolean | undefined
  readonly external?: boolean | undefined
  readonly rights?: Changes<UserRights>
}

/**
 * Changes the given attributes; the caller has been authorised before.
 *
 * Rejections: `NotFound` (User); `Invalid` by field; `Conflict` where email or user name are taken.
 */
export const changeUser: UseCase<UserChanges, UserRow> = async (forge, caller, input) => {
  const { context } = caller
  const { userId, password } = input
  const profileDone = await changeProfile(forge, context, userId, async (before) => {
    const identities =
      input.identity === undefined ? before.identities : withIdentity(before.identities, input.identity)
    const preferences = { ...before.preferences, ...given(input.preferences ?? {}) }
    const named: Profile = { ...before, ...given(input.profile ?? {}), identities, preferences }
    const wrong = fieldErrors({
      ...profileErrors(named),
      ...passwordErrors(password, forge.settings.current()),
      ...runnerMinutesErrors(input.rights ?? {}),
      ...avatarErrors(input.avatar),
    })
    if (wrong !== undefined) return refuse(invalid(wrong))
    return E.right(input.avatar === undefined ? named : { ...named, avatar: await storeAvatar(forge, input.avatar) })
  })
  if (E.isLeft(profileDone)) return profileDone
  const rights = given(input.rights ?? {})
  // A user cannot be both: the role that ends is removed before the other is granted.
  const setAuditor = input.auditor === undefined ? [] : [{ type: 'SetAuditor', auditor: input.auditor } as const]
  const commands: ReadonlyArray<UserCommand> = [
    ...(password === undefined
      ? []
      : [{ type: 'ChangePassword', passwordHash: await forge.passwords.hash(password) } as const]),
    ...setAuditor.filter(({ auditor }) => !auditor),
    ...(input.admin === undefined ? [] : [{ type: 'SetAdmin', admin: input.admin } as const]),
    ...setAuditor.filter(({ auditor }) => auditor),
    ...(input.external === undefined ? [] : [{ type: 'SetExternal', external: input.external } as const]),
    ...(Object.keys(rights).length === 0 ? [] : [{ type: 'ChangeRights', rights } as const]),
  ]
  for (const command of commands) {
    const done = await forge.aggregates.execute(user, userId, command, withNewCommandId(forge, context))
    if (E.isLeft(done)) return done
  }
  if (password !== undefined) {
    const ended = await endSessionsOf(forge, caller, { userId, kept: input.keptSession })
    if (E.isLeft(ended)) return ended
  }
  return E.fromNullable(notFound('User'))(forge.read.users.byId(userId))
}

/** The identity of a user at a provider. */
export interface UserIdentity {
  readonly userId: number
  readonly provider: string
}

/** Removes an identity of a user. Rejections: `Unauthenticated`; `Forbidden` except for administrators; `NotFound` (User, Identity). */
export const removeIdentity: UseCase<UserIdentity, void> = async (forge, { principal, context }, input) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const done = await changeProfile(forge, context, input.userId, async (before) => {
    const identities = before.identities.filter(({ provider }) => provider !== input.provider)
    return identities.length === before.identities.length
      ? refuse(notFound('Identity'))
      : E.right({ ...before, identities })
  })
  return E.isLeft(done) ? done : E.right(undefined)
}

/**
 * Erases a user: the account ends, its names become free, and the key of its personal data is destroyed; the history stays complete.
 *
 * Rejections: `NotFound` (User).
 */
export const eraseUser: UseCase<{ readonly userId: number }, void> = async (forge, { context }, input) => {
  const { userId } = input
  const erased = await forge.aggregates.execute(user, userId, { type: 'Erase' }, context)
  if (E.isLeft(erased)) return erased
  forge.personalData.erase(subjectOf(userId))
  return E.right(undefined)
}
