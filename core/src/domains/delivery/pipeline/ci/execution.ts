/** An image or a service of a job. */
export interface JobImage {
  readonly name: string
  readonly alias: string | null
  readonly entrypoint: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
}

/** After which end of a job something is kept. */
export type KeptWhen = 'on_success' | 'on_failure' | 'always'

/** What a job leaves behind. */
export interface JobArtifacts {
  readonly name: string | null
  readonly paths: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly untracked: boolean
  readonly when: KeptWhen
  /** A duration in words. */
  readonly expireIn: string | null
  /** `archive`, or what kind of report it is. */
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

/** What a runner executes for a job, as the CI file says. */
export interface JobExecution {
  readonly script: ReadonlyArray<string>
  readonly afterScript: ReadonlyArray<string>
  readonly image: JobImage | null
  readonly services: ReadonlyArray<JobImage>
  readonly artifacts: ReadonlyArray<JobArtifacts>
  readonly cache: ReadonlyArray<JobCache>
  /** Those of the file, then its own over them. */
  readonly variables: Readonly<Record<string, string>>
  /** Whose artifacts it takes along; null: those of all jobs before it. */
  readonly dependencies: ReadonlyArray<string> | null
  /** Seconds; null: what the project says. */
  readonly timeout: number | null
}
