import type { Forge, Tier } from '@forgefold/core/app'
import { userCard } from '@forgefold/core/domains/identity/user'
import type { MemberRow } from '@forgefold/core/domains/projects/member'
import type { Rejection } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import { userAvatarUrl } from '../../avatar.js'
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
    avatar_url: userAvatarUrl(externalUrl, userCard(forge, member.userId)),
    web_url: `${externalUrl}/${member.username}`,
    ...(paid(tier) ? { membership_state: 'active' } : {}),
  }
}

/** The refusal of one of several users, as a sentence. */
export const sentenceOf = (rejection: Rejection): string => {
  if (rejection.kind === 'Conflict') return String(rejection.message ?? 'Conflict')
  if (rejection.kind === 'NotFound') return `${rejection.what ?? 'User'} not found`
  if (rejection.kind === 'Invalid')
    return Object.entries(rejection.fields)
      .flatMap(([field, texts]) => texts.map((text) => `${sentenceCase(field)} ${text}`))
      .join(' and ')
  return rejection.kind === 'Forbidden' ? '403 Forbidden' : rejection.kind
}

const sentenceCase = (field: string): string => {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
