/** When a job runs. */
export type When = 'on_success' | 'on_failure' | 'always' | 'manual' | 'delayed' | 'never'

/** One clause of `rules:`; everything it names has to hold. */
export interface Rule {
  readonly if?: string
  readonly changes?: ReadonlyArray<string>
  readonly exists?: ReadonlyArray<string>
  readonly when?: When
  readonly allowFailure?: boolean
}

/** `only:` or `except:`: kinds of pipelines and names or patterns of refs, with the variables and changed files that narrow them. */
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
  /** Seconds after which it stops by itself. */
  readonly autoStopIn: number | null
}

/** A job that has to be done before; an optional one only where the pipeline has it. */
export interface Need {
  readonly job: string
  readonly optional: boolean
}

/** A job as the CI file declares it. */
export interface JobConfig {
  readonly name: string
  readonly stage: string
  readonly when: When
  /** Undefined: false, or true for a manual job outside `rules`. */
  readonly allowFailure: boolean | undefined
  readonly rules: ReadonlyArray<Rule> | undefined
  readonly only: RefFilter | undefined
  readonly except: RefFilter | undefined
  readonly environment: JobEnvironment | undefined
  /** The key of the resource group that lets one job at a time run, as it is written. */
  readonly resourceGroup: string | undefined
  readonly variables: Readonly<Record<string, string>>
  /** Every line that the runner is to execute, those before and after the script too. */
  readonly script: ReadonlyArray<string>
  readonly image: string | null
  readonly services: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
  /** Undefined: whatever stands in earlier stages. */
  readonly needs: ReadonlyArray<Need> | undefined
  /** Seconds that a delayed job waits when its turn has come. */
  readonly startIn: number | undefined
}

/** A CI file, read and checked. */
export interface CiConfig {
  readonly stages: ReadonlyArray<string>
  readonly jobs: ReadonlyArray<JobConfig>
  readonly workflow: ReadonlyArray<Rule> | undefined
  readonly variables: Readonly<Record<string, string>>
}

/** What the API release decides about CI files (docs/reference/behaviour/delivery.md#ci-files). */
export interface CiDialect {
  /** `type` and `types` still mean `stage` and `stages` (below 15.0). */
  readonly acceptsTypes: boolean
  /** Longest job name; undefined below 15.0. */
  readonly longestJobName: number | undefined
  /** `artifacts:reports:cobertura` is still known (below 15.0). */
  readonly acceptsCobertura: boolean
}
