import { type AuditedEntity, auditEventAt } from '@forgefold/core/audit'
import { groupFor } from '@forgefold/core/domains/projects/group'
import { projectFor } from '@forgefold/core/domains/projects/project'
import { type Rejection, recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type Context,
  integer,
  ok,
  oneOf,
  optional,
  type Route,
  required,
  route,
} from '../../../http/index.js'
import { groupId, projectId } from '../path-ids.js'
import { arrayOf } from '../shape.js'
import { listAuditEvents, listParams, presenterOf } from './audit-event-list.js'
import { auditEventShape } from './audit-event-presenter.js'

const area = 'Audit events'
const tier = 'premium'

const success = { status: 200, description: 'The audit events, newest first', schemaFor: arrayOf(auditEventShape) }

const eventId = required(integer(), 'The number of the audit event')

const oneOfEntity = async (context: Context, id: number, entity: AuditedEntity | undefined): Promise<Answer> => {
  const found = await auditEventAt(context.forge, id)
  if (E.isLeft(found)) return found
  const event = found.right
  const isOf = entity === undefined || (event?.entity.type === entity.type && event.entity.id === entity.id)
  return event === undefined || !isOf ? E.left(recordNotFound) : ok(presenterOf(context)(event))
}

const ofInstance: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/audit_events',
    area,
    summary: 'List the audit events of the instance',
    caller: 'admin',
    tier,
    params: {
      entity_type: optional(
        oneOf(['User', 'Group', 'Project', 'Gitlab::Audit::InstanceScope']),
        'Only of this kind of entity',
      ),
      entity_id: optional(integer(), 'Only of this entity; the type has to be given too'),
      ...listParams('audit_events.keyset_of_the_instance'),
    },
    success,
    handler: (context, { entity_type, entity_id, ...params }) =>
      entity_id !== undefined && entity_type === undefined
        ? E.left({ kind: 'BadParameters', error: 'entity_type is missing' })
        : listAuditEvents(context, { entityType: entity_type, entityId: entity_id }, params),
  }),
  route({
    method: 'GET',
    path: '/audit_events/:id',
    area,
    summary: 'Read one audit event of the instance',
    caller: 'admin',
    tier,
    params: { id: eventId },
    success: { status: 200, schemaFor: auditEventShape },
    handler: (context, { id }) => oneOfEntity(context, id, undefined),
  }),
]

/** Owners of groups, maintainers of projects and auditors see what was done there (docs/reference/audit-events.md#permissions). */
const ENTITIES = [
  {
    path: '/groups/:id/audit_events',
    of: 'a group',
    keyset: 'audit_events.keyset_of_groups',
    id: groupId,
    entity: ({ forge, principal }: Context, id: string): E.Either<Rejection, AuditedEntity> =>
      E.map(
        ({ group }: { readonly group: { readonly id: number } }): AuditedEntity => ({ type: 'Group', id: group.id }),
      )(groupFor(forge, principal, id, 'read_group_audit_events')),
  },
  {
    path: '/projects/:id/audit_events',
    of: 'a project',
    keyset: 'audit_events.keyset_of_projects',
    id: projectId,
    entity: ({ forge, principal }: Context, id: string): E.Either<Rejection, AuditedEntity> =>
      E.map(
        ({ project }: { readonly project: { readonly id: number } }): AuditedEntity => ({
          type: 'Project',
          id: project.id,
        }),
      )(projectFor(forge, principal, id, 'read_project_audit_events')),
  },
] as const

const ofEntities: ReadonlyArray<Route> = ENTITIES.flatMap(({ path, of, keyset, id, entity }) => [
  route({
    method: 'GET',
    path,
    area,
    summary: `List the audit events of ${of}`,
    caller: 'user',
    tier,
    params: { id, ...listParams(keyset) },
    success,
    handler: async (context, { id: named, ...params }) => {
      const found = entity(context, named)
      if (E.isLeft(found)) return found
      return listAuditEvents(context, { entityType: found.right.type, entityId: found.right.id }, params)
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:audit_event_id`,
    area,
    summary: `Read one audit event of ${of}`,
    caller: 'user',
    tier,
    params: { id, audit_event_id: eventId },
    success: { status: 200, schemaFor: auditEventShape },
    handler: async (context, { id: named, audit_event_id }) => {
      const found = entity(context, named)
      return E.isLeft(found) ? found : oneOfEntity(context, audit_event_id, found.right)
    },
  }),
])

/** Audit events (docs/reference/audit-events.md). */
export const auditEventRoutes: ReadonlyArray<Route> = [...ofInstance, ...ofEntities]
