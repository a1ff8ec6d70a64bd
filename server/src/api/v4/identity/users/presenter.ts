import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { followingOf } from '@forgefold/core/domains/identity/follow'
import {
  commitAddressOf,
  countsForLicense,
  isAuditor,
  type UserCard,
  type UserRow,
  userCard,
} from '@forgefold/core/domains/identity/user'
import { lifespanOf } from '@forgefold/core/releases'
import { existsOn } from '../../../../http/index.js'
import { userAvatarUrl } from '../../avatar.js'
import { textOf } from '../../fragments.js'

const blankAsNull = (text: string): string | null => (text === '' ? null : text)

/** The summary of a user inside other answers. */
export const presentUserCard = ({ id, username, name, state, avatar }: UserCard, externalUrl: string) => ({
  id,
  username,
  name,
  state,
  avatar_url: userAvatarUrl(externalUrl, { id, avatar }),
  web_url: `${externalUrl}/${username}`,
})

/** A user by id inside another answer (docs/reference/behaviour/identity.md#user-summary); an erased one is shown as a ghost. */
export const userSummary = (forge: Forge, userId: number) =>
  presentUserCard(userCard(forge, userId), forge.instance.externalUrl)

/** The public profile fields of a user inside other answers. */
export const presentPerson = (user: UserRow, externalUrl: string) => ({
  id: user.id,
  username: user.username,
  name: user.name,
  state: user.state,
  avatar_url: userAvatarUrl(externalUrl, user),
  web_url: `${externalUrl}/${user.username}`,
  ...(user.privateProfile ? {} : { created_at: user.createdAt }),
  bio: user.bio,
  location: blankAsNull(user.location),
  public_email: blankAsNull(user.publicEmail),
  skype: user.skype,
  linkedin: user.linkedin,
  twitter: user.twitter,
  website_url: user.websiteUrl,
  organization: blankAsNull(user.organization),
  job_title: user.jobTitle,
  pronouns: blankAsNull(user.pronouns),
  bot: user.bot,
  work_information: workInformation(user),
  local_time: null,
})

/** A user's profile as the caller sees it; a private one shows less to others (docs/reference/behaviour/identity.md#private-profiles). */
export const presentProfile = (user: UserRow, forge: Forge, principal: Principal) => {
  const person = presentPerson(user, forge.instance.externalUrl)
  const shown = followingOf(forge, { principal }, user)
  if (shown === undefined) return person
  const { followers, following, isFollowed } = shown
  const own = isFollowed === undefined ? {} : { is_followed: isFollowed }
  return { ...person, created_at: user.createdAt, followers, following, ...own }
}

const workInformation = ({ jobTitle, organization }: UserRow): string | null => {
  if (jobTitle !== '' && organization !== '') return `${jobTitle} at ${organization}`
  return blankAsNull(jobTitle === '' ? organization : jobTitle)
}

const lastActivityOf = ({ currentSignInAt, lastActivityOn }: UserRow): string | null => {
  const days = [currentSignInAt?.slice(0, 10) ?? '', lastActivityOn ?? '']
  return blankAsNull(days.sort().at(-1) ?? '')
}

const isPaid = ({ instance }: Forge): boolean => instance.tier !== 'free'

const presentAccount = (user: UserRow, forge: Forge) => ({
  last_sign_in_at: user.lastSignInAt,
  confirmed_at: user.confirmedAt,
  last_activity_on: lastActivityOf(user),
  email: user.email,
  theme_id: user.preferences.themeId,
  color_scheme_id: user.preferences.colorSchemeId,
  projects_limit: user.projectsLimit,
  current_sign_in_at: user.currentSignInAt,
  identities: user.identities.map(({ provider, externUid }) => ({ provider, extern_uid: externUid })),
  can_create_group: user.canCreateGroup,
  can_create_project: user.projectsLimit > 0 && !user.external && !isAuditor(user, forge.instance.tier),
  two_factor_enabled: user.twoFactorEnabled,
  external: user.external,
  private_profile: user.privateProfile,
  commit_email: commitAddressOf(forge, user),
  ...(isPaid(forge) && {
    shared_runners_minutes_limit: user.sharedRunnersMinutesLimit ?? null,
    extra_shared_runners_minutes_limit: user.extraSharedRunnersMinutesLimit ?? null,
  }),
})

/** A user's profile as they see it themselves, as JSON text. */
export const presentOwnProfile = (user: UserRow, forge: Forge, principal: Principal): string =>
  textOf(presentProfile(user, forge, principal), presentAccount(user, forge))

/** Whether auditors are shown: on paid tiers, where the role can be given over the API. */
const showsAuditors = ({ instance }: Forge): boolean =>
  existsOn(instance, { ...lifespanOf('users.auditor'), tier: 'premium' })

/** A user as administrators see them, as JSON text. */
export const presentUserForAdmin = (user: UserRow, forge: Forge, principal: Principal): string =>
  textOf(presentProfile(user, forge, principal), presentAccount(user, forge), {
    is_admin: user.admin,
    ...(showsAuditors(forge) && { is_auditor: user.auditor }),
    ...(isPaid(forge) && { using_license_seat: countsForLicense(forge, user) }),
    note: blankAsNull(user.note),
    namespace_id: user.namespaceId,
    current_sign_in_ip: user.currentSignInIp,
    last_sign_in_ip: user.lastSignInIp,
    sign_in_count: user.signInCount,
  })
