import type { SignedIn } from '../../../../access/principal.js'
import type { Forge } from '../../../../app/forge.js'
import type { ObjectId } from '../../../../ports/git.js'
import { accessTo, mayInProject } from '../../../projects/project/access.js'
import type { RefRules } from '../../../projects/repository/ref-rules.js'
import { branchRef } from '../../../projects/repository/refs.js'
import type { MergeRequestRow } from '../queries.js'

type Sides = Pick<MergeRequestRow, 'sourceProjectId' | 'sourceBranch' | 'targetProjectId' | 'targetBranch'>

/** The present heads of the branches according to the history; undefined where they are missing. */
export const sourceHead = (forge: Forge, { sourceProjectId, sourceBranch }: Sides): ObjectId | undefined =>
  forge.read.repositories.ref(sourceProjectId, branchRef(sourceBranch))

export const targetHead = (forge: Forge, { targetProjectId, targetBranch }: Sides): ObjectId | undefined =>
  forge.read.repositories.ref(targetProjectId, branchRef(targetBranch))

const mayWrite = (
  forge: Forge,
  principal: SignedIn,
  projectId: number,
  branch: string,
  how: { readonly via: 'push' | 'merge' | 'rebase'; readonly forced?: boolean },
): boolean => {
  const project = forge.read.projects.byId(projectId)
  if (project === undefined || !mayInProject(accessTo(forge, principal, project), 'push_code')) return false
  const { via, forced = false } = how
  const request = { projectId, ref: branchRef(branch), change: 'update', forced, principal, via } as const
  return forge.refRules.refusal(request) === undefined
}

/** Push or merge right on the target branch, by its protection (docs/reference/behaviour/review.md#permissions). */
export const canMerge = (forge: Forge, principal: SignedIn, sides: Sides): boolean =>
  mayWrite(forge, principal, sides.targetProjectId, sides.targetBranch, { via: 'merge' })

/** Whether members of the target may push to the fork's branch: allowed by the author, both projects visible enough, and not protected. */
export const isCollaborative = (forge: Forge, row: Sides & Pick<MergeRequestRow, 'allowCollaboration'>): boolean => {
  if (!row.allowCollaboration || row.sourceProjectId === row.targetProjectId) return false
  const source = forge.read.projects.byId(row.sourceProjectId)
  const target = forge.read.projects.byId(row.targetProjectId)
  if (source === undefined || target === undefined) return false
  if (source.visibility === 'private' || target.visibility === 'private') return false
  return !forge.refRules.isProtected(row.sourceProjectId, branchRef(row.sourceBranch))
}

/** Open merge requests from forks as ref rules: one that allows collaboration lets users push to its source branch who could merge it. */
export const collaborationRules = (forge: () => Forge): Pick<RefRules, 'mayCollaborateOn' | 'mayCollaborateIn'> => {
  const allows = (user: SignedIn, projectId: number, ids: () => ReadonlyArray<number>): boolean =>
    forge().read.projects.byId(projectId)?.archived === false &&
    forge()
      .read.mergeRequests.rows(ids())
      .some((row) => isCollaborative(forge(), row) && canMerge(forge(), user, row))
  return {
    mayCollaborateOn: (user, projectId, branch) =>
      allows(user, projectId, () => forge().read.mergeRequests.openFrom(projectId, branch)),
    mayCollaborateIn: (user, projectId) =>
      allows(user, projectId, () => forge().read.mergeRequests.collaborativeFrom(projectId)),
  }
}

/** Whether the user may push to the source branch, directly or through collaboration. */
export const canPushToSource = (
  forge: Forge,
  principal: SignedIn,
  row: Sides & Pick<MergeRequestRow, 'allowCollaboration'>,
): boolean =>
  mayWrite(forge, principal, row.sourceProjectId, row.sourceBranch, { via: 'rebase' }) ||
  (isCollaborative(forge, row) && canMerge(forge, principal, row))

/** Whether the branch's protection, if any, allows rewriting its history. */
export const canRewriteSource = (forge: Forge, principal: SignedIn, row: Sides): boolean =>
  forge.refRules.refusal({
    projectId: row.sourceProjectId,
    ref: branchRef(row.sourceBranch),
    change: 'update',
    forced: true,
    principal,
    via: 'rebase',
  }) === undefined
