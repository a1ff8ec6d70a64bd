import type { Forge } from '@forgefold/core/app'
import {
  type DeliverableEvent,
  type EventDetails,
  groupAround,
  groupForPayload,
  ownersForPayload,
  projectAround,
} from '@forgefold/core/domains/webhooks/webhook'
import { lifecycleTime, payloadEmail } from './payload-parts.js'

type Details<Kind extends EventDetails['kind']> = Extract<EventDetails, { readonly kind: Kind }>

/** When the subject was created, and when the event happened. */
export const payloadMoments = (begunAt: DeliverableEvent['at'] | undefined, { at }: DeliverableEvent) => ({
  created_at: lifecycleTime(begunAt ?? at),
  updated_at: lifecycleTime(at),
})

/** The payload of an event on a project; a deleted project appears as it was. */
export const projectPayload = async (
  forge: Forge,
  { id, action }: Details<'project'>,
  deliverable: DeliverableEvent,
) => {
  const { before, after, begunAt } = await projectAround(forge, { id, position: deliverable.position })
  if (after === undefined) return undefined
  const owners = ownersForPayload(forge, after)
  const ownerGroup = after.groupId === null ? undefined : groupForPayload(forge, after.groupId)
  const moved = action === 'rename' || action === 'transfer'
  return {
    event_name: `project_${action}`,
    ...payloadMoments(begunAt, deliverable),
    name: after.name,
    path: after.path,
    path_with_namespace: after.fullPath,
    project_id: id,
    owner_name: ownerGroup?.name ?? owners[0]?.name ?? '',
    owner_email: ownerGroup === undefined ? payloadEmail(owners[0]) : '',
    owners: owners.map((owner) => ({ name: owner.name, email: payloadEmail(owner) })),
    project_visibility: after.visibility,
    ...(moved ? { old_path_with_namespace: before?.fullPath ?? after.fullPath } : {}),
  }
}

/** The payload of an event on a group, for hooks of the instance and of parent groups. */
export const groupPayload = async (forge: Forge, { id, action }: Details<'group'>, deliverable: DeliverableEvent) => {
  const { before, after, begunAt } = await groupAround(forge, { id, position: deliverable.position })
  if (after === undefined) return undefined
  const group = {
    ...payloadMoments(begunAt, deliverable),
    name: after.name,
    path: after.path,
    full_path: after.fullPath,
    group_id: id,
  }
  if (deliverable.trigger === 'subgroup_events') {
    const parent = after.parentId === null ? undefined : groupForPayload(forge, after.parentId)
    return {
      event_name: `subgroup_${action}`,
      ...group,
      parent_group_id: after.parentId,
      parent_name: parent?.name ?? null,
      parent_path: parent?.path ?? null,
      parent_full_path: parent?.fullPath ?? null,
    }
  }
  const old = action === 'rename' ? { old_path: before?.path, old_full_path: before?.fullPath } : {}
  return { event_name: `group_${action}`, ...group, ...old }
}
