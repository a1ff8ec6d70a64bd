import type { PackageType } from './package-type.js'
import type { PackageStatus } from './status.js'

export type PackageCommand =
  | {
      readonly type: 'Publish'
      readonly projectId: number
      readonly packageType: PackageType
      readonly name: string
      readonly version: string | null
      readonly status: PackageStatus
      readonly creatorId: number | null
      readonly pipelineId: number | null
    }
  | {
      readonly type: 'AddFile'
      readonly fileId: number
      readonly name: string
      readonly size: number
      readonly sha256: string
      readonly sha1: string
      readonly md5: string
      readonly pipelineId: number | null
      /** What happens where a file of that name is there: it stays beside the new one, is replaced, or refuses it. */
      readonly sameName: 'keep' | 'replace' | 'refuse'
    }
  | { readonly type: 'DeleteFile'; readonly fileId: number }
  | { readonly type: 'ChangeStatus'; readonly status: PackageStatus }
  | { readonly type: 'NoteBuild'; readonly pipelineId: number }
  | { readonly type: 'SetMetadata'; readonly metadata: Readonly<Record<string, unknown>> }
  | { readonly type: 'Delete' }
