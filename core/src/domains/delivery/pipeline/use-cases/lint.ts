import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery, Forge } from '../../../../app/forge.js'
import { forbidden, type Rejection, refuse, unauthenticated } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { mayInProject, type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { CiLint } from '../ci/lint.js'
import { findCiFile } from '../steps/find-ci-files.js'
import { dialectOf, planPipeline } from '../steps/plan-pipeline.js'
import { withIncludes } from '../steps/resolve-includes.js'

const NO_CONTENT = 'Please provide content of .gitlab-ci.yml'
const NO_REFERENCE = 'Reference not found'

const nothing = (...errors: ReadonlyArray<string>): CiLint => ({
  kind: 'linted',
  errors,
  warnings: [],
  mergedYaml: null,
  jobs: [],
})

const look = (forge: Forge, content: Uint8Array, included: ReadonlyArray<Uint8Array> = []): Promise<CiLint> => {
  const { release } = forge.instance
  return forge.ciPlanner.lint({ lint: content, included, dialect: dialectOf(release), release })
}

/** Validates the text of a CI file; anonymous callers may where sign-up is open. Rejections: `Unauthenticated`. */
export const lintText: AsyncQuery<{ readonly content: Uint8Array }, CiLint> = async (
  forge,
  { principal },
  { content },
) => {
  if (principal.kind !== 'user' && !forge.settings.current().signup_enabled) return refuse(unauthenticated)
  return E.right(await look(forge, content))
}

/** A CI file to validate in its project. */
export interface LintInProject {
  readonly project: ProjectRef
  /** Undefined: the file of the default branch. */
  readonly content: Uint8Array | undefined
  /** Simulates the creation of a pipeline, and shows only the jobs that it would have. */
  readonly dryRun: boolean
  /** The branch or tag of the simulated pipeline; default: the default branch. */
  readonly ref: string | undefined
}

interface Revision {
  readonly sha: ObjectId
  readonly ref: string
  readonly tag: boolean
}

const revisionOf = async (
  forge: Forge,
  project: ProjectRow,
  wanted: string | undefined,
): Promise<Revision | undefined> => {
  const ref = (wanted ?? project.defaultBranch ?? '').replace(/^refs\/(heads|tags)\//, '')
  const git = forge.git.of(project.id)
  const [branch, tag] = await Promise.all([git.ref(`refs/heads/${ref}`), git.ref(`refs/tags/${ref}`)])
  const target = branch ?? tag
  const sha = target === undefined ? undefined : await git.resolve(target)
  return sha === undefined ? undefined : { sha, ref, tag: branch === undefined }
}

const sentencesOf = (rejection: Rejection): ReadonlyArray<string> =>
  rejection.kind === 'Invalid' ? Object.values(rejection.fields).flat() : [rejection.kind]

/** The same, with the errors of creating the pipeline. */
const simulatedPipeline = async (
  forge: Forge,
  found: CiLint,
  yaml: ReadonlyArray<Uint8Array>,
  pipeline: Revision & { readonly project: ProjectRow; readonly userId: number | null },
): Promise<CiLint> => {
  if (found.errors.length > 0) return found
  const input = {
    ...pipeline,
    source: 'push',
    beforeSha: null,
    mergeRequest: undefined,
    sourceSha: null,
    yaml,
  } as const
  const plan = await planPipeline(forge, input)
  if (E.isLeft(plan)) return { ...found, errors: sentencesOf(plan.left), jobs: [] }
  const { yamlErrors, jobs } = plan.right
  if (yamlErrors !== null) return { ...found, errors: [yamlErrors], jobs: [] }
  const names = new Set(jobs.map(({ job }) => job.name))
  return { ...found, jobs: found.jobs.filter(({ name }) => names.has(name)) }
}

/**
 * Looks over a CI file of a project, or a text as if it were (docs/reference/behaviour/delivery.md#ci-lint).
 *
 * Rejections: `NotFound` (Project); `Forbidden` for users who may not read the code or, with a given text, may not create pipelines.
 */
export const lintInProject: AsyncQuery<LintInProject, CiLint> = async (forge, { principal }, input) => {
  const access = projectFor(
    forge,
    principal,
    input.project,
    input.content === undefined ? 'download_code' : 'create_pipeline',
  )
  if (E.isLeft(access)) return access
  const { project } = access.right
  if (input.dryRun && !mayInProject(access.right, 'create_pipeline')) return refuse(forbidden())
  const head = await revisionOf(forge, project, input.content === undefined && !input.dryRun ? undefined : input.ref)
  const base = input.content === undefined ? await revisionOf(forge, project, undefined) : undefined
  const own = base === undefined ? undefined : await findCiFile(forge, project, base.sha)
  const yaml = input.content ?? (typeof own === 'string' ? undefined : own?.[0])
  if (yaml === undefined) return E.right(nothing(NO_CONTENT))
  const at = {
    projectId: project.id,
    sha: base?.sha ?? head?.sha ?? '',
    principal: principal.kind === 'user' ? principal : undefined,
  }
  const files = await withIncludes(forge, [{ bytes: yaml, at }], {})
  if (typeof files === 'string') return E.right(nothing(files))
  const found = await look(forge, yaml, files.slice(0, -1))
  if (!input.dryRun) return E.right(found)
  if (head === undefined) return E.right(nothing(NO_REFERENCE))
  const userId = principal.kind === 'user' ? principal.userId : null
  return E.right(await simulatedPipeline(forge, found, files, { ...head, project, userId }))
}
