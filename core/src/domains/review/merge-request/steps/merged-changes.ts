import type { Forge } from '../../../../app/forge.js'
import type { MergedChanges } from '../../../delivery/deployment/queries.js'

/** Merged merge requests as deployments ask about them, from the read model. */
export const mergedChangesOf = (forge: () => Forge): MergedChanges => ({
  into: (projectId, branch) => forge().read.mergeRequests.mergedInto(projectId, branch),
  as: (projectId, shas) => forge().read.mergeRequests.mergedAs(projectId, shas),
})
