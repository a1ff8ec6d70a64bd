import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  changeGroup,
  createGroup,
  deleteGroup,
  type GroupRow,
  getGroup,
  restoreGroup,
  transferGroup,
} from '@forgefold/core/domains/projects/group'
import { type ProjectRow, projectsInGroup, projectsSharedWith } from '@forgefold/core/domains/projects/project'
import { asRubyHash, type Rejection, refused } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  accepted,
  answer,
  boolean,
  type Context,
  integer,
  optional,
  type Route,
  required,
  respond,
  respondText,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { avatar, avatarOf } from '../../avatar.js'
import { addCustomAttributes, withCustomAttributes } from '../../custom-attributes.js'
import { textOf, withField } from '../../fragments.js'
import { messageShape } from '../../instance/version/shape.js'
import { callerOf } from '../../path-ids.js'
import { permanentRemoval } from '../params.js'
import { presentProject } from '../projects/presenter.js'
import { AREA, addressLimit, description, groupSettingParams, settingsOf } from './params.js'
import { picture } from './picture-route.js'
import { presentGroupDetail } from './presenter.js'
import { groupShape } from './shape.js'
import { takeProject } from './take-project-route.js'

/** A group with those of its projects that the caller may see. */
const presentWithProjects = (forge: Forge, principal: Principal, group: GroupRow): string => {
  const shown = (rows: ReadonlyArray<ProjectRow>) =>
    `[${rows.map((row) => presentProject(forge, principal, row)).join(',')}]`
  const text = textOf(presentGroupDetail(group, forge, principal))
  const withOwn = withField(text, 'projects', shown(projectsInGroup(forge, { principal }, group.id)))
  return withField(withOwn, 'shared_projects', shown(projectsSharedWith(forge, { principal }, group.id)))
}

const answerGroup = ({ forge, principal }: Context, result: E.Either<Rejection, GroupRow>, status = 200): Answer =>
  respondText((row: GroupRow) => presentWithProjects(forge, principal, row), status)(result)

/** A refusal in the words of creating a group. */
const refusedToSave = (rejection: Rejection): Rejection =>
  rejection.kind === 'Invalid' ? refused(`Failed to save group ${asRubyHash(rejection.fields)}`) : rejection

const create = route({
  method: 'POST',
  path: '/groups',
  area: AREA,
  summary: 'Make a group; its creator becomes owner',
  caller: 'user',
  params: {
    name: required(string(), 'Name'),
    path: required(string(), 'Path'),
    parent_id: optional(integer(), 'The group it is put under'),
    description,
    avatar,
    ...groupSettingParams,
  },
  success: { status: 201, schemaFor: groupShape },
  handler: async (context, params) => {
    const { name, path, parent_id: parentId = null } = params
    const wanted = { parentId, settings: { ...settingsOf(params), name, path }, avatar: avatarOf(params.avatar) }
    const made = await createGroup(context.forge, callerOf(context), wanted)
    return answerGroup(context, E.mapLeft(refusedToSave)(made), 201)
  },
})

const change = route({
  method: 'PUT',
  path: '/groups/:id',
  area: AREA,
  summary: 'Change a group',
  caller: 'user',
  params: {
    id: required(string(), 'Id or full path'),
    name: optional(string(), 'Name'),
    path: optional(string(), 'Path'),
    description,
    avatar,
    ...groupSettingParams,
    ip_restriction_ranges: addressLimit,
  },
  success: { status: 200, schemaFor: groupShape },
  handler: async (context, params) => {
    const { id: ref, name, path } = params
    const changes = { ...settingsOf(params), name, path }
    return answerGroup(
      context,
      await changeGroup(context.forge, callerOf(context), { ref, changes, avatar: avatarOf(params.avatar) }),
    )
  },
})

const read = route({
  method: 'GET',
  path: '/groups/:id',
  area: AREA,
  summary: 'Read a group',
  caller: 'anyone',
  params: {
    id: required(string(), 'Id or full path'),
    with_projects: withDefault(boolean(), true, 'Also the projects in it'),
    with_custom_attributes: withCustomAttributes,
  },
  success: { status: 200, schemaFor: groupShape },
  handler: (context, params) => {
    const { forge, principal } = context
    const found = getGroup(forge, context, params.id)
    if (E.isLeft(found)) return found
    const group = found.right
    const text = params.with_projects
      ? presentWithProjects(forge, principal, group)
      : JSON.stringify(presentGroupDetail(group, forge, principal))
    const ready = params.with_custom_attributes ? addCustomAttributes(context, 'group', group.id, text) : text
    return answer({ status: 200, ready })
  },
})

const remove = route({
  method: 'DELETE',
  path: '/groups/:id',
  area: AREA,
  summary: 'Delete a group with everything in it, or mark it for deletion where the settings put that off',
  caller: 'user',
  params: { id: required(string(), 'Id or full path'), ...permanentRemoval('groups.permanently_remove') },
  success: { status: 202, schemaFor: messageShape },
  handler: async (context, { id: ref, permanently_remove: permanently, full_path: fullPath }) => {
    const done = await deleteGroup(context.forge, callerOf(context), { ref, permanently, fullPath })
    return E.isLeft(done) ? done : accepted({ message: '202 Accepted' })
  },
})

const restore = route({
  method: 'POST',
  path: '/groups/:id/restore',
  area: AREA,
  summary: 'Take back a deletion that was put off',
  caller: 'user',
  tier: 'premium',
  params: { id: required(string(), 'Id or full path') },
  success: { status: 201, schemaFor: groupShape },
  handler: async (context, { id: ref }) =>
    answerGroup(context, await restoreGroup(context.forge, callerOf(context), ref), 201),
})

const transfer = route({
  method: 'POST',
  path: '/groups/:id/transfer',
  area: AREA,
  summary: 'Put a group under another, or at the top',
  caller: 'user',
  ...lifespanOf('groups.transfer'),
  params: {
    id: required(string(), 'Id or full path'),
    group_id: optional(integer(), 'The group above; without it the group goes to the top'),
  },
  success: { status: 201, schemaFor: groupShape },
  handler: async (context, { id: ref, group_id: parentId = null }) => {
    const { forge } = context
    const moved = await transferGroup(forge, callerOf(context), { ref, parentId })
    return respond((row: GroupRow) => presentGroupDetail(row, forge, context.principal), 201)(moved)
  },
})

/** Routes of single groups. */
export const groupRoutes: ReadonlyArray<Route> = [create, change, read, remove, restore, transfer, takeProject, picture]
