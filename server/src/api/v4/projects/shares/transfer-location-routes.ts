import { listGroupTransferLocations, listProjectTransferLocations } from '@forgefold/core/domains/projects/group'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { filter, listed, optional, pageRequest, paging, type Route, route, string } from '../../../../http/index.js'
import { groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentGroupOfProject } from './presenter.js'
import { groupOfProjectShape } from './shape.js'

const search = optional(filter(string()), 'A part of name or path')
const success = { status: 200, description: 'The groups', schemaFor: arrayOf(groupOfProjectShape) }

/** Where projects and groups can be put (docs/reference/behaviour/projects.md#transfer-locations). */
export const transferLocationRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/projects/:id/transfer_locations',
    area: 'Projects',
    summary: 'List the groups that a project can be put into',
    caller: 'user',
    ...lifespanOf('projects.transfer_locations'),
    params: { id: projectId, search, ...paging },
    success,
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const wanted = { project: params.id, search: params.search, page }
      const found = listProjectTransferLocations(forge, { principal }, wanted)
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentGroupOfProject(row, forge.instance))
    },
  }),
  route({
    method: 'GET',
    path: '/groups/:id/transfer_locations',
    area: 'Groups',
    summary: 'List the groups that a group can be put under',
    caller: 'user',
    ...lifespanOf('groups.transfer_locations'),
    params: { id: groupId, search, ...paging },
    success,
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const wanted = { group: params.id, search: params.search, page }
      const found = listGroupTransferLocations(forge, { principal }, wanted)
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentGroupOfProject(row, forge.instance))
    },
  }),
]
