import type { Forge } from '../../../../app/forge.js'
import { type StreamName, streamOf } from '../../../../kernel/index.js'
import { user } from '../../../identity/user/decider.js'
import { group } from '../../../projects/group/aggregate.js'
import type { ProjectRow } from '../../../projects/project/queries.js'

/** The top-level namespace of a project. */
export interface TopNamespace {
  readonly id: number
  readonly path: string
  /** The stream of the group or user that owns it. */
  readonly holder: StreamName
}

export const topNamespaceOf = (forge: Forge, project: ProjectRow): TopNamespace => {
  const topId = project.groupId === null ? undefined : forge.read.groups.withAncestors(project.groupId).at(-1)
  const row = topId === undefined ? project.namespace : (forge.read.namespaces.byId(topId) ?? project.namespace)
  const holder = row.ownerId === null ? streamOf(group, row.id) : streamOf(user, row.ownerId)
  return { id: row.id, path: row.path, holder }
}
