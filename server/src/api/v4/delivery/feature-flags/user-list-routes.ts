import {
  changeFeatureFlagUserList,
  createFeatureFlagUserList,
  deleteFeatureFlagUserList,
  getFeatureFlagUserList,
  listFeatureFlagUserLists,
} from '@forgefold/core/domains/delivery/feature-flag-user-list'
import * as E from 'fp-ts/lib/Either.js'
import {
  filter,
  integer,
  listed,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentUserList } from './presenter.js'
import { userListShape } from './shape.js'

const area = 'Feature flags'
const PATH = '/projects/:id/feature_flags_user_lists'
const ONE = `${PATH}/:iid`

const one = { id: projectId, iid: required(integer(), 'The number of the list in its project') }
const success = { status: 200, description: 'The list', schemaFor: userListShape }

/** Lists of users of feature flags (docs/reference/behaviour/delivery.md#feature-flags). */
export const featureFlagUserListRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area,
    summary: 'List the lists of users of a project',
    caller: 'user',
    params: { id: projectId, search: optional(filter(string()), 'A part of the name'), ...paging },
    success: { status: 200, description: 'The lists', schemaFor: arrayOf(userListShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listFeatureFlagUserLists(forge, { principal }, { project: params.id, search: params.search, page })
      return E.isLeft(found) ? found : listed(found.right, page, presentUserList)
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    area,
    summary: 'Read one list of users',
    caller: 'user',
    params: one,
    success,
    handler: (context, { id: project, iid }) =>
      respond(presentUserList)(getFeatureFlagUserList(context.forge, context, { project, iid })),
  }),
  route({
    method: 'POST',
    path: PATH,
    area,
    summary: 'Make a list of users',
    caller: 'user',
    params: {
      id: projectId,
      name: required(string(), 'The name of the list'),
      user_xids: required(string(), 'Ids of users as the software knows them, with commas between'),
    },
    success: { ...success, status: 201 },
    handler: async (context, { id: project, name, user_xids: userIds }) =>
      respond(
        presentUserList,
        201,
      )(await createFeatureFlagUserList(context.forge, callerOf(context), { project, name, userIds })),
  }),
  route({
    method: 'PUT',
    path: ONE,
    area,
    summary: 'Change a list of users',
    caller: 'user',
    params: {
      ...one,
      name: optional(string(), 'Another name'),
      user_xids: optional(string(), 'Ids of users as the software knows them, with commas between'),
    },
    success,
    handler: async (context, { id: project, iid, name, user_xids: userIds }) =>
      respond(presentUserList)(
        await changeFeatureFlagUserList(context.forge, callerOf(context), { project, iid, changes: { name, userIds } }),
      ),
  }),
  route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: 'Delete a list of users',
    caller: 'user',
    params: one,
    success: { status: 204, description: 'Gone' },
    handler: async (context, { id: project, iid }) =>
      respondNoContent(await deleteFeatureFlagUserList(context.forge, callerOf(context), { project, iid })),
  }),
]
