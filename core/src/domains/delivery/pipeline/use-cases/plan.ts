import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { ReservedName } from '../../../../kernel/index.js'
import { invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import { NO_OBJECT, type ObjectId } from '../../../../ports/git.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { Variables } from '../ci/expression.js'
import { missingNeeds } from '../ci/relations.js'
import { type Occasion, type SelectedJob, selectJobs } from '../ci/select-jobs.js'
import type { PipelineSource } from '../events.js'
import { jobVariables, predefinedVariables, type VariableFacts } from '../variables.js'
import { findCiConfig } from './read-config.js'

/** What a pipeline is made for. */
export interface NewPipeline {
  readonly context: CommandContext
  readonly project: ProjectRow
  readonly sha: ObjectId
  /** The branch or tag by its short name, or a merge request's ref in full. */
  readonly ref: string
  readonly tag: boolean
  readonly source: PipelineSource
  /** What the ref pointed to before. */
  readonly beforeSha: ObjectId | null
  readonly userId: number | null
  readonly mergeRequest: VariableFacts['mergeRequest']
  /** For merged results: the head of the source branch; there the CI file is read and the rules look at. */
  readonly sourceSha: ObjectId | null
  readonly variables?: Variables
  /** What it is made for, where that may be seen more than once: it makes one pipeline. */
  readonly cause?: ReservedName
  /** Only noted as skipped: the commit or the push asks for no CI. */
  readonly skip?: boolean
}

/** Why there is no pipeline; `base` as model errors spell it. */
export const noPipeline = (sentence: string): E.Either<Rejection, never> => refuse(invalid({ base: [sentence] }))

const NO_CONFIG = 'Missing CI config file'

const NO_JOBS = 'No stages / jobs for this pipeline.'

const FILTERED = 'Pipeline filtered out by workflow rules.'

const CI_SKIP = /\[(ci[ _-]skip|skip[ _-]ci)\]/i

const changedFiles = async (forge: Forge, input: NewPipeline): Promise<ReadonlyArray<string> | undefined> => {
  const from = input.beforeSha
  if (from === null || from === NO_OBJECT) return undefined
  const changes = await forge.git.of(input.project.id).changes({ from, to: input.sha })
  return changes.flatMap((change) => [...new Set([change.oldPath, change.newPath])])
}

const occasionOf = async (forge: Forge, input: NewPipeline, variables: Variables): Promise<Occasion> => {
  const tree = await forge.git.of(input.project.id).tree(input.sha, '', true)
  const files = (tree ?? []).filter((entry) => entry.kind === 'blob').map((entry) => entry.path)
  return {
    source: input.source,
    ref: input.ref,
    tag: input.tag,
    variables,
    variablesOf: (job) => jobVariables(job, forge.instance.release),
    changedFiles: await changedFiles(forge, input),
    files: () => files,
  }
}

/** What a new pipeline is to be made of. */
export interface Plan {
  readonly jobs: ReadonlyArray<{ readonly selected: SelectedJob; readonly stageIndex: number }>
  readonly variables: Variables
  readonly yamlErrors: string | null
  readonly skipped: boolean
}

/** Looks up what the CI file calls for on this occasion; a file that cannot be read, or asks for no CI, plans no jobs. Rejections: `Invalid` with `base` where there is nothing to run. */
export const planPipeline = async (forge: Forge, input: NewPipeline): Promise<E.Either<Rejection, Plan>> => {
  const found = await findCiConfig(forge, input.project, input.sourceSha ?? input.sha)
  if (found.kind === 'none') return noPipeline(NO_CONFIG)
  const empty: Plan = { jobs: [], variables: {}, yamlErrors: null, skipped: false }
  if (found.kind === 'broken') return E.right({ ...empty, yamlErrors: found.errors.join(', ') })
  const commit = await forge.git.of(input.project.id).commit(input.sourceSha ?? input.sha)
  const message = commit?.message ?? ''
  const variables = {
    ...predefinedVariables({
      release: forge.instance.release,
      projectId: input.project.id,
      fullPath: input.project.fullPath,
      defaultBranch: input.project.defaultBranch,
      sha: input.sha,
      beforeSha: input.beforeSha ?? NO_OBJECT,
      ref: input.ref,
      tag: input.tag,
      source: input.source,
      commitMessage: message,
      mergeRequest: input.mergeRequest,
    }),
    ...input.variables,
  }
  const selection = selectJobs(found.config, await occasionOf(forge, input, variables))
  if (selection.kind === 'filteredOut') return noPipeline(FILTERED)
  if (selection.kind === 'noJobs') return noPipeline(NO_JOBS)
  const isAutomatic = input.source === 'push' || input.source === 'merge_request_event'
  if (input.skip === true || (isAutomatic && CI_SKIP.test(message))) return E.right({ ...empty, skipped: true })
  const missing = missingNeeds(selection.jobs.map(({ job }) => job))
  if (missing.length > 0) return E.right({ ...empty, yamlErrors: missing.join(', ') })
  const { stages } = found.config
  const jobs = selection.jobs
    .map((selected) => ({ selected, stageIndex: stages.indexOf(selected.job.stage) }))
    .sort((a, b) => a.stageIndex - b.stageIndex)
  return E.right({ ...empty, jobs, variables: { ...found.config.variables, ...variables } })
}
