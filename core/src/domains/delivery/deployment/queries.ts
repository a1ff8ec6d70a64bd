import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { EnvironmentTier } from '../environment-naming/tier.js'
import type { Approval } from './approval.js'
import type { DeploymentCreatedData } from './events.js'
import type { DeploymentStatus } from './status.js'

/** A deployment with what its JSON needs of its environment. */
export interface DeploymentRow extends DeploymentCreatedData {
  readonly id: number
  readonly status: DeploymentStatus
  /** Its merge requests are linked. */
  readonly linked: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly finishedAt: Instant | null
  readonly environmentName: string
  readonly environmentSlug: string
  readonly environmentUrl: string | null
  readonly environmentTier: EnvironmentTier
}

/** What lists of deployments can be sorted by. */
export const ORDERS = ['id', 'iid', 'created_at', 'updated_at', 'ref'] as const
export type DeploymentOrder = (typeof ORDERS)[number]

/** Which deployments a list contains. */
export interface DeploymentFilter {
  readonly projectId: number
  /** The environment's exact name. */
  readonly environment?: string | undefined
  readonly status?: DeploymentStatus | undefined
  /** Inclusive. */
  readonly updatedAfter?: Instant | undefined
  readonly updatedBefore?: Instant | undefined
  readonly orderBy: DeploymentOrder
  readonly sort: 'asc' | 'desc'
}

/** The queries of deployments. */
export interface DeploymentQueries {
  readonly byId: (id: number) => DeploymentRow | undefined
  readonly find: (projectId: number, id: number) => DeploymentRow | undefined
  readonly list: (filter: DeploymentFilter, page: PageRequest) => Page<DeploymentRow>
  /** The environment's last successful deployment, newest end first. */
  readonly latest: (environmentId: number) => DeploymentRow | undefined
  /** The successful deployment of the environment before this one, by id. */
  readonly previousSuccess: (environmentId: number, before: number) => DeploymentRow | undefined
  /** Jobs of deployments of the environment before this one, by id, that have not ended. */
  readonly olderJobs: (environmentId: number, before: number) => ReadonlyArray<number>
  readonly ofEnvironment: (environmentId: number) => ReadonlyArray<number>
  /** The ids of the environments whose last deployment was of a branch. */
  readonly environmentsOn: (projectId: number, branch: string) => ReadonlyArray<number>
  /** Oldest first. */
  readonly approvals: (deploymentId: number) => ReadonlyArray<Approval>
  /** Whether it was recorded beside an environment that is not there yet; until it is nothing else shows the deployment. */
  readonly awaitsEnvironment: (id: number) => boolean
  readonly byJob: (jobId: number) => DeploymentRow | undefined
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly deployments: DeploymentQueries
  }
}

/** Queries of deployments about merged changes, which the merge request domain answers: ids of merge requests, in ascending order. */
export interface MergedChanges {
  /** All that were merged into a branch of a project. */
  readonly into: (projectId: number, branch: string) => ReadonlyArray<number>
  /** Those whose merge created one of these commits in the project. */
  readonly as: (projectId: number, shas: ReadonlyArray<string>) => ReadonlyArray<number>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly mergedChanges: MergedChanges
  }
}
