import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { executeOnPipeline } from './execute-on-pipeline.js'

/** Cancels a pipeline, then its child pipelines: by then no bridge starts another. Rejections: those of `executeOnPipeline`. */
export const cancelWithChildren = async (
  forge: Forge,
  context: CommandContext,
  id: number,
): Promise<E.Either<Rejection, void>> => {
  const done = await executeOnPipeline(forge, id, { type: 'Cancel', at: context.at }, context)
  if (E.isLeft(done)) return done
  for (const job of forge.read.pipelines.jobs(id, true)) {
    const child = job.kind === 'bridge' ? forge.read.pipelines.downstreamOf(job.id) : undefined
    if (child?.source !== 'parent_pipeline') continue
    const cancelled = await cancelWithChildren(forge, withNewCommandId(forge, context), child.id)
    if (E.isLeft(cancelled)) return cancelled
  }
  return E.right(undefined)
}
