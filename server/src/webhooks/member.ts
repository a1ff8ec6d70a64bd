import type { Forge } from '@forgefold/core/app'
import { membershipId, roleName } from '@forgefold/core/domains/projects/member'
import { projectById } from '@forgefold/core/domains/projects/project'
import {
  type DeliverableEvent,
  type EventDetails,
  groupAround,
  groupForPayload,
  memberAround,
  projectAround,
  userForPayload,
} from '@forgefold/core/domains/webhooks/webhook'
import { lifecycleTime, payloadEmail } from './payload-parts.js'

type Moment = { readonly id: number; readonly position: DeliverableEvent['position'] }

const NAMES = {
  group: { add: 'user_add_to_group', update: 'user_update_for_group', remove: 'user_remove_from_group' },
  project: { add: 'user_add_to_team', update: 'user_update_for_team', remove: 'user_remove_from_team' },
} as const

/** The first owner is added before the group or project exists. */
const groupIn = async (forge: Forge, moment: Moment) => {
  const group = (await groupAround(forge, moment)).after ?? groupForPayload(forge, moment.id)
  return group === undefined ? undefined : { group_name: group.name, group_path: group.path, group_id: moment.id }
}

const projectIn = async (forge: Forge, moment: Moment) => {
  const project = (await projectAround(forge, moment)).after ?? projectById(forge, moment.id)
  if (project === undefined) return undefined
  return {
    project_name: project.name,
    project_path: project.path,
    project_path_with_namespace: project.fullPath,
    project_id: moment.id,
    project_visibility: project.visibility,
  }
}

/** The payload of a membership in a group or a project as they were then; an ended membership appears as it was before. */
export const memberPayload = async (
  forge: Forge,
  { userId, action }: Extract<EventDetails, { readonly kind: 'member' }>,
  { place, at, position }: DeliverableEvent,
) => {
  if (place.kind === 'instance') return undefined
  const source = await (place.kind === 'group' ? groupIn : projectIn)(forge, { id: place.id, position })
  const user = userForPayload(forge, userId)
  const id = membershipId(place.kind, place.id, userId)
  const { after } = await memberAround(forge, { id, position })
  if (source === undefined || user === undefined || after === undefined) return undefined
  const level = roleName(after.level)
  return {
    created_at: lifecycleTime(at),
    updated_at: lifecycleTime(at),
    ...source,
    user_username: user.username,
    user_name: user.name,
    user_email: payloadEmail(user),
    user_id: user.id,
    ...(place.kind === 'group'
      ? {
          group_access: level,
          group_plan: null,
          expires_at: after.expiresAt === null ? null : lifecycleTime(after.expiresAt),
        }
      : { access_level: level }),
    event_name: NAMES[place.kind][action],
  }
}
