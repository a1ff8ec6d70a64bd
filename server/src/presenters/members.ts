import type { Forge, Tier } from '@forgefold/core/app'
import type { MemberRow } from '@forgefold/core/domains/member'
import { releaseHas } from '@forgefold/core/releases'
import type { JsonSchema } from '../http/index.js'
import { presentUserCard } from './users.js'

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
      ? { created_by: presentUserCard(forge.read.users.card(maker), externalUrl) }
      : {}),
    id: member.userId,
    username: member.username,
    name: member.name,
    state: member.state,
    avatar_url: null,
    web_url: `${externalUrl}/${member.username}`,
    ...(paid(tier) ? { membership_state: 'active' } : {}),
  }
}

export const memberSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    username: { type: 'string' },
    name: { type: 'string' },
    state: { type: 'string' },
    access_level: { type: 'integer' },
    created_at: { type: 'string', format: 'date-time' },
    expires_at: { type: 'string', format: 'date', nullable: true },
  },
  required: ['id', 'username', 'name', 'state', 'access_level'],
}
