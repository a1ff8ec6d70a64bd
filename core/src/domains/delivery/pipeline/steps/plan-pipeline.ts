import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { invalid, type Rejection, type ReservedName, refuse } from '../../../../kernel/index.js'
import { DeadlineExceeded, isObjectId, NO_OBJECT, type ObjectId } from '../../../../ports/git.js'
import { type ReleaseItemId, releaseHas } from '../../../../releases/index.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { branchRef, tagRef } from '../../../projects/repository/refs.js'
import { configuredVariables } from '../../ci-variable/steps/variable-precedence.js'
import { isFrozen } from '../../freeze-period/steps/is-frozen.js'
import type { CiDialect } from '../ci/config.js'
import type { Variables } from '../ci/expression.js'
import type { PlannedFor, PlannedJob } from '../ci/planner.js'
import type { Upstream } from '../commands.js'
import type { CiFileCopy, PipelineSource, PipelineVariable } from '../events.js'
import { predefinedVariables, type VariableFacts } from '../variables.js'
import { findCiFile } from './find-ci-files.js'
import { needsErrors } from './plan-limits.js'
import { copied, includesBytes, withIncludes } from './resolve-includes.js'
import { surroundingVariables } from './surrounding-variables.js'

/** What CI files may contain in the release (docs/reference/behaviour/delivery.md#ci-files). */
export const dialectOf = (release: string): CiDialect => ({
  acceptsTypes: releaseHas('ci.types_keyword', release),
  longestJobName: releaseHas('ci.long_job_names', release) ? undefined : 255,
  acceptsCobertura: releaseHas('ci.artifacts_reports_cobertura', release),
  mostParallel: releaseHas('ci.parallel_above_50', release) ? 200 : 50,
})

/** The occasion of a new pipeline. */
export interface NewPipeline {
  readonly project: ProjectRow
  readonly sha: ObjectId
  /** The branch or tag by its short name, or a merge request's ref in full. */
  readonly ref: string
  readonly tag: boolean
  readonly source: PipelineSource
  /** The previous target of the ref; null: there is none, as for merge requests. */
  readonly beforeSha: ObjectId | null
  readonly userId: number | null
  readonly mergeRequest: VariableFacts['mergeRequest']
  /** For merged results: the head of the source branch, from which the CI file is read and to which the rules refer. */
  readonly sourceSha: ObjectId | null
  /** The variables that the user sets, not yet encrypted. */
  readonly variables?: ReadonlyArray<PipelineVariable>
  /** The trigger or the schedule that creates it. */
  readonly triggerId?: number | undefined
  readonly scheduleId?: number | undefined
  /** Its cause, where that may be seen more than once: it creates one pipeline. */
  readonly cause?: ReservedName
  /** Called with the deprecated keywords that the CI file uses. */
  readonly onDeprecatedUses?: ((uses: ReadonlyArray<ReleaseItemId>) => void) | undefined
  /** Replaces the commit's own file; a sentence: why there is none. */
  readonly yaml?: ReadonlyArray<Uint8Array> | string
  /** For child pipelines: the bridge that creates it, and what is recorded of its CI files. */
  readonly upstream?: Upstream
  readonly files?: ReadonlyArray<string>
  readonly copies?: ReadonlyArray<CiFileCopy>
  /** Recorded as skipped: the commit or the push asks to skip CI. */
  readonly skip?: boolean
}

/** Why no pipeline is created; `base` as model errors spell it. */
export const noPipeline = (sentence: string): E.Either<Rejection, never> => refuse(invalid({ base: [sentence] }))

const NO_CONFIG = 'Missing CI config file'

const NO_JOBS = 'No stages / jobs for this pipeline.'

const FILTERED = 'Pipeline filtered out by workflow rules.'

const CI_SKIP = /\[(ci[ _-]skip|skip[ _-]ci)\]/i

/** In commits and changes with more files `exists` and `changes` hold. */
const MAX_FILES = 20_000

const unlessLate = async <A>(asked: Promise<A>): Promise<A | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof DeadlineExceeded) return undefined
    throw error
  }
}

const changedFiles = async (forge: Forge, input: NewPipeline): Promise<ReadonlyArray<string> | undefined> => {
  const from = input.mergeRequest?.diffBase ?? input.beforeSha
  if (from === null || from === NO_OBJECT || !isObjectId(from)) return undefined
  const query = { from, to: input.sourceSha ?? input.sha, limit: MAX_FILES + 1 }
  const changes = await unlessLate(forge.git.of(input.project.id).changes(query))
  if (changes === undefined || changes.length > MAX_FILES) return undefined
  return changes.flatMap((change) => [...new Set([change.oldPath, change.newPath])])
}

