import * as E from 'fp-ts/lib/Either.js'
import { type AvatarChange, avatarErrors, storeAvatar } from '../../../../app/avatar.js'
import type { Beside } from '../../../../app/begin-beside.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import { shownRow } from '../../../../app/shown-row.js'
import { type Changes, fieldErrors, given, invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import type { Settings } from '../../../instance/settings/index.js'
import { user } from '../decider.js'
import { projectsLimit, startsExternal } from '../instance-rules.js'
import { emptyProfile, type Preferences, type Profile, passwordErrors, profileErrors, sealProfile } from '../profile.js'
import type { UserRow } from '../queries.js'
import { runnerMinutesErrors } from '../runner-minutes.js'
import type { UserRights } from '../state.js'
import { profileNames } from '../unique-names.js'

/** A new user as an administrator creates them. */
export interface Registration {
  readonly profile: Partial<Profile> & Pick<Profile, 'username' | 'name' | 'email'>
  /** The password; undefined where the user gets none and cannot sign in with one. */
  readonly password: string | undefined
  /** The password was generated. */
  readonly hasRandomPassword?: boolean | undefined
  readonly admin?: boolean | undefined
  readonly auditor?: boolean | undefined
  readonly external?: boolean | undefined
  /** The email address counts as confirmed from the start. */
  readonly confirmed?: boolean | undefined
  /** A program acts as this user. */
  readonly bot?: true | undefined
  readonly rights?: Changes<UserRights>
  readonly preferences?: Changes<Preferences>
  readonly avatar?: AvatarChange
  /** What is written beside the user, by their number. */
  readonly beside?: Beside
}

const NOTHING_BESIDE: E.Either<Rejection, unknown> = E.right(undefined)

const rightsOf = (wanted: Registration['rights'] = {}, settings: Settings): UserRights => ({
  canCreateGroup: wanted.canCreateGroup ?? true,
  projectsLimit: wanted.projectsLimit ?? projectsLimit(settings),
  privateProfile: wanted.privateProfile ?? false,
})

/**
 * Creates a user with a personal namespace; the caller has been authorised before.
 *
 * Rejections: `Invalid` by field; `Conflict` where email or user name are taken.
 */
export const registerUser: UseCase<Registration, UserRow> = async (forge, { context }, input) => {
  const { password } = input
  const preferences = { ...emptyProfile.preferences, ...given(input.preferences ?? {}) }
  const named: Profile = { ...emptyProfile, preferences, ...input.profile, email: input.profile.email.trim() }
  const settings = forge.settings.current()
  const wrong = fieldErrors({
    ...profileErrors(named),
    ...passwordErrors(password, settings),
    ...runnerMinutesErrors(input.rights ?? {}),
    ...avatarErrors(input.avatar),
  })
  if (wrong !== undefined) return refuse(invalid(wrong))
  const profile = input.avatar === undefined ? named : { ...named, avatar: await storeAvatar(forge, input.avatar) }
  const passwordHash = password === undefined ? null : await forge.passwords.hash(password, input.hasRandomPassword)
  const number = prefetchNumber(forge, 'namespace')
  return forge.aggregates.create(user, 'user', profileNames(profile), context, async (id, execute) => {
    const namespaceId = await number
    if (E.isLeft(namespaceId)) return namespaceId
    const register = {
      type: 'Register',
      namespaceId: namespaceId.right,
      profile: sealProfile(forge.personalData, id, profile),
      passwordHash,
      admin: input.admin ?? false,
      external: input.external ?? startsExternal(profile.email, settings, forge.patterns),
      confirmedAt: input.confirmed === true ? context.at : null,
      bot: input.bot,
      auditor: input.auditor,
      ...rightsOf(input.rights, settings),
    } as const
    const [registered, told] = await Promise.all([execute(register, context), input.beside?.(id) ?? NOTHING_BESIDE])
    if (E.isLeft(registered)) return registered
    if (E.isLeft(told)) return told
    const { sharedRunnersMinutesLimit, extraSharedRunnersMinutesLimit } = input.rights ?? {}
    const minutes = given<UserRights>({ sharedRunnersMinutesLimit, extraSharedRunnersMinutesLimit })
    if (Object.keys(minutes).length > 0) {
      const set = { type: 'ChangeRights', rights: minutes } as const
      const done = await execute(set, withNewCommandId(forge, context))
      if (E.isLeft(done)) return done
    }
    return shownRow(forge.read.users.byId(id), 'new user')
  })
}
