import { canInProject } from '../../../../access/project-policy.js'
import type { Forge } from '../../../../app/forge.js'
import type { ProjectRow } from '../../../projects/project/queries.js'

/** Whether somebody could read the merge requests of a project at all. */
export const couldRead = (forge: Forge, userId: number, project: ProjectRow): boolean => {
  const user = forge.read.users.byId(userId)
  if (user === undefined) return false
  const { admin, external } = user
  const viewer = { signedIn: true, admin, external, level: forge.read.projects.level(userId, project.id) }
  return canInProject('read_merge_request', viewer, project, forge.instance.tier)
}

/** Those who may be asked: each once, readers only; one at most where the tier has no more (docs/reference/behaviour/planning.md#people). */
export const assignable = (forge: Forge, project: ProjectRow, ids: ReadonlyArray<number>): ReadonlyArray<number> => {
  const able = [...new Set(ids)].filter((id) => id > 0 && couldRead(forge, id, project))
  return forge.instance.tier === 'free' ? able.slice(0, 1) : able
}

/** The two parameters for assignees make one list; undefined where neither was given. */
export const mergedIds = (
  one: number | undefined,
  several: ReadonlyArray<number> | undefined,
): ReadonlyArray<number> | undefined =>
  one === undefined && several === undefined ? undefined : [...(several ?? []), ...(one === undefined ? [] : [one])]
