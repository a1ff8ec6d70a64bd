import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { forbidden, invalid, refuse } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { Variables } from '../ci/expression.js'
import type { PipelineRow } from '../queries.js'
import { createPipeline } from './create.js'
import { pipelineRefusal } from './limit.js'

export interface RunPipeline {
  readonly project: ProjectRef
  /** A branch or tag, short or in full. */
  readonly ref: string
  readonly variables: Variables
}

/** Makes a pipeline of a branch or tag because somebody asks. Rejections: `NotFound` (Project); `Forbidden`; `Invalid` with `base`; `Throttled`. */
export const runPipeline = async (
  forge: Forge,
  { principal, context }: Caller,
  input: RunPipeline,
): UseCaseResult<PipelineRow> => {
  const access = projectFor(forge, principal, input.project, 'create_pipeline')
  if (E.isLeft(access)) return access
  if (principal.kind !== 'user') return refuse(forbidden())
  const { project } = access.right
  const git = forge.git.of(project.id)
  const ref = input.ref.replace(/^refs\/(heads|tags)\//, '')
  const [branch, tag] = await Promise.all([git.ref(`refs/heads/${ref}`), git.ref(`refs/tags/${ref}`)])
  const isTag = branch === undefined || input.ref.startsWith('refs/tags/')
  const target = isTag ? tag : branch
  const sha = target === undefined ? undefined : await git.resolve(target)
  if (sha === undefined) return refuse(invalid({ base: ['Reference not found'] }))
  const refusal = pipelineRefusal(forge, { projectId: project.id, userId: principal.userId, sha }, context.at)
  if (refusal !== undefined) return refuse(refusal)
  return createPipeline(forge, {
    context,
    project,
    sha,
    ref,
    tag: isTag,
    source: 'api',
    beforeSha: null,
    userId: principal.userId,
    mergeRequest: undefined,
    sourceSha: null,
    variables: input.variables,
  })
}
