import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { invalid, type Rejection, type ReservedName, refuse } from '../../../../kernel/index.js'
import { NO_OBJECT, type ObjectId } from '../../../../ports/git.js'
import { releaseHas } from '../../../../releases/index.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { CiConfig, CiDialect } from '../ci/config.js'
import type { Variables } from '../ci/expression.js'
import { readCiConfig } from '../ci/read-config.js'
import { missingNeeds } from '../ci/relations.js'
import { type Occasion, type SelectedJob, selectJobs } from '../ci/select-jobs.js'
import type { PipelineSource } from '../events.js'
import { jobVariables, predefinedVariables, type VariableFacts } from '../variables.js'

const DEFAULT_PATH = '.gitlab-ci.yml'

/** Longer than this nobody writes a CI file by hand, and nobody wants to parse it. */
const LONGEST_FILE = 1024 * 1024

/** What a commit says of CI. */
export type FoundConfig =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly errors: ReadonlyArray<string> }
  | { readonly kind: 'found'; readonly config: CiConfig }

/** What the release lets CI files say (docs/reference/behaviour/delivery.md#ci-files). */
export const dialectOf = (release: string): CiDialect => ({
  acceptsTypes: releaseHas('ci.types_keyword', release),
  longestJobName: releaseHas('ci.long_job_names', release) ? undefined : 255,
  acceptsCobertura: releaseHas('ci.artifacts_reports_cobertura', release),
})

const bytesOf = async (content: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const chunk of content) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** Reads the CI file of a commit. */
const findCiConfig = async (forge: Forge, project: ProjectRow, sha: ObjectId): Promise<FoundConfig> => {
  const path = project.ciConfigPath ?? ''
  const file = await forge.git.of(project.id).file(sha, path === '' ? DEFAULT_PATH : path)
  if (file === undefined) return { kind: 'none' }
  if (file.size > LONGEST_FILE) return { kind: 'broken', errors: ['The CI file is too large'] }
  const parsed = forge.ciFiles.parse(await bytesOf(file.content(), file.size))
  if (!parsed.ok) return { kind: 'broken', errors: [parsed.error] }
  const config = readCiConfig(parsed.value, dialectOf(forge.instance.release))
  return E.isLeft(config) ? { kind: 'broken', errors: config.left } : { kind: 'found', config: config.right }
}

/** What a pipeline is made for. */
export interface NewPipeline {
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
    patterns: forge.patterns,
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
