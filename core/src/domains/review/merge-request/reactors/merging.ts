import * as E from 'fp-ts/lib/Either.js'
import { anonymous } from '../../../../access/index.js'
import { type Reactor, reaction, reactionError, valueOrRetry } from '../../../../app/reactors.js'
import { idOf, userIdOf } from '../../../../kernel/index.js'
import { pipeline } from '../../../delivery/pipeline/decider.js'
import { statusCheckResponse } from '../../external-status-check/response.js'
import { mergeRequest } from '../decider.js'
import { tryAutoMerge } from '../steps/auto-merge.js'
import { carryOutRebase } from '../steps/carry-out-rebase.js'
import { checkMergeability } from '../steps/check-mergeability.js'
import { createMergeRequestPipeline } from '../steps/create-pipeline.js'
import { removeSourceBranch } from '../steps/remove-source-branch.js'

const APPROVALS = 'merge-request-approvals'
const AUTO_MERGE = 'merge-request-auto-merge'
const STATUS_CHECKS = 'merge-request-status-checks'
const REBASES = 'merge-request-rebases'

/** Tries the auto-merge again when an approval is given, which may be the last one missing after the pipeline succeeded. */
export const approvalsReactor: Reactor = {
  name: APPROVALS,
  filter: { categories: [mergeRequest.category], types: ['Approved'] },
  react: (forge, stored) => tryAutoMerge(forge, Number(idOf(stored.stream)), reaction(forge, APPROVALS, stored)),
}

/** Tries the auto-merge again when an external status check passes, which may be the last one missing after the pipeline succeeded. */
export const statusChecksReactor: Reactor = {
  name: STATUS_CHECKS,
  filter: { categories: [statusCheckResponse.category] },
  react: async (forge, stored) => {
    const decoded = statusCheckResponse.events.decode(stored)
    if (E.isLeft(decoded) || decoded.right.data.status !== 'passed') return
    await tryAutoMerge(forge, decoded.right.data.mergeRequestId, reaction(forge, STATUS_CHECKS, stored))
  },
}

/** Tries the auto-merge of the merge requests of a pipeline that has succeeded. */
export const autoMergeReactor: Reactor = {
  name: AUTO_MERGE,
  filter: { categories: [pipeline.category], types: ['PipelineMoved'] },
  react: async (forge, stored) => {
    const decoded = pipeline.events.decode(stored)
    if (E.isLeft(decoded) || decoded.right.type !== 'PipelineMoved' || decoded.right.data.status !== 'success') return
    const loaded = await forge.aggregates.load(pipeline, idOf(stored.stream))
    if (E.isLeft(loaded)) throw reactionError('the pipeline could not be read', loaded.left)
    const { state } = loaded.right
    if (state.kind !== 'live') return
    for (const id of forge.read.mergeRequests.waitingFor(state.sha))
      await tryAutoMerge(forge, id, reaction(forge, AUTO_MERGE, stored, `${AUTO_MERGE} ${id}`))
  },
}

/** Checks a new version for conflicts at once; after an update of the target the check waits until the merge request is read. */
export const checksReactor: Reactor = {
  name: 'merge-request-checks',
  filter: { categories: [mergeRequest.category], types: ['VersionRecorded'] },
  react: async (forge, stored) => {
    valueOrRetry(await checkMergeability(forge, Number(idOf(stored.stream))))
  },
}

/** Carries out queued rebases. */
export const rebasesReactor: Reactor = {
  name: REBASES,
  filter: { categories: [mergeRequest.category], types: ['RebaseQueued'] },
  react: async (forge, stored) => {
    const done = await carryOutRebase(forge, Number(idOf(stored.stream)), reaction(forge, REBASES, stored))
    if (E.isLeft(done)) throw reactionError('the rebase could not be settled', done.left)
  },
}

const AFTER_MERGE = 'merge-request-after-merge'

/** Removes the source branch after a merge, where the request that merged was interrupted, or there was none. */
export const afterMergeReactor: Reactor = {
  name: AFTER_MERGE,
  filter: { categories: [mergeRequest.category], types: ['MergeRequestMerged'] },
  react: async (forge, stored) => {
    const decoded = mergeRequest.events.decode(stored)
    const row = forge.read.mergeRequests.byId(Number(idOf(stored.stream)))
    if (E.isLeft(decoded) || decoded.right.type !== 'MergeRequestMerged' || row === undefined) return
    if (decoded.right.data.removeSourceBranch)
      await removeSourceBranch(forge, row, reaction(forge, AFTER_MERGE, stored))
  },
}

const NAME = 'merge-request-pipelines'

/** Versions that come with new commits. */
const CAUSES: ReadonlySet<string> = new Set(['created', 'pushed', 'rebased', 'rebased_quietly'])

/** Creates the merge request pipeline for new commits, according to the CI file. */
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
    // The first delivery of this version has created its pipeline.
    if (own.rows.some((one) => one.sha === head || one.sourceSha === head)) return
    const caller = { principal: anonymous, context: reaction(forge, NAME, stored) }
    const made = await createMergeRequestPipeline(forge, caller, {
      row,
      userId: userIdOf(stored.metadata.actor) ?? row.authorId,
      cause: { kind: 'merge-request-pipeline', name: stored.id },
      skip: cause === 'rebased_quietly',
    })
    valueOrRetry(made)
  },
}
