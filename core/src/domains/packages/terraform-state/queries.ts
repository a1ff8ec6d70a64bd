import type { Instant } from '../../../kernel/index.js'
import type { TerraformStateLock, TerraformStateName, TerraformStateVersion } from './aggregate.js'

/** A lock in the read model, with the time at which it was taken. */
export interface HeldTerraformLock extends TerraformStateLock {
  readonly at: Instant
}

/** A Terraform state in the read model. */
export interface TerraformStateRow extends TerraformStateName {
  readonly id: number
  readonly lock: HeldTerraformLock | undefined
}

export interface TerraformStateQueries {
  readonly find: (projectId: number, name: string) => TerraformStateRow | undefined
  /** The version with the highest serial. */
  readonly latest: (stateId: number) => TerraformStateVersion | undefined
  readonly version: (stateId: number, serial: number) => TerraformStateVersion | undefined
  /** Whether a version has these bytes. */
  readonly isReferenced: (sha256: string) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly terraformStates: TerraformStateQueries
  }
}
