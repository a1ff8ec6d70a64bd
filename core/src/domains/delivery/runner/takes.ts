import type { Forge } from '../../../app/forge.js'
import type { ProjectRow } from '../../projects/project/queries.js'
import type { RunnerRow } from './queries.js'

type Placed = Pick<RunnerRow, 'type' | 'groupId' | 'projectIds'>

/** Whether a runner is one for the project, by where it was registered and what the project lets in. */
export const takesFrom = (forge: Forge, project: ProjectRow): ((runner: Placed) => boolean) => {
  const groups =
    project.groupId === null || !project.groupRunnersEnabled ? [] : forge.read.groups.withAncestors(project.groupId)
  return ({ type, groupId, projectIds }) => {
    if (type === 'instance_type') return project.sharedRunnersEnabled
    return type === 'group_type' ? groupId !== null && groups.includes(groupId) : projectIds.includes(project.id)
  }
}
