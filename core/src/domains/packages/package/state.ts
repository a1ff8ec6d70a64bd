import type { ConanOwner } from './commands.js'
import type { PackageStatus, PackageType } from './package-type.js'

/** A file as the state of its package holds it. */
export interface PackageFile {
  readonly fileId: number
  readonly name: string
  readonly sha256: string
  readonly packageReference: string | null
}

/** The identity of a package within its project. */
export interface Identity {
  readonly projectId: number
  readonly type: PackageType
  readonly name: string
  readonly version: string | null
  readonly conan: ConanOwner | null
  readonly scopeId: number | null
}

/** A package as `decide` needs it. */
export interface LivePackage extends Identity {
  readonly kind: 'live'
  readonly status: PackageStatus
  readonly files: ReadonlyArray<PackageFile>
  readonly pipelineIds: ReadonlyArray<number>
  /** As JSON, to tell a change from a repetition. */
  readonly metadata: string
}

export type PackageState = { readonly kind: 'none' } | LivePackage | (Identity & { readonly kind: 'deleted' })
