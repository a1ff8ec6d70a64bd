/** The counts of the instance, by kind. */
export interface InstanceCounts {
  readonly forks: number
  readonly issues: number
  readonly mergeRequests: number
  readonly notes: number
  readonly sshKeys: number
  readonly milestones: number
  readonly users: number
  readonly groups: number
  readonly projects: number
  readonly activeUsers: number
}

/** The counts of one user. */
export interface UserAssociations {
  readonly groups: number
  readonly projects: number
  readonly issues: number
  readonly mergeRequests: number
}

export interface UsageQueries {
  readonly ofInstance: () => InstanceCounts
  /** Their memberships and contributions. */
  readonly ofUser: (userId: number) => UserAssociations
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly usage: UsageQueries
  }
}
