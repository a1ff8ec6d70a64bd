import * as E from 'fp-ts/lib/Either.js'
import { UNRESTRICTED, visibilityScopeOf } from '../../../../access/visibility-scope.js'
import type { Query } from '../../../../app/forge.js'
import { recordNotFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { participantsFor } from '../../../issuable/participants.js'
import { mayInProject, type ProjectAccess } from '../../../projects/project/access.js'
import { readsAcrossProjects } from '../../../projects/project/external-access.js'
import { findMergeRequest, type MergeRequestAccess, type MergeRequestRef } from '../access.js'
import type { ListedMergeRequest, MergeRequestFilter, VersionRow } from '../queries.js'
import { canReadMergeRequests } from '../steps/attributes.js'
import { ensureChecked } from './merge-ref.js'

/** Which merge requests a list contains. */
export interface ListMergeRequests {
  /** Only those of this project, which the caller may see. */
  readonly project?: ProjectAccess | undefined
  readonly filter: Omit<MergeRequestFilter, 'visibleTo' | 'projectId' | 'ownOnly'>
  readonly page: PageRequest
  /** Starts a mergeability check for those with an unknown status. */
  readonly recheck?: boolean | undefined
}

/** Merge requests that the caller may read. */
export const listMergeRequests: Query<ListMergeRequests, Page<ListedMergeRequest>> = (
  forge,
  { principal },
  { project, filter, page, recheck },
) => {
  if (project === undefined && !readsAcrossProjects(forge, principal)) return E.right({ rows: [], total: 0 })
  const readsAll = project !== undefined && mayInProject(project, 'read_merge_request')
  const listed = forge.read.mergeRequests.list(
    {
      projectId: project?.project.id,
      ownOnly: project === undefined ? undefined : !readsAll,
      // All who may read those of a project share its lists.
      visibleTo: readsAll ? UNRESTRICTED : visibilityScopeOf(principal),
      // Members added behind so many would take eight times as long as before them.
      ...filter,
    },
    page,
  )
  if (recheck === true)
    for (const row of forge.read.mergeRequests.rows(listed.rows.map(({ id }) => id))) ensureChecked(forge, row)
  return E.right(listed)
}

/** The ids of the participants who may read the merge request. Rejections: `NotFound`, `RecordNotFound`. */
export const listMergeRequestParticipants: Query<MergeRequestRef, ReadonlyArray<number>> = (
  forge,
  { principal },
  ref,
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'closed' })
  if (E.isLeft(found)) return found
  const { row, target } = found.right
  const ids = participantsFor(target, forge.read.mergeRequests.participants(row.id))
  return E.right(ids.filter((id) => canReadMergeRequests(forge, id, target.project)))
}

export interface ListMergeRequestVersions {
  readonly mergeRequest: MergeRequestRef
  readonly page: PageRequest
}

/** The diff versions of a merge request, newest first. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`. */
export const listMergeRequestVersions: Query<ListMergeRequestVersions, Page<VersionRow>> = (
  forge,
  { principal },
  { mergeRequest, page },
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest, hiddenAs: 'refused' })
  return E.isLeft(found) ? found : E.right(forge.read.mergeRequests.versions(found.right.row.id, page))
}

/** A diff version as the API names it. */
export interface MergeRequestVersionRef {
  readonly mergeRequest: MergeRequestRef
  readonly versionId: number
}

/** A diff version with its merge request. */
export interface MergeRequestVersionAccess extends MergeRequestAccess {
  readonly version: VersionRow
}

/** One diff version. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`. */
export const getMergeRequestVersion: Query<MergeRequestVersionRef, MergeRequestVersionAccess> = (
  forge,
  { principal },
  { mergeRequest, versionId },
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const version = forge.read.mergeRequests.version(found.right.row.id, versionId)
  return version === undefined ? refuse(recordNotFound) : E.right({ ...found.right, version })
}
