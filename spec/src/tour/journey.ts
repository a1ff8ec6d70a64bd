import type { Gitlab } from '@gitbeaker/rest'

/** Where the tour goes, and who is told what it does. */
export interface TourOptions {
  /** The address of a running server. */
  readonly url: string
  /** A token of an administrator. */
  readonly token: string
  readonly say: (line: string) => void
}

/** What the stations of the tour share. */
export interface Journey extends TourOptions {
  readonly api: InstanceType<typeof Gitlab>
  readonly projectId: number
  /** The deployed commits, newest first. */
  readonly commits: ReadonlyArray<string>
}
