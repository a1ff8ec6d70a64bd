import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { findGroup, type GroupRef } from '../../../projects/group/access.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { IssueFilter, IssueRow } from '../queries.js'

/** Where to look: everywhere, in a project, in a group and below. */
export interface IssueScope {
  readonly project?: ProjectRef
  readonly group?: GroupRef
}

/** Issues that the caller may read. Rejections: `NotFound` (Project, Group); `Forbidden`. */
export const listIssues = async (
  forge: Forge,
  principal: Principal,
  { project, group }: IssueScope,
  filter: Omit<IssueFilter, 'projectId' | 'groupId'>,
  page: PageRequest,
): UseCaseResult<Page<IssueRow>> => {
  if (project !== undefined) {
    const access = projectFor(forge, principal, project, 'read_issue')
    if (E.isLeft(access)) return access
    return E.right(forge.read.issues.list({ ...filter, projectId: access.right.project.id }, page))
  }
  if (group === undefined) return E.right(forge.read.issues.list(filter, page))
  const access = findGroup(forge, principal, group)
  if (E.isLeft(access)) return access
  return E.right(forge.read.issues.list({ ...filter, groupId: access.right.group.id }, page))
}
