import type { PackageType } from './package-type.js'
import type { PackageStatus } from './status.js'

export interface PackageFile {
  readonly fileId: number
  readonly name: string
  readonly size: number
  readonly sha256: string
}

export interface LivePackage {
  readonly kind: 'live'
  readonly projectId: number
  readonly type: PackageType
  readonly name: string
  readonly version: string | null
  readonly status: PackageStatus
  readonly files: ReadonlyArray<PackageFile>
  readonly pipelineIds: ReadonlyArray<number>
  readonly metadata: Readonly<Record<string, unknown>>
}

export type PackageState = { readonly kind: 'none' } | LivePackage | { readonly kind: 'deleted' }
