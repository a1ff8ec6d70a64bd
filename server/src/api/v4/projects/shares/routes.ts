import { ACCESS } from '@forgefold/core/access'
import { getGroup } from '@forgefold/core/domains/projects/group'
import { endSharing, listProjectGroups, shareWithGroup } from '@forgefold/core/domains/projects/group-share'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  created,
  date,
  filter,
  integer,
  listed,
  listOf,
  nullable,
  oneOfIntegers,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentGroupDetail } from '../groups/presenter.js'
import { groupShape } from '../groups/shape.js'
import { presentGroupOfProject, presentProjectShare } from './presenter.js'
import { groupOfProjectShape, projectShareShape } from './shape.js'
import { transferLocationRoutes } from './transfer-location-routes.js'

const LEVELS = [ACCESS.guest, ACCESS.reporter, ACCESS.developer, ACCESS.maintainer, ACCESS.owner]

const wanted = {
  group_id: required(integer(), 'The group it is shared with'),
  group_access: required(oneOfIntegers(LEVELS), 'The highest role that members of the group get'),
  expires_at: optional(nullable(date()), 'The day on which the share ends'),
}

const shareProject = route({
  method: 'POST',
  path: '/projects/:id/share',
  area: 'Projects',
  summary: 'Share a project with a group',
  caller: 'user',
  params: { id: projectId, ...wanted },
  success: { status: 201, schemaFor: projectShareShape },
  handler: async (context, { id: ref, group_id, group_access: level, expires_at: expiresAt = null }) => {
    const input = { source: 'project', ref, groupId: group_id, level, expiresAt } as const
    return respond(presentProjectShare, 201)(await shareWithGroup(context.forge, callerOf(context), input))
  },
})

const shareGroup = route({
  method: 'POST',
  path: '/groups/:id/share',
  area: 'Groups',
  summary: 'Share a group with another',
  caller: 'user',
  params: { id: groupId, ...wanted },
  success: { status: 201, schemaFor: groupShape },
  handler: async (context, { id: ref, group_id, group_access: level, expires_at: expiresAt = null }) => {
    const { forge, principal } = context
    const input = { source: 'group', ref, groupId: group_id, level, expiresAt } as const
    const shared = await shareWithGroup(forge, callerOf(context), input)
    if (E.isLeft(shared)) return shared
    const group = getGroup(forge, { principal }, ref)
    return E.isLeft(group) ? group : created(presentGroupDetail(group.right, forge, principal))
  },
})

const ends = (source: 'group' | 'project'): Route =>
  route({
    method: 'DELETE',
    path: `/${source}s/:id/share/:group_id`,
    area: source === 'group' ? 'Groups' : 'Projects',
    summary: `Share a ${source} with a group no more`,
    caller: 'user',
    params: { id: source === 'group' ? groupId : projectId, group_id: required(integer(), 'The group') },
    success: { status: 204, description: 'It is shared with the group no more' },
    handler: async (context, { id: ref, group_id }) =>
      respondNoContent(await endSharing(context.forge, callerOf(context), { source, ref, groupId: group_id })),
  })

const groupsOfProject = route({
  method: 'GET',
  path: '/projects/:id/groups',
  area: 'Projects',
  summary: 'List the groups that a project lies in, and those it is shared with',
  caller: 'anyone',
  params: {
    id: projectId,
    search: optional(filter(string()), 'A part of name or path'),
    skip_groups: optional(listOf(integer()), 'Not these'),
    with_shared: withDefault(boolean(), false, 'Also those it is shared with'),
    shared_visible_only: withDefault(boolean(), false, 'Of those, only what the caller may see: that holds always'),
    shared_min_access_level: optional(oneOfIntegers(LEVELS), 'Of those, only the ones that get at least this role'),
    ...paging,
  },
  success: { status: 200, schemaFor: arrayOf(groupOfProjectShape) },
  handler: ({ forge, principal }, params) => {
    const page = pageRequest(params)
    const { id: project, search, skip_groups: skip, with_shared: shared } = params
    const least = params.shared_min_access_level ?? ACCESS.guest
    const found = listProjectGroups(forge, { principal }, { project, shared, least, search, skip, page })
    return E.isLeft(found) ? found : listed(found.right, page, (row) => presentGroupOfProject(row, forge.instance))
  },
})

/** Projects and groups shared with groups (docs/reference/behaviour/projects.md#sharing-with-groups). */
export const shareRoutes: ReadonlyArray<Route> = [
  ...transferLocationRoutes,
  shareProject,
  shareGroup,
  ends('project'),
  ends('group'),
  groupsOfProject,
]
