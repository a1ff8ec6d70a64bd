import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { tellPipeline } from './tell.js'

/** Starts delayed jobs whose time has come; how many. Rejections: `Unavailable`. */
export const startDelayedJobs = async (
  forge: Forge,
  input: { readonly contextOf: () => CommandContext },
): UseCaseResult<number> => {
  const due = forge.read.pipelines.dueJobs(forge.clock.now())
  for (const { id, pipelineId } of due) {
    const context = input.contextOf()
    const done = await tellPipeline(forge, pipelineId, { type: 'StartJob', jobId: id, at: context.at }, context)
    if (E.isLeft(done) && done.left.kind === 'Unavailable') return done
  }
  return E.right(due.length)
}
