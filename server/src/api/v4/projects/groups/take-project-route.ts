import { getGroup } from '@forgefold/core/domains/projects/group'
import { transferProject } from '@forgefold/core/domains/projects/project'
import * as E from 'fp-ts/lib/Either.js'
import { created, type Route, route } from '../../../../http/index.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { AREA } from './params.js'
import { presentGroupDetail } from './presenter.js'
import { groupShape } from './shape.js'

/** Moves a project into a group, for administrators (docs/reference/behaviour/projects.md#projects-for-others). */
export const takeProject: Route = route({
  method: 'POST',
  path: '/groups/:id/projects/:project_id',
  area: AREA,
  summary: 'Put a project into a group',
  caller: 'admin',
  params: { id: groupId, project_id: projectId },
  success: { status: 201, schemaFor: groupShape },
  handler: async (context, { id, project_id: ref }) => {
    const { forge, principal } = context
    const group = getGroup(forge, context, id)
    if (E.isLeft(group)) return group
    const moved = await transferProject(forge, callerOf(context), { ref, namespace: group.right.id })
    return E.isLeft(moved) ? moved : created(presentGroupDetail(group.right, forge, principal))
  },
})
