import type { Patterns } from '../../../../ports/index.js'
import type { PipelineSource } from '../events.js'
import type { CiConfig, JobConfig, RefFilter, Rule, When } from './config.js'
import { evaluateExpression, type Variables } from './expression.js'
import { globOf } from './glob.js'
import { testPattern } from './safe-pattern.js'

/** The occasion of a pipeline. */
export interface PipelineOccasion {
  readonly source: PipelineSource
  /** The branch or tag, without `refs/…/`. */
  readonly ref: string
  readonly tag: boolean
  readonly variables: Variables
  /** Evaluates the regular expressions of the file. */
  readonly patterns: Patterns
  /** Further variables for the rules of one job. */
  readonly variablesOf?: (job: JobConfig) => Variables
  /** Files that the change touches; undefined where there is nothing to compare with, and `changes` then holds. */
  readonly changedFiles: ReadonlyArray<string> | undefined
  /** Every file of the commit; called only where `exists` is used. Undefined where there are too many, and `exists` then holds. */
  readonly files: () => ReadonlyArray<string> | undefined
}

/** A job of the pipeline. */
export interface SelectedJob {
  /** With what the rule that selected it says. */
  readonly job: JobConfig
  /** The variables that rules give it. */
  readonly ruleVariables: Variables
  readonly when: Exclude<When, 'never'>
  readonly allowFailure: boolean
  /** The codes with which its script may fail, where it may not fail anyhow. */
  readonly allowedExitCodes: ReadonlyArray<number>
}

export type Selection =
  | { readonly kind: 'selected'; readonly jobs: ReadonlyArray<SelectedJob> }
  /** `workflow:rules` exclude the occasion. */
  | { readonly kind: 'filteredOut' }
  | { readonly kind: 'noJobs' }

const touches = (patterns: ReadonlyArray<string>, files: ReadonlyArray<string>): boolean =>
  patterns.some((pattern) => files.some(globOf(pattern)))

const holds = (rule: Rule, occasion: PipelineOccasion, variables: Variables): boolean => {
  if (rule.if !== undefined && evaluateExpression(rule.if, variables, occasion.patterns) !== true) return false
  if (
    rule.changes !== undefined &&
    occasion.changedFiles !== undefined &&
    !touches(rule.changes, occasion.changedFiles)
  )
    return false
  const files = rule.exists === undefined ? undefined : occasion.files()
  return rule.exists === undefined || files === undefined || touches(rule.exists, files)
}

/** The pipelines of merge requests, and their child pipelines. */
const isOfMergeRequest = ({ source, ref }: PipelineOccasion): boolean =>
  source === 'merge_request_event' || (source === 'parent_pipeline' && ref.startsWith('refs/'))

/** The words of `only` and `except` that name a kind of pipeline. */
const KINDS: Readonly<Record<string, (occasion: PipelineOccasion) => boolean>> = {
  branches: (occasion) => !occasion.tag && !isOfMergeRequest(occasion),
  tags: (occasion) => occasion.tag,
  merge_requests: isOfMergeRequest,
  pushes: (occasion) => occasion.source === 'push',
  web: (occasion) => occasion.source === 'web',
  api: (occasion) => occasion.source === 'api',
  triggers: (occasion) => occasion.source === 'trigger',
  schedules: (occasion) => occasion.source === 'schedule',
  external: (occasion) => occasion.source === 'external',
  pipelines: (occasion) => occasion.source === 'pipeline',
  parent_pipelines: (occasion) => occasion.source === 'parent_pipeline',
}

const matchesRef = (pattern: string, occasion: PipelineOccasion): boolean => {
  const kind = Object.hasOwn(KINDS, pattern) ? KINDS[pattern] : undefined
  if (kind !== undefined) return kind(occasion)
  if (isOfMergeRequest(occasion)) return false
  const regular = /^\/(.+)\/(i?)$/s.exec(pattern)
  if (regular === null) return pattern === occasion.ref
  return testPattern(occasion.patterns, regular[1] as string, regular[2] === 'i', occasion.ref)
}

