import type { SignedIn } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import type { BridgeTrigger } from '../events.js'
import type { PipelineRow } from '../queries.js'
import { type FoundFile, findSource } from './find-source.js'
import type { NewPipeline } from './plan-pipeline.js'
import { copied, withIncludes } from './resolve-includes.js'

/** A child pipeline that is about to begin. */
export interface ChildPipeline {
  readonly trigger: Pick<BridgeTrigger, 'files' | 'include'>
  readonly upstream: Pick<PipelineRow, 'id' | 'projectId' | 'sha' | 'sourceSha'>
  /** Files of other projects are read in this name. */
  readonly principal: SignedIn
}

const NOTHING = '`include` names no file: its subkeys are `local`, `project`, `remote`, `template` and `artifact`'

/**
 * The CI files of a child pipeline (docs/reference/behaviour/delivery.md#downstream-pipelines), and what it records of them: their paths, or,
 * where one of them is from elsewhere, copies, because its jobs are read again when runners take them. Where one cannot be had, `yaml` says why.
 */
export const collectFiles = async (
  forge: Forge,
  child: ChildPipeline,
): Promise<Required<Pick<NewPipeline, 'yaml'>> & Pick<NewPipeline, 'files' | 'copies'>> => {
  const { trigger, upstream, principal } = child
  const { files, include } = trigger
  const { id: parentId, projectId, sha, sourceSha } = upstream
  const at = { projectId, sha: sourceSha ?? sha, principal, parentId }
  const named: Array<FoundFile> = []
  for (const source of include ?? files) {
    const file = await findSource(forge, at, source)
    if (typeof file === 'string') return { yaml: file }
    named.push(file)
  }
  if (named.length === 0) return { yaml: NOTHING }
  const yaml = await withIncludes(forge, named, {})
  if (typeof yaml === 'string') return { yaml }
  const isOfCommit = include === undefined && yaml.length === named.length
  return isOfCommit ? { yaml, files } : { yaml, copies: await copied(forge, yaml) }
}
