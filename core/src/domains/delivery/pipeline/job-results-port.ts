import type { JobRow } from './queries.js'

/** What the output of a job says about it at its end, as the pipeline domain needs it; the runner domain implements it. */
export interface JobResults {
  /** The coverage in percent that a pattern finds in its trace; undefined where it finds none. */
  readonly coverage: (job: JobRow, pattern: string) => Promise<number | undefined>
  /** The address of its environment, with the variables that were not known when it was planned; undefined where the job names none. */
  readonly environmentUrl: (job: JobRow) => Promise<string | undefined>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly jobResults: JobResults
  }
}
