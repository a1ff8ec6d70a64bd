import * as E from 'fp-ts/lib/Either.js'
import { isAdmin, type Principal } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import { groupFor } from '../../projects/group/access.js'
import { projectFor } from '../../projects/project/access.js'
import type { ProjectRow } from '../../projects/project/queries.js'
import type { RunnerRow } from './queries.js'

/** Whether the caller administers the runner: that of a project they maintain or a group they own; administrators administer all. */
export const mayAdminRunner = (
  forge: Forge,
  principal: Principal,
  { type, groupId, projectIds }: RunnerRow,
): boolean => {
  if (isAdmin(principal)) return true
  if (type === 'group_type') return groupId !== null && E.isRight(groupFor(forge, principal, groupId, 'admin_group'))
  return projectIds.some((id) => E.isRight(projectFor(forge, principal, id, 'admin_project')))
}

const NO_ACCESS = forbidden('No access granted')

/** A runner that the caller administers. Rejections: `NotFound` (Runner); `Forbidden`. */
export const runnerFor = (forge: Forge, principal: Principal, id: number): E.Either<Rejection, RunnerRow> => {
  const row = forge.read.runners.byId(id)
  if (row === undefined) return refuse(notFound('Runner'))
  return mayAdminRunner(forge, principal, row) ? E.right(row) : refuse(NO_ACCESS)
}

/** The runner with this authentication token. Rejections: `Forbidden`. */
export const runnerOfToken = (forge: Forge, token: string): E.Either<Rejection, RunnerRow> => {
  return E.fromNullable(forbidden())(forge.read.runners.byDigest(forge.secrets.digest(token)))
}

type Placed = Pick<RunnerRow, 'type' | 'groupId' | 'projectIds'>

/** Whether a runner serves the project, by where it was registered and which runners the project allows. */
export const servesProject = (forge: Forge, project: ProjectRow): ((runner: Placed) => boolean) => {
  const groups =
    project.groupId === null || !project.groupRunnersEnabled ? [] : forge.read.groups.withAncestors(project.groupId)
  return ({ type, groupId, projectIds }) => {
    if (type === 'instance_type') return project.sharedRunnersEnabled
    return type === 'group_type' ? groupId !== null && groups.includes(groupId) : projectIds.includes(project.id)
  }
}
