import { ACCESS, type Scope } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { userById } from '@forgefold/core/domains/identity/user'
import { directGroupsOfUser, groupsOfUser } from '@forgefold/core/domains/projects/member'
import { userAvatarUrl } from '../api/v4/avatar.js'

/** The claims about a user for clients that use Forgefold to sign in (OpenID Connect Core §5.1). */
export interface Claims {
  readonly sub: string
  readonly [claim: string]: unknown
}

const OWNER_CLAIM = 'https://gitlab.org/claims/groups'

/** At most this many groups are in a token. */
const MAX_GROUPS = 100

const groupClaims = (forge: Forge, userId: number): Readonly<Record<string, unknown>> => {
  const memberships = groupsOfUser(forge, { userId, most: MAX_GROUPS })
  const at = (level: number): ReadonlyArray<string> =>
    memberships.filter((one) => one.level === level).map((one) => one.fullPath)
  const ranked = { owner: at(ACCESS.owner), maintainer: at(ACCESS.maintainer), developer: at(ACCESS.developer) }
  return {
    groups: memberships.map((one) => one.fullPath),
    ...Object.fromEntries(
      Object.entries(ranked)
        .filter(([, paths]) => paths.length > 0)
        .map(([role, paths]) => [`${OWNER_CLAIM}/${role}`, paths]),
    ),
  }
}

/** The paths of the groups of which a user is a direct member; only in id_tokens. */
export const directGroups = (forge: Forge, userId: number): ReadonlyArray<string> =>
  directGroupsOfUser(forge, { userId, most: MAX_GROUPS })

/** The claims of a user by the scopes of a token; undefined if there is no such user. */
export const claimsOf = (forge: Forge, userId: number, scopes: ReadonlyArray<Scope>): Claims | undefined => {
  const user = userById(forge, userId)
  if (user === undefined) return undefined
  const email = scopes.includes('email') ? user.email : user.publicEmail
  const claims = {
    name: user.name,
    nickname: user.username,
    preferred_username: user.username,
    email: email === '' ? null : email,
    email_verified: email === user.email ? user.confirmedAt !== null : null,
    website: user.websiteUrl === '' ? null : user.websiteUrl,
    profile: `${forge.instance.externalUrl}/${user.username}`,
    picture: userAvatarUrl(forge.instance.externalUrl, user),
    ...groupClaims(forge, userId),
  }
  const said = Object.entries(claims).filter(([, value]) => value !== null && value !== undefined)
  return {
    sub: String(userId),
    sub_legacy: forge.secrets.keyedDigest(`sub:${userId}`),
    ...Object.fromEntries(said),
  }
}
