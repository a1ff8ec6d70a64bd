import type { Scope } from '@forgefold/core/access'
import { ACCESS } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'

/** What is said of a user to those who sign in with Forgefold (OpenID Connect Core §5.1). */
export interface Claims {
  readonly sub: string
  readonly [claim: string]: unknown
}

const OWNER_CLAIM = 'https://gitlab.org/claims/groups'

/** More groups than this nobody reads. */
const MOST_GROUPS = 100

const membershipsOf = (forge: Forge, userId: number) => {
  const visibleTo = { userId, admin: false, external: false }
  const page = { page: 1, perPage: MOST_GROUPS }
  const { rows } = forge.read.groups.list({ visibleTo, membership: true, orderBy: 'id', sort: 'asc' }, page)
  return rows.map(({ id, fullPath }) => ({ fullPath, level: forge.read.groups.level(userId, id) }))
}

const groupsOf = (forge: Forge, userId: number): Readonly<Record<string, unknown>> => {
  const memberships = membershipsOf(forge, userId)
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

/** The groups that somebody is a member of directly, by path; stands in id_tokens only. */
export const directGroups = (forge: Forge, userId: number): ReadonlyArray<string> =>
  forge.read.members
    .ofUser(userId)
    .filter(({ source }) => source === 'group')
    .slice(0, MOST_GROUPS)
    .flatMap(({ sourceId }) => forge.read.groups.byId(sourceId)?.fullPath ?? [])
    .sort()

/** The claims of a user by the scopes of a token; undefined where there is no such user. */
export const claimsOf = (forge: Forge, userId: number, scopes: ReadonlyArray<Scope>): Claims | undefined => {
  const user = forge.read.users.byId(userId)
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
    picture: null,
    ...groupsOf(forge, userId),
  }
  const said = Object.entries(claims).filter(([, value]) => value !== null && value !== undefined)
  return {
    sub: String(userId),
    sub_legacy: forge.secrets.keyedDigest(`sub:${userId}`),
    ...Object.fromEntries(said),
  }
}
