/** How many issues of a project are open, as its JSON shows: the context of issues provides it. */
export interface OpenIssues {
  /** `confidentialToo`: also those that only reporters and above may see. */
  readonly count: (projectId: number, confidentialToo: boolean) => number
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly openIssues: OpenIssues
  }
}
