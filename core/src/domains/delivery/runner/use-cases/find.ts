import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../../access/index.js'
import type { Forge, Lookup, Query } from '../../../../app/forge.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { groupFor } from '../../../projects/group/access.js'
import type { GroupRow } from '../../../projects/group/queries.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { JobRow } from '../../pipeline/queries.js'
import { mayAdminRunner, runnerFor, runnerOfToken, servesProject } from '../access.js'
import type { RunnerType } from '../events.js'
import type { RunnerJobs, RunnerRow } from '../queries.js'
import { connectionOf, type RunnerScope, type RunnerStatus } from '../status.js'

/** Which runners a list contains. */
export interface RunnerFilter {
  readonly type?: RunnerType | undefined
  readonly status?: RunnerStatus | undefined
  readonly scope?: RunnerScope | undefined
  readonly paused?: boolean | undefined
  /** It has all of these. */
  readonly tags?: ReadonlyArray<string> | undefined
}

const hasStatus = (forge: Forge, row: RunnerRow, status: RunnerStatus): boolean =>
  status === 'paused' || status === 'active'
    ? row.paused === (status === 'paused')
    : connectionOf(row, forge.clock.now()) === status

const isIn = (forge: Forge, row: RunnerRow, scope: RunnerScope): boolean => {
  switch (scope) {
    case 'specific':
      return row.type !== 'instance_type'
    case 'shared':
      return row.type === 'instance_type'
    case 'instance_type':
    case 'group_type':
    case 'project_type':
      return row.type === scope
    default:
      return hasStatus(forge, row, scope)
  }
}

const fits = (forge: Forge, row: RunnerRow, { type, status, scope, paused, tags = [] }: RunnerFilter): boolean =>
  (type === undefined || row.type === type) &&
  (paused === undefined || row.paused === paused) &&
  tags.every((tag) => row.tags.includes(tag)) &&
  (status === undefined || hasStatus(forge, row, status)) &&
  (scope === undefined || isIn(forge, row, scope))

const filteredRunners = (
  forge: Forge,
  filter: RunnerFilter,
  isMeant: (row: RunnerRow) => boolean,
): ReadonlyArray<RunnerRow> => forge.read.runners.all().filter((row) => fits(forge, row, filter) && isMeant(row))

/** The runners that the caller administers. Rejections: none. */
export const listOwnRunners: Query<RunnerFilter, ReadonlyArray<RunnerRow>> = (forge, { principal }, filter) =>
  E.right(
    filteredRunners(forge, filter, (row) => row.type !== 'instance_type' && mayAdminRunner(forge, principal, row)),
  )

/** Every runner of the instance. Rejections: `Forbidden` except for administrators. */
export const listAllRunners: Query<RunnerFilter, ReadonlyArray<RunnerRow>> = (forge, { principal }, filter) => {
  const found = administrator(principal)
  return E.isLeft(found) ? found : E.right(filteredRunners(forge, filter, () => true))
}

/** The runners that take jobs of a project. Rejections: `NotFound` (Project); `Forbidden` below maintainers. */
export const listProjectRunners: Query<
  { readonly project: ProjectRef; readonly filter: RunnerFilter },
  ReadonlyArray<RunnerRow>
> = (forge, { principal }, { project, filter }) => {
  const access = projectFor(forge, principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  const takes = servesProject(forge, access.right.project)
  return E.right(filteredRunners(forge, filter, takes))
}

/** The runners of a group, of the groups above it and of the instance. Rejections: `NotFound` (Group); `Forbidden` below owners. */
export const listGroupRunners: Query<
  { readonly group: number | string; readonly filter: RunnerFilter },
  ReadonlyArray<RunnerRow>
> = (forge, { principal }, { group, filter }) => {
  const access = groupFor(forge, principal, group, 'admin_group')
  if (E.isLeft(access)) return access
  const groups = forge.read.groups.withAncestors(access.right.group.id)
  return E.right(
    filteredRunners(
      forge,
      filter,
      ({ type, groupId }) => type === 'instance_type' || (groupId !== null && groups.includes(groupId)),
    ),
  )
}

/** One runner; those of the instance are shown to every signed-in user. Rejections: `NotFound` (Runner); `Forbidden`. */
export const getRunner: Query<{ readonly id: number }, RunnerRow> = (forge, { principal }, { id }) => {
  const row = forge.read.runners.byId(id)
  return row?.type === 'instance_type' ? E.right(row) : runnerFor(forge, principal, id)
}

/** The jobs that a runner has taken. Rejections: as `getRunner`; runners of the instance are for administrators. */
export const listRunnerJobs: Query<RunnerJobs & { readonly page: PageRequest }, Page<JobRow>> = (
  forge,
  { principal },
  { page, ...wanted },
) => {
  const found = runnerFor(forge, principal, wanted.runnerId)
  return E.isLeft(found) ? found : E.right(forge.read.runners.jobs(wanted, page))
}

/** The runner that took a job; undefined where there was none, or it is deleted. */
export const runnerOfJob: Lookup<JobRow, RunnerRow | undefined> = (forge, { runnerId }) =>
  runnerId === null ? undefined : forge.read.runners.byId(runnerId)

/** The projects that a runner is enabled for, without deleted ones. */
export const projectsOfRunner: Lookup<RunnerRow, ReadonlyArray<ProjectRow>> = (forge, { projectIds }) =>
  projectIds.flatMap((id) => forge.read.projects.byId(id) ?? [])

/** The group of a runner's registration; undefined where there was none, or it is deleted. */
export const groupOfRunner: Lookup<RunnerRow, GroupRow | undefined> = (forge, { groupId }) =>
  groupId === null ? undefined : forge.read.groups.byId(groupId)

/** The runner with this authentication token. Rejections: `Forbidden`. */
export const verifyRunner: Query<{ readonly token: string }, RunnerRow> = (forge, _, { token }) =>
  runnerOfToken(forge, token)
