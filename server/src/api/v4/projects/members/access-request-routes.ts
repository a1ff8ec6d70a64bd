import { ACCESS } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { userCard } from '@forgefold/core/domains/identity/user'
import {
  type AccessRequestRow,
  approveAccess,
  denyAccess,
  listAccessRequests,
  type MemberRow,
  type MemberSource,
  requestAccess,
} from '@forgefold/core/domains/projects/member'
import * as E from 'fp-ts/lib/Either.js'
import {
  integer,
  listed,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  withDefault,
} from '../../../../http/index.js'
import { presentUserCard } from '../../identity/users/presenter.js'
import { cardFields } from '../../identity/users/shape.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { arrayOf, instant, record } from '../../shape.js'
import { memberShape } from '../groups/shape.js'
import { presentMember } from './presenter.js'

const area = 'Access requests'

const accessRequestShape = record('AccessRequest', { ...cardFields, requested_at: instant })

const presentRequest = (forge: Forge, { userId, requestedAt }: AccessRequestRow) => ({
  ...presentUserCard(userCard(forge, userId), forge.instance.externalUrl),
  requested_at: requestedAt,
})

const requester = required(integer(), 'Who asked')

const of = (source: MemberSource): ReadonlyArray<Route> => {
  const id = source === 'group' ? groupId : projectId
  const path = `/${source}s/:id/access_requests`
  return [
    route({
      method: 'GET',
      path,
      area,
      summary: `List those who ask for access to a ${source}`,
      caller: 'user',
      params: { id, ...paging },
      success: { status: 200, schemaFor: arrayOf(accessRequestShape) },
      handler: ({ forge, principal }, params) => {
        const page = pageRequest(params)
        const found = listAccessRequests(forge, { principal }, { source, ref: params.id, page })
        return E.isLeft(found) ? found : listed(found.right, page, (row) => presentRequest(forge, row))
      },
    }),
    route({
      method: 'POST',
      path,
      area,
      summary: `Ask for access to a ${source}`,
      caller: 'user',
      params: { id },
      success: { status: 201, schemaFor: accessRequestShape },
      handler: async (context, { id: ref }) =>
        respond(
          (row: AccessRequestRow) => presentRequest(context.forge, row),
          201,
        )(await requestAccess(context.forge, callerOf(context), { source, ref })),
    }),
    route({
      method: 'PUT',
      path: `${path}/:user_id/approve`,
      area,
      summary: `Approve an access request of a ${source}`,
      caller: 'user',
      params: { id, user_id: requester, access_level: withDefault(integer(), ACCESS.developer, 'The role') },
      success: { status: 201, schemaFor: memberShape },
      handler: async (context, { id: ref, user_id: userId, access_level: level }) =>
        respond(
          (row: MemberRow) => presentMember(context.forge, row),
          201,
        )(await approveAccess(context.forge, callerOf(context), { source, ref, userId, level })),
    }),
    route({
      method: 'DELETE',
      path: `${path}/:user_id`,
      area,
      summary: `Deny an access request of a ${source}, or withdraw one's own`,
      caller: 'user',
      params: { id, user_id: requester },
      success: { status: 204, description: 'The request is gone' },
      handler: async (context, { id: ref, user_id: userId }) =>
        respondNoContent(await denyAccess(context.forge, callerOf(context), { source, ref, userId })),
    }),
  ]
}

/** Requests for access to groups and projects (docs/reference/behaviour/projects.md#access-requests). */
export const accessRequestRoutes: ReadonlyArray<Route> = [...of('group'), ...of('project')]
