import type { Forge } from '../../../../app/forge.js'
import type { MergedChanges } from '../../../delivery/deployment/queries.js'

/** Merged merge requests, through the interface that deployments declare. */
export const mergedChangesOf = (forge: () => Forge): MergedChanges => ({
  into: (projectId, branch) => forge().read.mergeRequests.mergedInto(projectId, branch),
  as: (projectId, shas) => forge().read.mergeRequests.mergedAs(projectId, shas),
})
