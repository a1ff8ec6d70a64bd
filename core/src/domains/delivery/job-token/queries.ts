import type { JobTokenEvent } from './aggregate.js'

/** A token and its job. */
export type JobTokenRow = Omit<JobTokenEvent['data'], 'digest'>

export interface JobTokenQueries {
  readonly byDigest: (digest: string) => JobTokenRow | undefined
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly jobTokens: JobTokenQueries
  }
}
