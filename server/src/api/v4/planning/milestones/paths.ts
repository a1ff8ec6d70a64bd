import type { ResourceParentKind } from '@forgefold/core/domains/projects/resource-parent'
import { integer, required } from '../../../../http/index.js'
import { groupId, projectId } from '../../path-ids.js'

const milestoneId = required(integer(), 'The global number of the milestone')

/** The path parameters of a project's or group's milestones. */
export const milestonePaths = (kind: ResourceParentKind) => {
  const list = `/${kind}s/:id/milestones`
  const id = kind === 'project' ? projectId : groupId
  return {
    area: 'Milestones',
    list,
    one: `${list}/:milestone_id`,
    id,
    params: { id, milestone_id: milestoneId },
    refOf: (params: { readonly id: string; readonly milestone_id: number }) => ({
      place: { kind, ref: params.id },
      id: params.milestone_id,
    }),
  }
}
