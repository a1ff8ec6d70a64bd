import * as E from 'fp-ts/lib/Either.js'
import { orRetry, type Reactor, reaction } from '../../../../app/reactors.js'
import { idOf, userIdOf } from '../../../../kernel/index.js'
import { mergeRequest } from '../decider.js'
import { createMergeRequestPipeline } from '../use-cases/pipelines.js'

const NAME = 'merge-request-pipelines'

/** Versions that come with new commits. */
const CAUSES: ReadonlySet<string> = new Set(['created', 'pushed', 'rebased', 'rebased_quietly'])

/** New commits get the pipeline that the CI file calls for in a merge request, where it does. */
export const pipelinesReactor: Reactor = {
  name: NAME,
  filter: { categories: [mergeRequest.category], types: ['VersionRecorded'] },
  react: async (forge, stored) => {
    const decoded = mergeRequest.events.decode(stored)
    const row = forge.read.mergeRequests.byId(Number(idOf(stored.stream)))
    if (E.isLeft(decoded) || decoded.right.type !== 'VersionRecorded' || row?.status !== 'opened') return
    const { id, cause, head } = decoded.right.data
    if (row.version.id !== id || head === null || !CAUSES.has(cause)) return
    const own = forge.read.pipelines.ofMergeRequest(
      { mergeRequestId: row.id, sourceProjectId: row.sourceProjectId, sourceBranch: row.sourceBranch, shas: [] },
      { page: 1, perPage: 100 },
    )
    // The same version seen again made its pipeline the first time.
    if (own.rows.some((one) => one.sha === head || one.sourceSha === head)) return
    const made = await createMergeRequestPipeline(forge, row, {
      userId: userIdOf(stored.metadata.actor) ?? row.authorId,
      context: reaction(forge, NAME, stored),
      cause: { kind: 'merge-request-pipeline', name: stored.id },
      skip: cause === 'rebased_quietly',
    })
    orRetry(made)
  },
}
