import * as E from 'fp-ts/lib/Either.js'
import { orRetry, type Reactor, reaction, reactionError } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { pipeline } from '../../../delivery/pipeline/index.js'
import { mergeRequest } from '../decider.js'
import { checkMergeability } from '../use-cases/check.js'
import { tryAutoMerge } from '../use-cases/merge.js'
import { carryOutRebase } from '../use-cases/rebase.js'

const APPROVALS = 'merge-request-approvals'
const AUTO_MERGE = 'merge-request-auto-merge'
const REBASES = 'merge-request-rebases'

/** Tries the auto-merge again when an approval is given: it may be the last one missing after the pipeline succeeded. */
export const approvalsReactor: Reactor = {
  name: APPROVALS,
  filter: { categories: [mergeRequest.category], types: ['Approved'] },
  react: (forge, stored) => tryAutoMerge(forge, Number(idOf(stored.stream)), reaction(forge, APPROVALS, stored)),
}

/** Tries the auto-merge of every merge request that waits for a pipeline, once it has succeeded. */
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

/** A new version is checked for conflicts at once; a moved target only when somebody looks. */
export const checksReactor: Reactor = {
  name: 'merge-request-checks',
  filter: { categories: [mergeRequest.category], types: ['VersionRecorded'] },
  react: async (forge, stored) => {
    orRetry(await checkMergeability(forge, Number(idOf(stored.stream))))
  },
}

/** Carries out the rebases that were asked for. */
export const rebasesReactor: Reactor = {
  name: REBASES,
  filter: { categories: [mergeRequest.category], types: ['RebaseQueued'] },
  react: async (forge, stored) => {
    const done = await carryOutRebase(forge, Number(idOf(stored.stream)), reaction(forge, REBASES, stored))
    if (E.isLeft(done)) throw reactionError('the rebase could not be settled', done.left)
  },
}
