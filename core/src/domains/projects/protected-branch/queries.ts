import type { ProtectedBranchData } from './aggregate.js'

/** A protection in the read model. */
export interface ProtectedBranchRow extends ProtectedBranchData {
  readonly id: number
}

/** The queries of protected branches. */
export interface ProtectedBranchQueries {
  /** By id. */
  readonly ofProject: (projectId: number) => ReadonlyArray<ProtectedBranchRow>
  readonly named: (projectId: number, name: string) => ProtectedBranchRow | undefined
  /** Whether the protection of the project's first branch has been decided. */
  readonly isSettled: (projectId: number) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly protectedBranches: ProtectedBranchQueries
  }
}
