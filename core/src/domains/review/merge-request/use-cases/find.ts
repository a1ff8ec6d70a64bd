import { ACCESS } from '../../../../access/access-level.js'
import type { Lookup } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import type { MergeRequestRow } from '../queries.js'

/** A merge request by id, without regard to the caller. */
export const mergeRequestById: Lookup<number, MergeRequestRow | undefined> = (forge, id) =>
  forge.read.mergeRequests.byId(id)

/** Merge requests by id, in the same order; missing ones are left out. */
export const mergeRequestsById: Lookup<ReadonlyArray<number>, ReadonlyArray<MergeRequestRow>> = (forge, ids) =>
  forge.read.mergeRequests.rows(ids)

/** When a merge request was first deployed to production. */
export const firstDeployedToProduction: Lookup<number, Instant | null> = (forge, id) =>
  forge.read.mergeRequests.firstDeployedToProduction(id)

/** Increases with each change of a label or a milestone, which are shown with merge requests. */
export const editionOfLabelsAndMilestones: Lookup<void, number> = ({ read }) =>
  read.labels.edition() + read.milestones.edition()

/** Whether it is the author's first contribution to the project: none of theirs was merged, and their role is at most guest. */
export const isFirstContribution: Lookup<MergeRequestRow, boolean> = (forge, { authorId, targetProjectId }) =>
  !forge.read.mergeRequests.hasMerged(authorId, targetProjectId) &&
  forge.read.projects.level(authorId, targetProjectId) <= ACCESS.guest
