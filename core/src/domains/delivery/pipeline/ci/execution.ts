/** An image or a service of a job. */
export interface JobImage {
  readonly name: string
  readonly alias: string | null
  readonly entrypoint: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
}

/** After which outcome of a job its artifacts are kept. */
export type KeptWhen = 'on_success' | 'on_failure' | 'always'

/** The artifacts that a job uploads. */
export interface JobArtifacts {
  readonly name: string | null
  readonly paths: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly untracked: boolean
  readonly when: KeptWhen
  /** A duration in words. */
  readonly expireIn: string | null
  /** `archive`, or the type of a report. */
  readonly type: string
  readonly format: 'zip' | 'gzip'
}

export interface JobCache {
  readonly key: string
  readonly paths: ReadonlyArray<string>
  readonly untracked: boolean
  readonly policy: 'pull-push' | 'pull' | 'push'
  readonly when: KeptWhen
}

/** What a runner executes for a job, according to the CI file. */
export interface JobExecution {
  readonly script: ReadonlyArray<string>
  readonly afterScript: ReadonlyArray<string>
  readonly image: JobImage | null
  readonly services: ReadonlyArray<JobImage>
  readonly artifacts: ReadonlyArray<JobArtifacts>
  readonly cache: ReadonlyArray<JobCache>
  /** Those of the file, overridden by its own. */
  readonly variables: Readonly<Record<string, string>>
  /** Jobs whose artifacts it downloads; null: all earlier jobs. */
  readonly dependencies: ReadonlyArray<string> | null
  /** Seconds; null: the default of the project. */
  readonly timeout: number | null
}
