import type { Forge, Tier } from '@forgefold/core/app'
import { userCard } from '@forgefold/core/domains/identity/user'
import type { MemberRow } from '@forgefold/core/domains/projects/member'
import { releaseHas } from '@forgefold/core/releases'
import { avatarUrl } from '../../identity/users/avatar.js'
import { presentUserCard } from '../../identity/users/presenter.js'

const paid = (tier: Tier): boolean => tier !== 'free'

/** A member of a group or project. */
export const presentMember = (forge: Forge, member: MemberRow): Readonly<Record<string, unknown>> => {
  const { externalUrl, release, tier } = forge.instance
  const maker = member.createdBy
  return {
    access_level: member.level,
    created_at: member.createdAt,
    expires_at: member.expiresAt,
    ...(maker !== null && releaseHas('members.created_by', release)
      ? { created_by: presentUserCard(userCard(forge, maker), externalUrl) }
      : {}),
    id: member.userId,
    username: member.username,
    name: member.name,
    state: member.state,
    avatar_url: avatarUrl(externalUrl, member.userId),
    web_url: `${externalUrl}/${member.username}`,
    ...(paid(tier) ? { membership_state: 'active' } : {}),
  }
}
