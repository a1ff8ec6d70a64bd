import type { Forge } from '../../../../app/forge.js'
import type { CommitPipelines } from '../../../projects/repository/commit-pipelines-port.js'

/** The pipelines of commits, through the interface that other domains declare. */
export const commitPipelinesOf = (forge: () => Forge): CommitPipelines => ({
  byId: (id) => forge().read.pipelines.byId(id),
  newestOf: (projectId, sha) => forge().read.pipelines.newestOf(projectId, sha, undefined),
})
