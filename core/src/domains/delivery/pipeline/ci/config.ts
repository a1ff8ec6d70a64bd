import type { FileSource } from './file-source.js'

/** When a job runs. */
export type When = 'on_success' | 'on_failure' | 'always' | 'manual' | 'delayed' | 'never'

/** One clause of `rules:`; all of its conditions have to hold. */
export interface Rule {
  readonly if?: string
  readonly changes?: ReadonlyArray<string>
  readonly exists?: ReadonlyArray<string>
  readonly when?: When
  readonly allowFailure?: boolean
  /** Override those of the job, or in `workflow` those of the file. */
  readonly variables?: Readonly<Record<string, string>>
  /** Seconds by which a delayed job is delayed. */
  readonly startIn?: number
}

/** `only:` or `except:`: kinds of pipelines and names or patterns of refs, restricted by variables and changed files. */
export interface RefFilter {
  readonly refs: ReadonlyArray<string>
  readonly variables: ReadonlyArray<string>
  readonly changes: ReadonlyArray<string>
}

export interface JobEnvironment {
  readonly name: string
  readonly url: string | null
  readonly action: 'start' | 'prepare' | 'stop' | 'verify' | 'access'
  readonly onStop: string | null
  readonly tier: string | null
  /** Seconds after which it stops automatically. */
  readonly autoStopIn: number | null
}

/** A job that must have finished before; an optional one only where the pipeline has it. */
export interface Need {
  readonly job: string
  readonly optional: boolean
}

/** What a job with `trigger:` starts: a pipeline of another project, or a child pipeline of files that it names. */
export interface TriggerConfig {
  /** The path of the other project; null for a child pipeline. */
  readonly project: string | null
  /** The branch of the other project; null for its default branch. */
  readonly branch: string | null
  /** The files of a child pipeline. */
  readonly files: ReadonlyArray<FileSource>
  /** The job has the status of the pipeline that it starts. */
  readonly depends: boolean
  /** The pipeline gets the variables that the file gives to the job. */
  readonly forwardsYamlVariables: boolean
  /** The pipeline gets the variables that were given to the pipeline of the job. */
  readonly forwardsPipelineVariables: boolean
}

/** The place of a job among those that `parallel` makes of one. */
export interface JobNode {
  /** From 1. */
  readonly index: number
  readonly total: number
}

/** A job as the CI file declares it. */
export interface JobConfig {
  readonly name: string
  /** Its name in the file, where `parallel` makes several jobs of one. */
  readonly origin: string
  /** Undefined for jobs without `parallel`. */
  readonly node: JobNode | undefined
  readonly stage: string
  readonly when: When
  /** Undefined: false, or true for a manual job outside `rules`. */
  readonly allowFailure: boolean | undefined
  /** The codes with which its script may fail. */
  readonly allowedExitCodes: ReadonlyArray<number>
  readonly rules: ReadonlyArray<Rule> | undefined
  readonly only: RefFilter | undefined
  readonly except: RefFilter | undefined
  readonly environment: JobEnvironment | undefined
  /** The key of the resource group, in which one job runs at a time, as it is written. */
  readonly resourceGroup: string | undefined
  readonly variables: Readonly<Record<string, string>>
  /** Those of the variables of the file that it takes over. */
  readonly inheritedVariables: Readonly<Record<string, string>>
  /** Whether it takes over all of these, none, or those with these names. */
  readonly inheritsVariables: boolean | ReadonlyArray<string>
  /** Every line that the runner executes, with those before and after the script. */
  readonly script: ReadonlyArray<string>
  readonly image: string | null
  readonly services: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
  /** Undefined: all jobs of earlier stages. */
  readonly needs: ReadonlyArray<Need> | undefined
  /** Seconds by which a delayed job is delayed. */
  readonly startIn: number | undefined
  /** The pattern that finds the coverage in its trace. */
  readonly coverage: string | undefined
  /** Undefined for jobs that runners execute. */
  readonly trigger: TriggerConfig | undefined
}

/** A valid CI file. */
export interface CiConfig {
  readonly stages: ReadonlyArray<string>
  readonly jobs: ReadonlyArray<JobConfig>
  readonly workflow: ReadonlyArray<Rule> | undefined
  readonly variables: Readonly<Record<string, string>>
}

/** What CI files may contain in the API release (docs/reference/behaviour/delivery.md#ci-files). */
export interface CiDialect {
  /** `type` and `types` still mean `stage` and `stages` (below 15.0). */
  readonly acceptsTypes: boolean
  /** Longest job name; undefined below 15.0. */
  readonly longestJobName: number | undefined
  /** `artifacts:reports:cobertura` is still known (below 15.0). */
  readonly acceptsCobertura: boolean
  /** How many jobs `parallel` may make of one: 200 from 15.9. */
  readonly mostParallel: number
}
