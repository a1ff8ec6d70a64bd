import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import { withNewCommandId } from '../../../app/command-context.js'
import type { Forge, Lookup, Query, UseCase } from '../../../app/forge.js'
import { prefetchNumber } from '../../../app/numbers.js'
import { shownRow } from '../../../app/shown-row.js'
import { type Changes, notFound, type Rejection } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../projects/project/access.js'
import { featureFlagUserList, type UserListDetails, userListName } from './aggregate.js'
import type { FeatureFlagUserListRow } from './queries.js'

/** A list of users as the API names it. */
export interface FeatureFlagUserListRef {
  readonly project: ProjectRef
  readonly iid: number
}

/** Which lists of users of a project. */
export interface ListFeatureFlagUserLists {
  readonly project: ProjectRef
  readonly search: string | undefined
  readonly page: PageRequest
}

/** The lists of users of a project, by iid. Rejections: `NotFound` (Project); `Forbidden` below developers. */
export const listFeatureFlagUserLists: Query<ListFeatureFlagUserLists, Page<FeatureFlagUserListRow>> = (
  forge,
  { principal },
  { project, search, page },
) => {
  const access = projectFor(forge, principal, project, 'read_feature_flag')
  if (E.isLeft(access)) return access
  return E.right(forge.read.featureFlagUserLists.list({ projectId: access.right.project.id, search }, page))
}

const find = (
  forge: Forge,
  principal: Principal,
  { project, iid }: FeatureFlagUserListRef,
  ability: 'read_feature_flag' | 'admin_feature_flag',
): E.Either<Rejection, FeatureFlagUserListRow> => {
  const access = projectFor(forge, principal, project, ability)
  if (E.isLeft(access)) return access
  return E.fromNullable(notFound())(forge.read.featureFlagUserLists.byIid(access.right.project.id, iid))
}

/** One list of users. Rejections: `NotFound` (Project, or none of that iid); `Forbidden`. */
export const getFeatureFlagUserList: Query<FeatureFlagUserListRef, FeatureFlagUserListRow> = (
  forge,
  { principal },
  ref,
) => find(forge, principal, ref, 'read_feature_flag')

/** A new list of users. */
export interface NewFeatureFlagUserList extends UserListDetails {
  readonly project: ProjectRef
}

const shown = (forge: Forge, projectId: number, iid: number): E.Either<Rejection, FeatureFlagUserListRow> => {
  return shownRow(forge.read.featureFlagUserLists.byIid(projectId, iid), 'user list')
}

/** Creates a list of users. Rejections: `NotFound` (Project); `Forbidden` below developers; `Refused` with the errors. */
export const createFeatureFlagUserList: UseCase<NewFeatureFlagUserList, FeatureFlagUserListRow> = async (
  forge,
  { principal, context },
  { project, ...details },
) => {
  const access = projectFor(forge, principal, project, 'admin_feature_flag')
  if (E.isLeft(access)) return access
  const { id: projectId } = access.right.project
  const draft = { type: 'Create', projectId, iid: 0, ...details } as const
  const preflight = featureFlagUserList.decide(draft)(featureFlagUserList.initial)
  if (E.isLeft(preflight)) return preflight
  const number = prefetchNumber(forge, `project-${projectId}-feature_flag_user_list`)
  const names = [userListName(draft)]
  return forge.aggregates.create(featureFlagUserList, 'feature_flag_user_list', names, context, async (_, execute) => {
    const iid = await number
    if (E.isLeft(iid)) return iid
    const done = await execute({ ...draft, iid: iid.right }, withNewCommandId(forge, context))
    return E.isLeft(done) ? done : shown(forge, projectId, iid.right)
  })
}

/** A change of a list of users; omitted fields stay as they are. */
export interface ChangeFeatureFlagUserList extends FeatureFlagUserListRef {
  readonly changes: Changes<UserListDetails>
}

/** Changes a list of users. Rejections: those of making one; `NotFound` for none of that iid. */
export const changeFeatureFlagUserList: UseCase<ChangeFeatureFlagUserList, FeatureFlagUserListRow> = async (
  forge,
  { principal, context },
  { changes, ...ref },
) => {
  const found = find(forge, principal, ref, 'admin_feature_flag')
  if (E.isLeft(found)) return found
  const { id, projectId, iid } = found.right
  const done = await forge.aggregates.execute(featureFlagUserList, id, { type: 'Change', changes }, context)
  return E.isLeft(done) ? done : shown(forge, projectId, iid)
}

/** Deletes a list of users. Rejections: `NotFound` (Project, or the list); `Forbidden`; `Conflict` while a strategy refers to it. */
export const deleteFeatureFlagUserList: UseCase<FeatureFlagUserListRef, unknown> = async (
  forge,
  { principal, context },
  ref,
) => {
  const found = find(forge, principal, ref, 'admin_feature_flag')
  if (E.isLeft(found)) return found
  const { id, projectId } = found.right
  const inUse = forge.read.projectFeatureFlags.usesList(projectId, id)
  return forge.aggregates.execute(featureFlagUserList, id, { type: 'Delete', inUse }, context)
}

/** The list to which a strategy refers, for the answer that shows it. */
export const userListOfStrategy: Lookup<
  { readonly projectId: number; readonly id: number },
  FeatureFlagUserListRow | undefined
> = (forge, { projectId, id }) => forge.read.featureFlagUserLists.byId(projectId, id)
