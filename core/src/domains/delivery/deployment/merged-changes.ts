/** What deployments ask about merged changes; the context of merge requests answers. Ids of merge requests, in ascending order. */
export interface MergedChanges {
  /** All that were merged into a branch of a project. */
  readonly into: (projectId: number, branch: string) => ReadonlyArray<number>
  /** Those whose merge left one of these commits in the project. */
  readonly as: (projectId: number, shas: ReadonlyArray<string>) => ReadonlyArray<number>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly mergedChanges: MergedChanges
  }
}
