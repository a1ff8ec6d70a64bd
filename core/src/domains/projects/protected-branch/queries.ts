import type { ProtectedBranchData } from './aggregate.js'

/** A protection in the read model. */
export interface ProtectedBranchRow extends ProtectedBranchData {
  readonly id: number
}

/** What can be asked of protected branches. */
export interface ProtectedBranchQueries {
  /** By id. */
  readonly ofProject: (projectId: number) => ReadonlyArray<ProtectedBranchRow>
  readonly named: (projectId: number, name: string) => ProtectedBranchRow | undefined
  /** Whether it was decided if the project's first branch is protected. */
  readonly isSettled: (projectId: number) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly protectedBranches: ProtectedBranchQueries
  }
}
