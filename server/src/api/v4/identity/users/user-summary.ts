import type { Forge } from '@forgefold/core/app'
import { type UserCard, userCard } from '@forgefold/core/domains/identity/user'
import { avatarUrl } from './avatar.js'

/** A user beside something else (docs/reference/behaviour/identity.md#user-summary). */
export interface UserSummary {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly state: string
  readonly avatar_url: string
  readonly web_url: string
}

const summaryOf = (forge: Forge, card: UserCard): UserSummary => ({
  id: card.id,
  username: card.username,
  name: card.name,
  state: card.state,
  avatar_url: avatarUrl(forge.instance.externalUrl, card.id),
  web_url: `${forge.instance.externalUrl}/${card.username}`,
})

/** The user of that number; one who was erased is shown as a ghost. */
export const userSummary = (forge: Forge, userId: number): UserSummary => summaryOf(forge, userCard(forge, userId))