const filesAt = async (forge: Forge, input: NewPipeline): Promise<ReadonlyArray<string> | undefined> => {
  const tree = (await forge.git.of(input.project.id).tree(input.sha, '', true, MAX_FILES + 1)) ?? []
  return tree.length > MAX_FILES ? undefined : tree.filter(({ kind }) => kind === 'blob').map(({ path }) => path)
}

/** Git is asked only for what the file may refer to. */
const occasionOf = async (
  forge: Forge,
  input: NewPipeline,
  variables: Variables,
  yaml: ReadonlyArray<Uint8Array>,
): Promise<PlannedFor> => {
  const mentions = (word: string): boolean => yaml.some((file) => includesBytes(file, word))
  return {
    source: input.source,
    ref: input.ref,
    tag: input.tag,
    variables,
    release: forge.instance.release,
    changedFiles: mentions('changes') ? await changedFiles(forge, input) : undefined,
    files: mentions('exists') ? await filesAt(forge, input) : [],
  }
}

/** Pipelines of merge requests run on no branch. */
const isProtectedRef = (forge: Forge, { project, ref, tag, mergeRequest }: NewPipeline): boolean =>
  mergeRequest === undefined && forge.refRules.isProtected(project.id, tag ? tagRef(ref) : branchRef(ref))

/** The jobs of a new pipeline. */
export interface Plan {
  readonly jobs: ReadonlyArray<PlannedJob>
  readonly yamlErrors: string | null
  readonly skipped: boolean
  /** Copies of its CI files, where they are several. */
  readonly copies?: ReadonlyArray<CiFileCopy>
  /** The deprecated keywords that the CI file uses. */
  readonly deprecated: ReadonlyArray<ReleaseItemId>
}

const broken = (errors: ReadonlyArray<string>): E.Either<Rejection, Plan> =>
  E.right({ jobs: [], yamlErrors: errors.join(', '), skipped: false, deprecated: [] })

/**
 * Plans the pipeline of an occasion. An invalid CI file, or an occasion that skips CI, plans no jobs. Rejections: `Invalid` with `base` where
 * there is nothing to run.
 */
export const planPipeline = async (forge: Forge, input: NewPipeline): Promise<E.Either<Rejection, Plan>> => {
  const { yaml: own = await findCiFile(forge, input.project, input.sourceSha ?? input.sha) } = input
  if (own === undefined) return noPipeline(NO_CONFIG)
  if (typeof own === 'string') return broken([own])
  const commit = await forge.git.of(input.project.id).commit(input.sourceSha ?? input.sha)
  const message = commit?.message ?? ''
  const { project, userId } = input
  const isProtected = isProtectedRef(forge, input)
  const variables = {
    ...surroundingVariables(forge, { project, userId, commit, isProtectedRef: isProtected }),
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
      frozen: isFrozen(forge, input.project.id),
      mergeRequest: input.mergeRequest,
    }),
    ...configuredVariables(forge, input.project, isProtected),
    ...Object.fromEntries((input.variables ?? []).map(({ key, value }) => [key, value])),
  }
  const principal = userId === null ? undefined : principalOfUser(forge, userId)
  const at = { projectId: project.id, sha: input.sourceSha ?? input.sha, principal }
  const found = own.map((bytes) => ({ bytes, at }))
  const yaml = input.yaml === undefined ? await withIncludes(forge, found, variables) : own
  if (typeof yaml === 'string') return broken([yaml])
  const dialect = dialectOf(forge.instance.release)
  const occasion = await occasionOf(forge, input, variables, yaml)
  const plan = await forge.ciPlanner.plan({ yaml, dialect, occasion })
  if (plan.kind === 'broken') return broken(plan.errors)
  if (plan.kind === 'filteredOut') return noPipeline(FILTERED)
  if (plan.kind === 'noJobs') return noPipeline(NO_JOBS)
  const { deprecated } = plan
  const isAutomatic = input.source === 'push' || input.source === 'merge_request_event'
  if (input.skip === true || (isAutomatic && CI_SKIP.test(message)))
    return E.right({ jobs: [], yamlErrors: null, skipped: true, deprecated })
  const errors = [...plan.missing, ...needsErrors(forge, plan.jobs)]
  if (errors.length > 0) return broken(errors)
  const copies = yaml.length === own.length ? {} : { copies: await copied(forge, yaml) }
  return E.right({ jobs: plan.jobs, yamlErrors: null, skipped: false, deprecated, ...copies })
}
