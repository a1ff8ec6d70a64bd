import type { JobNode } from './config.js'

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
  readonly format: 'zip' | 'gzip' | 'raw'
}

/** The key of a cache: a text, or a prefix and the files whose last changes make up the rest. */
export interface JobCacheKey {
  readonly text: string
  readonly files: ReadonlyArray<string> | null
}

export interface JobCache {
  readonly key: JobCacheKey
  readonly paths: ReadonlyArray<string>
  readonly untracked: boolean
  readonly policy: 'pull-push' | 'pull' | 'push'
  readonly when: KeptWhen
  /** Shared between protected and other refs. */
  readonly unprotect: boolean
  /** Keys that are tried in order where there is no cache of its own. */
  readonly fallbackKeys: ReadonlyArray<string>
}

/** How often a failed job is retried by itself, and after which reasons. */
export interface JobRetry {
  readonly max: number
  /** `always`, or reasons of failures. */
  readonly when: ReadonlyArray<string>
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
  /** Of the jobs before it, those whose artifacts it downloads; null: all of them. */
  readonly dependencies: ReadonlyArray<string> | null
  /** Of the jobs that it needs, those whose artifacts it takes; null where it names no needs and follows the earlier stages. */
  readonly needs: ReadonlyArray<string> | null
  readonly retry: JobRetry | null
  /** The command that makes the release which it names, after its script. */
  readonly release: string | null
  /** Null for jobs without `parallel`. */
  readonly node: JobNode | null
  /** The address of its environment, as it is written. */
  readonly environmentUrl: string | null
  /** Seconds; null: the default of the project. */
  readonly timeout: number | null
}
