import * as E from 'fp-ts/lib/Either.js'
import type { Patterns } from '../../../../ports/index.js'
import type { ReleaseItemId } from '../../../../releases/index.js'
import { slugOf } from '../../environment-naming/slug.js'
import { jobVariables } from '../variables.js'
import type { CiDialect, JobEnvironment } from './config.js'
import { deprecatedUses } from './deprecated-uses.js'
import type { JobExecution } from './execution.js'
import { expand, expandKnown, type Variables } from './expression.js'
import type { FileSource } from './file-source.js'
import type { CiLint, LintRequest } from './lint.js'
import { type PlannedTrigger, plannedTrigger, type Room, roomForVariables } from './plan-trigger.js'
import { readCiConfig } from './read-config.js'
import { missingNeeds } from './relations.js'
import { type PipelineOccasion, type SelectedJob, selectJobs } from './select-jobs.js'

/** The occasion of a pipeline, as plain data. */
export interface PlannedFor extends Pick<PipelineOccasion, 'source' | 'ref' | 'tag' | 'variables' | 'changedFiles'> {
  /** Every file of the commit; undefined where there are too many, and `exists` then holds. */
  readonly files: ReadonlyArray<string> | undefined
  readonly release: string
}

/** A CI file to read, and its occasion. Of several files, the keys of later ones override those of earlier ones. */
export interface PlanRequest {
  readonly yaml: ReadonlyArray<Uint8Array>
  readonly dialect: CiDialect
  readonly occasion: PlannedFor
}

/** A job of the pipeline, with the index of its stage. */
export interface PlannedJob extends SelectedJob {
  readonly stageIndex: number
  /** Name and URL of its environment, with variables expanded. */
  readonly place: { readonly name: string; readonly url: string | null } | undefined
  /** Its tags, with variables expanded. */
  readonly tags: ReadonlyArray<string>
  /** The key of its resource group, with variables expanded. */
  readonly resourceGroup: string | undefined
  /** What it starts, for jobs that no runner executes. */
  readonly trigger: PlannedTrigger | undefined
}

/** A CI file, or several, and one of their jobs. */
export interface ExecutionRequest {
  readonly executionIn: ReadonlyArray<Uint8Array>
  readonly job: string
}

/** A CI file whose `include` is read. */
export interface IncludesRequest {
  readonly includesIn: Uint8Array
}

export type Includes = ReadonlyArray<FileSource> | string

/** The jobs that a CI file creates on an occasion. */
export type CiPlan =
  | { readonly kind: 'broken'; readonly errors: ReadonlyArray<string> }
  /** `workflow:rules` exclude the occasion. */
  | { readonly kind: 'filteredOut' }
  | { readonly kind: 'noJobs' }
  | {
      readonly kind: 'planned'
      readonly jobs: ReadonlyArray<PlannedJob>
      /** Needs that the pipeline does not have, as sentences. */
      readonly missing: ReadonlyArray<string>
      /** Items of the release table: the deprecated keywords that the file uses. */
      readonly deprecated: ReadonlyArray<ReleaseItemId>
    }

/**
 * Reads CI files and selects their jobs without blocking other work. Takes time proportional to the file and its inputs, within a deadline: a
 * file that needs longer is reported as invalid.
 */
export interface CiPlanner {
  readonly plan: (request: PlanRequest) => Promise<CiPlan>
  /** What a runner executes for a job of the file; undefined where there is no such job. */
  readonly execution: (request: ExecutionRequest) => Promise<JobExecution | undefined>
  readonly lint: (request: LintRequest) => Promise<CiLint>
  /** The files that `include` of a file names; a sentence: why they cannot be told. */
  readonly includes: (request: IncludesRequest) => Promise<Includes>
}

declare module '../../../../app/forge.js' {
  interface Forge {
    readonly ciPlanner: CiPlanner
  }
}

/** SHA-256, hexadecimal. */
type Digest = (text: string) => string

type Expanded = Pick<PlannedJob, 'place' | 'resourceGroup' | 'tags' | 'trigger'>

/** The address may contain the name of the environment and its slug. */
const placeOf = ({ name, url }: JobEnvironment, variables: Variables, digest: Digest): Expanded['place'] => {
  const named = expand(name, variables)
  const own = { ...variables, CI_ENVIRONMENT_NAME: named, CI_ENVIRONMENT_SLUG: slugOf(named, digest) }
  return { name: named, url: url === null ? null : expand(url, own) }
}

interface Expanding {
  readonly given: Variables
  readonly room: Room
  readonly digest: Digest
}

/** Expands the variables in the attributes of a job. */
const expanded = ({ job }: SelectedJob, { given, room, digest }: Expanding, release: string): Expanded => {
  const { environment, resourceGroup, tags, trigger } = job
  const hasVariables = tags.some((tag) => tag.includes('$'))
  if (environment === undefined && resourceGroup === undefined && trigger === undefined && !hasVariables)
    return { place: undefined, resourceGroup: undefined, tags, trigger: undefined }
  const own = { ...job.inheritedVariables, ...given, ...jobVariables(job, release), ...job.variables }
  return {
    trigger: plannedTrigger(job, own, room),
    tags: hasVariables ? tags.map((tag) => expandKnown(tag, own)) : tags,
    place: environment && placeOf(environment, own, digest),
    resourceGroup: resourceGroup === undefined ? undefined : expand(resourceGroup, own),
  }
}

/** What a plan is made with. */
export interface Planning {
  readonly patterns: Patterns
  readonly digest: Digest
}

/** Plans a CI file that is plain data: what a `CiPlanner` does after it has parsed the YAML. */
export const planJobs = (
  file: unknown,
  { dialect, occasion }: Omit<PlanRequest, 'yaml'>,
  { patterns, digest }: Planning,
): CiPlan => {
  const config = readCiConfig(file, dialect)
  if (E.isLeft(config)) return { kind: 'broken', errors: config.left }
  const { stages } = config.right
  const { release } = occasion
  const selection = selectJobs(config.right, {
    ...occasion,
    patterns,
    variablesOf: (job) => jobVariables(job, release),
    files: () => occasion.files,
  })
  if (selection.kind !== 'selected') return selection
  const given = { given: occasion.variables, room: roomForVariables(), digest }
  const places = new Map([...stages.entries()].reverse().map(([index, stage]) => [stage, index]))
  const missing = missingNeeds(selection.jobs.map(({ job }) => job))
  const jobs = selection.jobs
    .map((selected) => ({
      ...selected,
      stageIndex: places.get(selected.job.stage) ?? -1,
      ...expanded(selected, given, release),
    }))
    .sort((a, b) => a.stageIndex - b.stageIndex)
  for (const { ruleVariables } of jobs) given.room.left -= JSON.stringify(ruleVariables).length - '{}'.length
  if (given.room.left < 0)
    return {
      kind: 'broken',
      errors: ['the variables that trigger jobs forward and rules set, or the names of files, are too long'],
    }
  return { kind: 'planned', jobs, missing, deprecated: deprecatedUses(file, release) }
}
