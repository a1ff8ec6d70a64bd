import type { DeclaredName } from '../../../kernel/index.js'
import type { PipelineState } from './state.js'

/** The pipeline for outside jobs of a commit on a ref: there is one at most. */
export const externalPipelineName = (subject: {
  readonly projectId: number
  readonly sha: string
  readonly ref: string
}): DeclaredName => ({ kind: 'external-pipeline', name: `${subject.projectId}\0${subject.sha}\0${subject.ref}` })

export const pipelineNames = (state: PipelineState): ReadonlyArray<DeclaredName> =>
  state.kind === 'live' && state.external ? [externalPipelineName(state)] : []
