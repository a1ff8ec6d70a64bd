/** How many there are of each kind of thing in the instance. */
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

/** How much belongs to one user. */
export interface UserAssociations {
  readonly groups: number
  readonly projects: number
  readonly issues: number
  readonly mergeRequests: number
}

export interface UsageQueries {
  readonly ofInstance: () => InstanceCounts
  /** Memberships of theirs, and what they wrote. */
  readonly ofUser: (userId: number) => UserAssociations
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly usage: UsageQueries
  }
}
