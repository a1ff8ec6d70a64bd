import { ACCESS } from '../../../../access/access-level.js'
import type { Lookup } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import type { MergeRequestRow } from '../queries.js'

/** The merge request of that number, whoever asks. */
export const mergeRequestById: Lookup<number, MergeRequestRow | undefined> = (forge, id) =>
  forge.read.mergeRequests.byId(id)

/** The merge requests of those numbers, in their order; those that are gone are left out. */
export const mergeRequestsById: Lookup<ReadonlyArray<number>, ReadonlyArray<MergeRequestRow>> = (forge, ids) =>
  forge.read.mergeRequests.rows(ids)

/** When a merge request was first deployed to production. */
export const firstDeployedToProduction: Lookup<number, Instant | null> = (forge, id) =>
  forge.read.mergeRequests.firstDeployedToProduction(id)

/** Grows with each change of a label or a milestone, which merge requests are shown with. */
export const editionOfLabelsAndMilestones: Lookup<void, number> = ({ read }) =>
  read.labels.edition() + read.milestones.edition()

/** Whether the author is new in the project: nothing of theirs merged yet, and no more than a guest. */
export const isFirstContribution: Lookup<MergeRequestRow, boolean> = (forge, { authorId, targetProjectId }) =>
  !forge.read.mergeRequests.hasMerged(authorId, targetProjectId) &&
  forge.read.projects.level(authorId, targetProjectId) <= ACCESS.guest
