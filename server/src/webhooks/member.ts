import type { Forge } from '@forgefold/core/app'
import { roleName } from '@forgefold/core/domains/projects/member'
import {
  type DeliverableEvent,
  type EventDetails,
  groupForPayload,
  userForPayload,
} from '@forgefold/core/domains/webhooks/webhook'
import { payloadTime } from './payload-parts.js'

const NAMES = { add: 'user_add_to_group', update: 'user_update_for_group', remove: 'user_remove_from_group' } as const

/** The payload of a membership in a group. */
export const memberPayload = (
  forge: Forge,
  { userId, level, expiresAt, action }: Extract<EventDetails, { readonly kind: 'member' }>,
  { place, at }: DeliverableEvent,
) => {
  const group = groupForPayload(forge, place.id)
  const user = userForPayload(forge, userId)
  if (group === undefined || user === undefined) return undefined
  return {
    created_at: payloadTime(at),
    updated_at: payloadTime(at),
    group_name: group.name,
    group_path: group.path,
    group_id: group.id,
    user_username: user.username,
    user_name: user.name,
    user_email: user.publicEmail === '' ? '[REDACTED]' : user.publicEmail,
    user_id: user.id,
    group_access: roleName(level),
    group_plan: null,
    expires_at: expiresAt,
    event_name: NAMES[action],
  }
}
