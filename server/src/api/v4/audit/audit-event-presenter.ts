import type { Forge } from '@forgefold/core/app'
import type { AuditEvent, AuditedEntity } from '@forgefold/core/audit'
import { userById } from '@forgefold/core/domains/identity/user'
import { groupById } from '@forgefold/core/domains/projects/group'
import { projectById } from '@forgefold/core/domains/projects/project'
import { userIdOf } from '@forgefold/core/kernel'
import { anything, instant, integer, record, type Shape, text } from '../shape.js'

/** An audit event as the API shows it. */
export const auditEventShape: Shape = record('AuditEvent', {
  id: integer,
  author_id: integer,
  entity_id: integer,
  entity_type: text,
  details: anything,
  created_at: instant,
})

/** The author of an event without a signed-in user. */
const NO_AUTHOR_ID = -1

/** The present path of the entity; null where it is deleted. */
const pathOf = (forge: Forge, { type, id }: AuditedEntity): string | null => {
  switch (type) {
    case 'User':
      return userById(forge, id)?.username ?? null
    case 'Group':
      return groupById(forge, id)?.fullPath ?? null
    case 'Project':
      return projectById(forge, id)?.fullPath ?? null
    case 'Gitlab::Audit::InstanceScope':
      return 'gitlab_instance'
  }
}

/** Presents an audit event with the present names of its author and its entity. */
export const presentAuditEvent =
  (forge: Forge, showsAddresses: boolean) =>
  ({ event, entity, target, action }: AuditEvent): unknown => {
    const { metadata, position } = event
    const authorId = userIdOf(metadata.actor)
    const author = authorId === undefined ? undefined : userById(forge, authorId)
    const path = pathOf(forge, entity)
    const isUser = target.type === 'User' && typeof target.id === 'number'
    return {
      id: position,
      author_id: authorId ?? NO_AUTHOR_ID,
      entity_id: entity.id,
      entity_type: entity.type,
      details: {
        ...action,
        author_name: author?.name ?? metadata.actor,
        ...(showsAddresses && author !== undefined ? { author_email: author.email } : {}),
        target_id: target.id,
        target_type: target.type,
        target_details: (isUser ? userById(forge, Number(target.id))?.name : target.details) ?? path,
        ip_address: metadata.sourceIp ?? null,
        entity_path: path,
      },
      created_at: metadata.at,
    }
  }
