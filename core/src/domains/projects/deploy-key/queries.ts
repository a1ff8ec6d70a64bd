import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'

export interface DeployKeyRow {
  readonly id: number
  readonly title: string
  readonly key: string
  /** `SHA256:…` */
  readonly fingerprint: string
  readonly md5: string
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
}

/** A deploy key in a project. */
export interface ProjectDeployKeyRow extends DeployKeyRow {
  readonly canPush: boolean
}

export interface DeployKeyQueries {
  readonly byId: (id: number) => DeployKeyRow | undefined
  /** By SHA-256 or MD5. */
  readonly byFingerprint: (fingerprint: string) => DeployKeyRow | undefined
  readonly inProject: (projectId: number, id: number) => ProjectDeployKeyRow | undefined
  /** By id. */
  readonly ofProject: (projectId: number, page: PageRequest) => Page<ProjectDeployKeyRow>
  /** Those of the projects that all of these users maintain, each once, by id; undefined where there is no such project. */
  readonly ofMaintained: (userIds: ReadonlyArray<number>, page: PageRequest) => Page<DeployKeyRow> | undefined
  /** Those of a project, also of a deleted one. */
  readonly left: (projectId: number) => ReadonlyArray<number>
  /** Every one of the instance, by id. */
  readonly list: (page: PageRequest) => Page<DeployKeyRow>
  /** The projects that have a key, and whether it may push there. */
  readonly projects: (id: number) => ReadonlyArray<{ readonly projectId: number; readonly canPush: boolean }>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly deployKeys: DeployKeyQueries
  }
}