const matchesFilter = (filter: RefFilter, occasion: PipelineOccasion, variables: Variables): boolean => {
  if (filter.refs.length > 0 && !filter.refs.some((ref) => matchesRef(ref, occasion))) return false
  if (
    filter.variables.length > 0 &&
    !filter.variables.some((text) => evaluateExpression(text, variables, occasion.patterns) === true)
  )
    return false
  return (
    filter.changes.length === 0 || occasion.changedFiles === undefined || touches(filter.changes, occasion.changedFiles)
  )
}

/** A job with neither `only` nor `rules` runs for branches and tags, not for merge requests. */
const DEFAULT_ONLY: RefFilter = { refs: ['branches', 'tags'], variables: [], changes: [] }

const excepted = (filter: RefFilter | undefined, occasion: PipelineOccasion, variables: Variables): boolean => {
  if (filter === undefined) return false
  const empty = filter.refs.length + filter.variables.length + filter.changes.length === 0
  return !empty && matchesFilter(filter, occasion, variables)
}

const withRefs = (filter: RefFilter): RefFilter =>
  filter.refs.length > 0 ? filter : { ...filter, refs: DEFAULT_ONLY.refs }

/** The variables of a rule of `workflow` that a job takes over. */
const takenOver = ({ inheritsVariables, variables }: JobConfig, given: Variables): Variables =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([key]) =>
        !Object.hasOwn(variables, key) &&
        (Array.isArray(inheritsVariables) ? inheritsVariables.includes(key) : inheritsVariables),
    ),
  )

const selected = (job: JobConfig, rule: Rule = {}): SelectedJob | undefined => {
  const { when = job.when, allowFailure, variables = {}, startIn = job.startIn } = rule
  if (when === 'never') return undefined
  return {
    job: { ...job, startIn, variables: { ...job.variables, ...variables } },
    ruleVariables: variables,
    when,
    allowFailure: allowFailure ?? job.allowFailure ?? (job.rules === undefined && when === 'manual'),
    allowedExitCodes: allowFailure === undefined ? job.allowedExitCodes : [],
  }
}

const select = (job: JobConfig, occasion: PipelineOccasion, variables: Variables): SelectedJob | undefined => {
  if (job.rules !== undefined) {
    const rule = job.rules.find((one) => holds(one, occasion, variables))
    return rule === undefined ? undefined : selected(job, rule)
  }
  if (!matchesFilter(withRefs(job.only ?? DEFAULT_ONLY), occasion, variables)) return undefined
  return excepted(job.except, occasion, variables) ? undefined : selected(job)
}

/** The jobs of a CI file that belong to a pipeline on this occasion. */
export const selectJobs = (config: CiConfig, occasion: PipelineOccasion): Selection => {
  const variables = { ...config.variables, ...occasion.variables }
  const workflow = config.workflow?.find((one) => holds(one, occasion, variables))
  if (config.workflow !== undefined && (workflow === undefined || workflow.when === 'never'))
    return { kind: 'filteredOut' }
  const { variables: ofWorkflow = {} } = workflow ?? {}
  const jobs = config.jobs
    .map((job) => {
      const { variables: own } = job
      const given = takenOver(job, ofWorkflow)
      const inheritedVariables = { ...job.inheritedVariables, ...given }
      const known = { ...inheritedVariables, ...occasion.variables, ...occasion.variablesOf?.(job), ...own }
      const found = select({ ...job, inheritedVariables }, occasion, known)
      return found && { ...found, ruleVariables: { ...given, ...found.ruleVariables } }
    })
    .filter((job) => job !== undefined)
  // Jobs of `.pre` and `.post` alone make no pipeline.
  if (!jobs.some(({ job }) => job.stage !== '.pre' && job.stage !== '.post')) return { kind: 'noJobs' }
  return { kind: 'selected', jobs }
}
