import type { Forge } from '../../../../app/forge.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { MergeRequestRow } from '../queries.js'

/** Whether committers may not approve the merge request; ignored on the free tier. */
export const preventsCommitterApproval = (forge: Forge, project: ProjectRow): boolean =>
  forge.instance.tier !== 'free' && project.mergeRequestsDisableCommittersApproval

/** Whether authors may approve their own merge requests: only where the project allows it; always on the free tier. */
const allowsAuthorApproval = (forge: Forge, project: ProjectRow): boolean =>
  forge.instance.tier === 'free' || project.mergeRequestsAuthorApproval

/** Whether the project forbids this approval because the user is the author or a committer; committers are known as far as the version names them. */
export const isExcludedApprover = (
  forge: Forge,
  project: ProjectRow,
  { authorId, version }: Pick<MergeRequestRow, 'authorId' | 'version'>,
  userId: number,
): boolean => {
  if (authorId === userId && !allowsAuthorApproval(forge, project)) return true
  return preventsCommitterApproval(forge, project) && version.committerIds?.includes(userId) === true
}
