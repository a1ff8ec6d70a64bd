import * as E from 'fp-ts/lib/Either.js'
import { type Reactor, reaction, reactionError } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { pipeline } from '../../../delivery/pipeline/index.js'
import { tryAutoMerge } from '../use-cases/merge.js'

const NAME = 'merge-request-auto-merge'

/** Merges what waits for a pipeline, once it has succeeded. */
export const autoMergeReactor: Reactor = {
  name: NAME,
  filter: { categories: [pipeline.category], types: ['PipelineMoved'] },
  react: async (forge, stored) => {
    const decoded = pipeline.events.decode(stored)
    if (E.isLeft(decoded) || decoded.right.type !== 'PipelineMoved' || decoded.right.data.status !== 'success') return
    const loaded = await forge.aggregates.load(pipeline, idOf(stored.stream))
    if (E.isLeft(loaded)) throw reactionError('the pipeline could not be read', loaded.left)
    const { state } = loaded.right
    if (state.kind !== 'live') return
    for (const id of forge.read.mergeRequests.waitingFor(state.sha))
      await tryAutoMerge(forge, id, reaction(forge, NAME, stored, `${NAME} ${id}`))
  },
}
